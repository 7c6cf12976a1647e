@_spi(Host) import ScrimKit
import Testing

extension TextTests {
  /// Letters and their strokes on pixels, beside the same paths by Cairo.
  @Suite struct GlyphMaskTests {
    let fonts: FontLibrary
    let text: TextLayout
    private static let box = Rect(x: 20.3, y: 11.7, width: 300, height: 90)
    private static let stroke = StrokeStyle(width: 9)
    /// Two rasterizers that both round curves to 1/20 of a pixel.
    private static let (most, mean) = (40, 2.5)

    init() throws {
      let typesetter = try Typesetter()
      fonts = typesetter.library
      text = try typesetter.set("Ågjf, quay\nTwo &8", Typesetter.latin, in: Self.box) {
        $0.size = 37
        $0.color = .white
      }
    }

    static let paints: [Paint] = [
      .red, .color(Color(red: 0, green: 0, blue: 1, alpha: 0.4)),
      .linear(
        LinearGradient(
          angle: 70,
          stops: [
            GradientStop(color: .black, offset: 0), GradientStop(color: .white, offset: 1),
          ])),
    ]

    @Test(arguments: paints, [1, 1.5, 3])
    func looksAsByCairo(paint: Paint, scale: Double) throws {
      let area = Self.box.grown(by: 10)
      let own = try drawn(over: area, scale) { canvas in
        canvas.strokeBehind(text, Self.stroke, with: paint, box: area)
        try canvas.draw(text)
      }
      let cairo = try drawn(over: area, scale) { canvas in
        canvas.stroke(text.outlines, Self.stroke, with: paint, box: area)
        canvas.fill(text.outlines, with: .white, box: area)
      }
      try expectNear(own, cairo)
    }

    @Test(arguments: [0.3, 1.9])
    func turnedToo(angle: Double) throws {
      let rotation = Transform(degrees: angle * 100, about: Self.box.center)
      let area = Self.box.grown(by: 120)
      let own = try drawn(over: area, 1) { canvas in
        try canvas.transformed(by: rotation) {
          $0.strokeBehind(text, Self.stroke, with: .blue)
          try $0.draw(text)
        }
      }
      let cairo = try drawn(over: area, 1) { canvas in
        canvas.transformed(by: rotation) {
          $0.stroke(text.outlines, Self.stroke, with: .blue)
          $0.fill(text.outlines, with: .white)
        }
      }
      try expectNear(own, cairo)
    }

    @Test(arguments: [1, 2]) func recordedItIsTheSame(scale: Double) throws {
      let area = Self.box.grown(by: 10)
      var picture = Picture(scale: scale)
      try picture.draw(in: area) { try $0.draw(text) }
      try picture.drawUnder(in: area) {
        $0.strokeBehind(text, Self.stroke, with: .blue, box: area)
      }
      let direct = try drawn(over: area, scale) { canvas in
        canvas.strokeBehind(text, Self.stroke, with: .blue, box: area)
        try canvas.draw(text)
      }
      #expect(try picture.raster(in: area).distance(to: direct) == 0)
      // A part is a part of the whole.
      let part = Rect(x: 57, y: 30, width: 91, height: 22)
      let cut = try direct.cropped(to: PixelRect(covering: part, scale: scale))
      #expect(try picture.raster(in: part).distance(to: cut) == 0)
    }

    /// Effects draw pictures on pictures, and the host cuts them.
    @Test(arguments: [1, 1.5, 2]) func recordedTwiceItIsTheSame(scale: Double) throws {
      let area = Rect(x: 10, y: 2, width: 320, height: 110)
      func both(_ canvas: Canvas) throws {
        canvas.strokeBehind(text, Self.stroke, with: .blue, box: area)
        try canvas.draw(text)
      }
      func scene(_ canvas: Canvas, _ letters: (Canvas) throws -> Void) throws {
        canvas.fill(Rect(x: 10, y: 2, width: 160, height: 110), with: .red)
        try canvas.clipped(to: Path(rect: Rect(x: 40, y: 2, width: 200, height: 64))) { canvas in
          try canvas.group(opacity: 0.6) { try letters($0) }
          try canvas.transformed(by: Transform(degrees: 20, about: Self.box.center)) {
            try letters($0)
          }
          try canvas.transformed(origin: Point(x: 30, y: 20), scale: 0.5) { try letters($0) }
        }
      }
      var inner = Picture(scale: scale)
      try inner.draw(in: area) { try both($0) }
      var middle = Picture(scale: scale)
      try middle.draw(in: area) { canvas in try scene(canvas) { $0.draw(inner) } }
      var outer = Picture(scale: scale)
      try outer.draw(in: area) { $0.draw(middle) }
      let direct = try drawn(over: area, scale) { canvas in try scene(canvas, both) }
      #expect(try #require(try outer.raster(in: area).distance(to: direct)) <= 2)
      // What is cut is the same inside.
      let part = Rect(x: 60, y: 30, width: 90, height: 24)
      try outer.clip(to: part)
      let inside = PixelRect(within: part, scale: scale)
      let cut = try outer.raster(in: part).cropped(to: inside)
      #expect(try #require(cut.distance(to: direct.cropped(to: inside))) <= 2)
    }

