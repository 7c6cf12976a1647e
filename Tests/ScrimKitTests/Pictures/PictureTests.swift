import ScrimKit
import Testing

@Suite struct PictureTests {
  static let scales = [1, 1.5, 2, 3]
  let all = Rect(x: 0, y: 0, width: 40, height: 30)

  /// A picture with a bit of everything.
  private func mixed(scale: Double) throws -> Picture {
    var picture = Picture(scale: scale)
    let stops = [
      GradientStop(color: Color(red: 1, green: 0.5, blue: 0), offset: 0),
      GradientStop(color: Color(red: 0, green: 0, blue: 1, alpha: 0), offset: 1),
    ]
    try picture.draw(in: all) {
      $0.fill(
        Path(rect: Rect(x: 3.3, y: 2.7, width: 20.4, height: 17.1), radii: CornerRadii(.pixels(5))),
        with: .linear(LinearGradient(angle: 30, stops: stops)))
      $0.stroke(
        Path(rect: Rect(x: 10.2, y: 5, width: 22, height: 20)), StrokeStyle(width: 2.6),
        with: Paint.green.withOpacity(0.7))
    }
    try picture.draw(.atop, in: all) {
      $0.fill(Rect(x: 0, y: 12, width: 40, height: 6.5), with: Paint.red.withOpacity(0.6))
    }
    try picture.drawUnder(in: all) {
      $0.fill(Rect(x: 1.1, y: 1.1, width: 30, height: 9), with: Paint.black.withOpacity(0.3))
    }
    return picture
  }