    @Test func aRecordingEndsWhereItWasToEnd() throws {
      let part = Rect(x: 57, y: 30, width: 91, height: 22)
      var picture = Picture(scale: 1)
      try picture.draw(in: part) { try $0.draw(text) }
      let whole = try drawn(over: Self.box, 1) { try $0.draw(text) }
      let cut = try picture.raster(in: Self.box)
      #expect(cut.bounds { $0.alpha > 0 }.map { part.contains($0.rect(scale: 1)) } == true)
      let area = PixelRect(covering: part, scale: 1)
      #expect(try cut.cropped(to: area).distance(to: whole.cropped(to: area)) == 0)
    }

    @Test func whatElseIsDrawnStaysInItsOrder() throws {
      var picture = Picture(scale: 1)
      try picture.draw(in: Self.box) { canvas in
        try canvas.draw(text)
        canvas.fill(Self.box, with: .red)
      }
      let raster = try picture.raster(in: Self.box.grown(by: -2))
      #expect(raster.pixels.samples.allSatisfy { $0 == .red })
    }

    @Test(arguments: [
      StrokeStyle(width: 9, join: .miter), StrokeStyle(width: 9, join: .bevel),
      StrokeStyle(width: 9, dash: [12, 10]), StrokeStyle(width: 1),
    ])
    func otherStrokesAreCairos(style: StrokeStyle) throws {
      let area = Self.box.grown(by: 20)
      let own = try drawn(over: area, 1) { $0.strokeBehind(text, style, with: .blue, box: area) }
      let cairo = try drawn(over: area, 1) {
        $0.stroke(text.outlines, style, with: .blue, box: area)
      }
      #expect(own.distance(to: cairo) == 0)
    }

    @Test func lettersThatOverlapAreOneShape() throws {
      let close = try Typesetter().set("OOO", Typesetter.latin, in: Self.box) {
        $0.size = 60
        $0.letterSpacing = -20
        $0.color = Paint.white.withOpacity(0.5)
      }
      let own = try drawn(over: Self.box, 1) { try $0.draw(close) }
      let area = PixelRect(covering: Self.box, scale: 1)
      var (shape, cairo) = (try Mask(area: area), try Mask(area: area))
      try shape.draw(scale: 1) { try $0.draw(close) }
      try cairo.draw(scale: 1) {
        $0.fill(close.outlines, with: Paint.white.withOpacity(0.5))
      }
      #expect(zip(shape.coverage, cairo.coverage).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      #expect(own.pixels.samples.allSatisfy { $0.alpha <= 128 })
    }

    /// Half covered pixels of light text are heavier, of dark text lighter; inside nothing changes, and masks and
    /// outlines have the plain coverage.
    @Test(
      arguments: [
        ("#fff", 143), ("#c8c8c8", 138), ("#808080", 134), ("#404040", 132), ("#000", 126),
      ])
    func theCoverageFollowsTheColor(color: String, half: Int) throws {
      let paint = Paint.color(try #require(Color(css: color)))
      let type = try Typesetter()
      let area = PixelRect(covering: Self.box, scale: 1)
      let plain = try type.set("Weight", Typesetter.latin, in: Self.box) { $0.size = 40 }
      var coverage = try Mask(area: area)
      try coverage.draw(scale: 1) { try $0.draw(plain) }
      let text = try drawn(over: Self.box, 1) { try $0.draw(plain.painted(with: paint)) }
      var mask = try Mask(area: area)
      try mask.draw(scale: 1) { try $0.draw(plain.painted(with: paint)) }
      #expect(mask.coverage == coverage.coverage)
      var seen = 0
      for (before, after) in zip(coverage.coverage, text.pixels.samples.map(\.alpha)) {
        if before == 0 || before == 255 { #expect(after == Int(before)) }
        guard before == 127 || before == 128 else { continue }
        seen += 1
        #expect(abs(after - half) <= 1)
      }
      #expect(seen > 0)
    }

    /// What comes a second time is kept for the third; elsewhere by less than can be seen, larger or with
    /// another stroke it is another.
    @Test func whatIsKeptIsTheSame() throws {
      let area = Self.box.grown(by: 10)
      func drawn(dx: Double = 0, scale: Double = 1, width: Double = 9) throws -> Raster {
        try self.drawn(over: area, scale) { canvas in
          try canvas.transformed(origin: Point(x: dx, y: 0), scale: 1) {
            $0.strokeBehind(text, StrokeStyle(width: width), with: .blue, box: area)
            try $0.draw(text)
          }
        }
      }
      func expectFound(
        _ count: Int, at location: SourceLocation = #_sourceLocation, _ draw: () throws -> Raster
      ) throws {
        let before = fonts.glyphsFound
        let kept = try draw()
        #expect(fonts.glyphsFound - before == count, sourceLocation: location)
        fonts.setGlyphCacheLimit(bytes: 0)
        #expect(try draw().distance(to: kept) == 0, sourceLocation: location)
      }
      // Two lines, each stroked and filled, in as many drawings as there are.
      fonts.setGlyphCacheLimit(bytes: 1 << 20)
      for _ in 0..<2 { _ = try drawn() }
      #expect(fonts.glyphsFound == 0)
      _ = try drawn()
      let all = fonts.glyphsFound
      #expect(all >= 2)
      try expectFound(all) { try drawn() }
      for other in [
        { try drawn(dx: 0.001) }, { try drawn(scale: 1.01) }, { try drawn(dx: 7) },
      ] {
        fonts.setGlyphCacheLimit(bytes: 1 << 20)
        for _ in 0..<2 { _ = try drawn() }
        try expectFound(0, other)
      }
      fonts.setGlyphCacheLimit(bytes: 1 << 20)
      for _ in 0..<2 { _ = try drawn() }
      // The letters themselves are as they were.
      try expectFound(all / 2) { try drawn(width: 10) }
    }

    @Test func noMoreIsKeptThanAllowed() throws {
      fonts.setGlyphCacheLimit(bytes: 4096)
      for _ in 0..<4 { _ = try drawn(over: Self.box, 1) { try $0.draw(text) } }
      #expect(fonts.glyphsFound == 0)
    }

    @Test func eachLibraryHasMasksOfItsOwn() throws {
      fonts.setGlyphCacheLimit(bytes: 1 << 20)
      let other = try Typesetter()
      other.library.setGlyphCacheLimit(bytes: 1 << 20)
      let same = try other.set("Ågjf, quay\nTwo &8", Typesetter.latin, in: Self.box) {
        $0.size = 37
        $0.color = .white
      }
      for _ in 0..<3 { _ = try drawn(over: Self.box, 1) { try $0.draw(text) } }
      _ = try drawn(over: Self.box, 1) { try $0.draw(same) }
      #expect(fonts.glyphsFound > 0)
      #expect(other.library.glyphsFound == 0)
    }

    /// What of a stroke is seen is another mask than all of it.
    @Test func aPartThatIsKeptIsNotTheWhole() throws {
      fonts.setGlyphCacheLimit(bytes: 1 << 20)
      let area = Self.box.grown(by: 10)
      let part = Path(rect: Rect(x: 60, y: 20, width: 80, height: 50))
      for _ in 0..<3 {
        _ = try drawn(over: area, 1) { canvas in
          canvas.clipped(to: part) { $0.strokeBehind(text, Self.stroke, with: .blue) }
        }
      }
      let kept = try drawn(over: area, 1) { $0.strokeBehind(text, Self.stroke, with: .blue) }
      fonts.setGlyphCacheLimit(bytes: 0)
      let fresh = try drawn(over: area, 1) { $0.strokeBehind(text, Self.stroke, with: .blue) }
      #expect(kept.distance(to: fresh) == 0)
    }

    private func drawn(
      over rect: Rect, _ scale: Double, _ body: (Canvas) throws -> Void
    ) throws -> Raster {
      var raster = try Raster(area: PixelRect(covering: rect, scale: scale), scale: scale)
      try raster.draw(body)
      return raster
    }

    private func expectNear(_ own: Raster, _ cairo: Raster) throws {
      let differences = zip(own.pixels.samples, cairo.pixels.samples)
        .map { $0.distance(to: $1) }.filter { $0 > 0 }
      try #require(!differences.isEmpty)
      // Cairo's strokes have holes in contours that are smaller than the pen, as dots are.
      let area = own.area.width * own.area.height
      #expect(differences.filter { $0 > Self.most }.count * 100 <= area)
      let sum = differences.reduce(0, +)
      #expect(Double(sum) / Double(area) < Self.mean)
    }
  }
}