  @Test func drawsInOrder() throws {
    var picture = Picture(scale: 1)
    #expect(picture.isEmpty && picture.extent == .empty)
    try picture.draw(in: Rect(x: 0, y: 0, width: 4, height: 4)) {
      $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), with: .red)
    }
    try picture.draw(in: Rect(x: 2, y: 2, width: 4, height: 4)) {
      $0.fill(Rect(x: 2, y: 2, width: 4, height: 4), with: .blue)
    }
    try picture.drawUnder(in: Rect(x: -2, y: 0, width: 8, height: 1)) {
      $0.fill(Rect(x: -2, y: 0, width: 8, height: 1), with: .green)
    }
    #expect(!picture.isEmpty)
    #expect(picture.extent == Rect(x: -2, y: 0, width: 8, height: 6))
    let raster = try picture.raster(in: picture.extent)
    #expect(raster.area == PixelRect(x: -2, y: 0, width: 8, height: 6))
    #expect(raster[0, 0] == .red && raster[3, 3] == .blue && raster[5, 5] == .blue)
    #expect(raster[-2, 0] == .green && raster[5, 0] == .green && raster[-1, 1] == .clear)
  }

  @Test func aDrawingIsClippedToItsArea() throws {
    var picture = Picture(scale: 2)
    try picture.draw(in: Rect(x: 2, y: 2, width: 3, height: 3)) {
      $0.fill(all, with: .red)
    }
    let raster = try picture.raster(in: all)
    #expect(raster.bounds { $0.alpha > 0 } == PixelRect(x: 4, y: 4, width: 6, height: 6))
  }

  /// Not in the middle of a px at scale 1, nor of a device pixel: ink that ends at the area's edge must
  /// not fade there.
  @Test(arguments: scales)
  func anAreaBetweenPixelsIsWidenedToWholeOnes(scale: Double) throws {
    var picture = Picture(scale: scale)
    try picture.draw(in: Rect(x: 2.5, y: 2.25, width: 4, height: 5.25)) { $0.fill(all, with: .red) }
    let raster = try picture.raster(in: all)
    let expected = try drawn(raster.area.width, raster.area.height, scale: scale) {
      let widened = Rect(x: 2, y: 2, width: 5, height: 6)
      $0.fill(PixelRect(covering: widened, scale: scale).rect(scale: scale), with: .red)
    }
    #expect(try #require(raster.distance(to: expected)) <= 1)
  }

  /// What is hidden in it does not show along the clip's edge.
  @Test(arguments: scales)
  func aPictureIsCutAsAWhole(scale: Double) throws {
    func picture(_ colors: [Paint]) throws -> Picture {
      var picture = Picture(scale: scale)
      try picture.draw(in: all) { canvas in for color in colors { canvas.fill(all, with: color) } }
      return picture
    }
    let round = CornerRadii(.pixels(6))
    let clip = Path(rect: Rect(x: 3.4, y: 2.3, width: 20, height: 14), radii: round)
    func cut(_ picture: Picture) throws -> Raster {
      var raster = try Raster(area: PixelRect(covering: all, scale: scale), scale: scale)
      try raster.draw { canvas in canvas.clipped(to: clip) { $0.draw(picture) } }
      return raster
    }
    let (two, one) = (try cut(picture([.white, .blue])), try cut(picture([.blue])))
    #expect(two.distance(to: one) == 0)
    #expect(two.pixels.samples.contains { (1..<255).contains($0.alpha) })
  }

  @Test func drawUnderIsNotSeenByAnEarlierAtop() throws {
    var picture = Picture(scale: 1)
    try picture.draw(in: all) { $0.fill(Rect(x: 0, y: 0, width: 10, height: 10), with: .red) }
    try picture.draw(.atop, in: all) {
      $0.fill(Rect(x: 0, y: 0, width: 40, height: 5), with: .blue)
    }
    try picture.drawUnder(in: all) { $0.fill(all, with: .green) }
    let raster = try picture.raster(in: all)
    #expect(raster[5, 2] == .blue && raster[5, 8] == .red)
    #expect(raster[20, 2] == .green && raster[20, 20] == .green)
  }

  @Test func atopSeesWhatWasDrawnUnderBefore() throws {
    var picture = Picture(scale: 1)
    try picture.draw(in: all) { $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), with: .red) }
    try picture.drawUnder(in: all) { $0.fill(Rect(x: 0, y: 0, width: 8, height: 4), with: .green) }
    try picture.draw(.atop, in: all) {
      $0.fill(Rect(x: 0, y: 0, width: 40, height: 1), with: .blue)
    }
    let raster = try picture.raster(in: all)
    #expect(raster[1, 0] == .blue && raster[6, 0] == .blue && raster[9, 0] == .clear)
  }

  @Test func sourceReplacesOnlyInItsArea() throws {
    var picture = Picture(scale: 1)
    try picture.draw(in: all) { $0.fill(all, with: .red) }
    try picture.draw(.source, in: Rect(x: 10, y: 10, width: 5, height: 5)) {
      $0.fill(Rect(x: 10, y: 10, width: 5, height: 2), with: .blue)
    }
    let raster = try picture.raster(in: all)
    #expect(raster[11, 11] == .blue && raster[11, 13] == .clear && raster[30, 20] == .red)
  }

  @Test func destinationInKeepsOnlyWhatIsInside() throws {
    var picture = Picture(scale: 1)
    try picture.draw(in: all) { $0.fill(all, with: .red) }
    try picture.draw(.destinationIn, in: Rect(x: 10, y: 10, width: 5, height: 5)) {
      $0.fill(Rect(x: 10, y: 10, width: 5, height: 2), with: .blue)
    }
    let raster = try picture.raster(in: all)
    #expect(raster.bounds { $0 == .red } == PixelRect(x: 10, y: 10, width: 5, height: 2))
    #expect(raster[30, 20] == .clear)
  }

  @Test func clips() throws {
    var picture = try mixed(scale: 1)
    let before = try picture.raster(in: all)
    try picture.clip(to: Rect(x: 5, y: 4, width: 10, height: 9))
    #expect(picture.extent == Rect(x: 5, y: 4, width: 10, height: 9))
    let after = try picture.raster(in: all)
    for (x, y) in after.area.places {
      let isInside = (5..<15).contains(x) && (4..<13).contains(y)
      #expect(after[x, y].isNear(isInside ? before[x, y] : .clear))
    }
    try picture.clip(to: Rect(x: 100, y: 100, width: 5, height: 5))
    #expect(picture.isEmpty && picture.extent == .empty)
  }

  @Test(arguments: scales)
  func aRegionIsACropOfTheWhole(scale: Double) throws {
    let picture = try mixed(scale: scale)
    let whole = try picture.raster(in: all)
    for region in [
      Rect(x: 4, y: 4, width: 12, height: 10), Rect(x: 9.3, y: 7.7, width: 13.1, height: 15.9),
      Rect(x: -5, y: -5, width: 20, height: 20), Rect(x: 30, y: 20, width: 30, height: 30),
    ] {
      let part = try picture.raster(in: region)
      #expect(part.area == PixelRect(covering: region, scale: scale))
      // Cairo rounds a gradient's places from the corner of what it draws.
      #expect(try #require(part.distance(to: whole.cropped(to: part.area))) <= 1)
    }
    #expect(try picture.raster(in: .empty).area.isEmpty)
  }

  @Test(arguments: scales)
  func aRegionOfPlainShapesIsACrop(scale: Double) throws {
    var picture = Picture(scale: scale)
    try picture.draw(in: all) {
      $0.fill(
        Path(rect: Rect(x: 3.3, y: 2.7, width: 30.4, height: 21), radii: CornerRadii(.pixels(9))),
        with: .red)
    }
    try picture.draw(.atop, in: all) {
      $0.fill(Rect(x: 0, y: 8.4, width: 40, height: 5), with: .blue)
    }
    let whole = try picture.raster(in: all)
    let part = try picture.raster(in: Rect(x: 4.7, y: 1.2, width: 20.1, height: 17.7))
    // Cairo rounds the ends of edges that it cuts.
    #expect(try #require(part.distance(to: whole.cropped(to: part.area))) <= 4)
  }

  @Test(arguments: scales)
  func aNestedPictureIsTheSame(scale: Double) throws {
    let inner = try mixed(scale: scale)
    var outer = Picture(scale: scale)
    try outer.draw(in: all) { $0.draw(inner) }
    var twice = Picture(scale: scale)
    try twice.drawUnder(outer)
    let expected = try inner.raster(in: all)
    #expect(try #require(outer.raster(in: all).distance(to: expected)) <= 1)
    #expect(try #require(twice.raster(in: all).distance(to: expected)) <= 1)
  }

  @Test func aNestedPictureKeepsItsOperatorsToItself() throws {
    var inner = Picture(scale: 1)
    try inner.draw(in: all) { $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), with: .red) }
    try inner.draw(.destinationOut, in: all) {
      $0.fill(Rect(x: 0, y: 0, width: 40, height: 2), with: .black)
    }
    let raster = try drawn(40, 30) { canvas in
      canvas.fill(all, with: .green)
      canvas.draw(inner)
    }
    #expect(raster[1, 1] == .green && raster[1, 3] == .red && raster[20, 1] == .green)
  }

  @Test func opacityIsOfTheWhole() throws {
    var picture = Picture(scale: 1)
    try picture.draw(in: all) {
      $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), with: .red)
      $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), with: .blue)
    }
    let raster = try drawn(8, 8) { $0.draw(picture, opacity: 0.5) }
    #expect(raster[1, 1].isNear(Sample(0, 0, 128, 128)))
  }

  /// What covered three quarters of a pixel had nine sixteenths of its colour.
  @Test func aTranslucentPictureKeepsTheEdgesOfItsPixels() throws {
    let rect = Rect(x: 2.25, y: 2, width: 4, height: 4.75)
    var picture = Picture(scale: 1)
    try picture.draw(in: rect) { $0.fill(rect, with: .red) }
    let raster = try drawn(8, 8) { $0.draw(picture, opacity: 0.5) }
    #expect(raster[2, 3].isNear(Sample(96, 0, 0, 96)))
    #expect(raster[4, 6].isNear(Sample(96, 0, 0, 96)))
  }

  private func noise(_ area: PixelRect, scale: Double) throws -> Raster {
    var random = SeededGenerator(seed: 11)
    var pixels = try Pixels(width: area.width, height: area.height)
    for y in 0..<area.height {
      for x in 0..<area.width {
        let alpha = Int.random(in: 0...255, using: &random)
        func part() -> Int { Int.random(in: 0...alpha, using: &random) }
        try pixels.set(Sample(part(), part(), part(), alpha), x: x, y: y)
      }
    }
    return Raster(pixels, x: area.x, y: area.y, scale: scale)
  }

  @Test(arguments: [1, 1.5, 2, 3, 0.7, 3.3])
  func pixelsArePlacedAndNotResampled(scale: Double) throws {
    let raster = try noise(PixelRect(x: 5, y: -3, width: 17, height: 13), scale: scale)
    let picture = try Picture(raster)
    #expect(picture.extent == raster.rect)
    #expect(try picture.raster(in: raster.rect).distance(to: raster) == 0)
    // Also in a recording, and in one inside that.
    var outer = Picture(scale: scale)
    try outer.draw(in: picture.extent.grown(by: 4)) { $0.draw(picture) }
    var outermost = Picture(scale: scale)
    try outermost.drawUnder(outer)
    #expect(try outer.raster(in: raster.rect).distance(to: raster) == 0)
    #expect(try outermost.raster(in: raster.rect).distance(to: raster) == 0)
    let margin = try outermost.raster(in: raster.rect.grown(by: 3))
    #expect(try margin.cropped(to: raster.area).distance(to: raster) == 0)
  }

  @Test func pixelsOfAnotherScaleKeepTheirPlace() throws {
    var pixels = try Pixels(width: 4, height: 4)
    for y in 0..<4 { for x in 0..<4 { try pixels.set(.red, x: x, y: y) } }
    let picture = try Picture(Raster(pixels, x: 4, y: 8, scale: 2))
    let raster = try drawn(10, 10) { $0.draw(picture) }
    #expect(raster[2, 4].isNear(.red, within: 2) && raster[3, 5].isNear(.red, within: 2))
    #expect(raster[0, 0] == .clear && raster[6, 6] == .clear)
  }

  @Test func copiesDoNotShareLaterDrawing() throws {
    let first = try mixed(scale: 1)
    var second = first
    try second.draw(in: all) { $0.fill(all, with: .red) }
    #expect(try first.raster(in: all)[39, 29] == .clear)
    #expect(try second.raster(in: all)[39, 29] == .red)
  }

  @Test func aPictureOfNoPixels() throws {
    let picture = try Picture(Raster(area: PixelRect(x: 0, y: 0, width: 0, height: 0), scale: 1))
    #expect(picture.isEmpty)
  }

  @Test(arguments: scales)
  func aMaskIsThePicturesAlpha(scale: Double) throws {
    let picture = try mixed(scale: scale)
    let mask = try picture.mask(in: all)
    let raster = try picture.raster(in: all)
    #expect(mask.area == raster.area)
    for (x, y) in mask.area.places { #expect(abs(Int(mask[x, y]) - raster[x, y].alpha) <= 1) }
  }

  @Test(arguments: scales)
  func supersamplingIsInWholeGroups(scale: Double) throws {
    var picture = Picture(scale: scale)
    try picture.draw(in: all) {
      $0.fill(
        Path(rect: Rect(x: 3, y: 3, width: 25, height: 25), radii: CornerRadii(.percent(50))),
        with: .black)
    }
    let region = Rect(x: 2.4, y: 2.4, width: 26.3, height: 27)
    let fine = try picture.mask(in: region, supersampling: 4)
    let coarse = try picture.mask(in: region)
    #expect(fine.area.x == coarse.area.x * 4 && fine.area.width == coarse.area.width * 4)
    #expect(fine.area.y == coarse.area.y * 4 && fine.area.height == coarse.area.height * 4)
    let reduced = try fine.reduced(by: 4)
    #expect(reduced.area == coarse.area)
    let differences = coarse.area.places.map {
      abs(Int(reduced[$0.x, $0.y]) - Int(coarse[$0.x, $0.y]))
    }
    #expect(differences.max() ?? 0 <= 24)
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 0.5)
  }

  struct Stop: Error {}

  @Test func aDrawingThatFailsLeavesThePictureAsItWas() throws {
    var picture = try mixed(scale: 1)
    let before = try picture.raster(in: all)
    #expect(throws: Stop.self) { try picture.draw(in: all) { _ in throw Stop() } }
    #expect(throws: Stop.self) { try picture.drawUnder(in: all) { _ in throw Stop() } }
    #expect(try picture.raster(in: all).distance(to: before) == 0)
  }
}

extension PictureTests {
  /// An effect that takes a table of colours reads them as they are.
  @Test func anImageHasPixels() throws {
    var pixels = try Pixels(width: 3, height: 2)
    let stride = pixels.bytesPerRow
    try pixels.withMutableBytes { bytes in
      for y in 0..<2 {
        for x in 0..<12 { bytes[y * stride + x] = x % 4 == 3 ? 255 : UInt8(20 * x + y) }
      }
    }
    let raster = try CanvasImage(pixels).raster()
    #expect(raster.area == PixelRect(x: 0, y: 0, width: 3, height: 2))
    raster.pixels.withBytes { bytes in
      for y in 0..<2 {
        for x in 0..<12 {
          #expect(
            bytes[y * raster.pixels.bytesPerRow + x] == (x % 4 == 3 ? 255 : UInt8(20 * x + y)))
        }
      }
    }
  }
}
