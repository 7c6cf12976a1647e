import Glibc
@_spi(Host) import ScrimKit
import Testing

@Suite struct PaintTests {
  let box = Rect(x: 7, y: 3, width: 60, height: 30)

  /// CSS Images §3.1, from its words: the gradient line goes through the middle of the box and is as
  /// long as makes the corners that it points from and to take the first and last colour.
  private func expected(_ gradient: LinearGradient, in box: Rect, x: Int, y: Int) -> Sample {
    let angle = gradient.angle / 180 * Double.pi
    let (px, py) = (
      Double(x) + 0.5 - box.x - box.width / 2, Double(y) + 0.5 - box.y - box.height / 2
    )
    let length = abs(box.width * sin(angle)) + abs(box.height * cos(angle))
    return sample(gradient.stops, at: 0.5 + (px * sin(angle) - py * cos(angle)) / length)
  }

  /// Premultiplied interpolation of two stops at 0 and 1.
  private func sample(_ stops: [GradientStop], at place: Double) -> Sample {
    let t = min(1, max(0, place))
    let (a, b) = (stops[0].color, stops[1].color)
    func part(_ path: KeyPath<Color, Double>) -> Int {
      let value = a[keyPath: path] * a.alpha * (1 - t) + b[keyPath: path] * b.alpha * t
      return Int((value * 255).rounded())
    }
    let alpha = Int(((a.alpha * (1 - t) + b.alpha * t) * 255).rounded())
    return Sample(part(\.red), part(\.green), part(\.blue), alpha)
  }

  private func stops(_ first: String, _ last: String) throws -> [GradientStop] {
    [
      GradientStop(color: try #require(Color(css: first)), offset: 0),
      GradientStop(color: try #require(Color(css: last)), offset: 1),
    ]
  }

  @Test(arguments: [0, 45, 90, 180, 30, 270, -45, 360])
  func linearFollowsTheGradientLineOfCSS(angle: Double) throws {
    let gradient = LinearGradient(angle: angle, stops: try stops("#f08000", "#00c0ff"))
    let raster = try drawn(80, 40) { $0.fill(box, with: .linear(gradient)) }
    var worst = 0
    for y in 3..<33 {
      for x in 7..<67 {
        worst = max(
          worst, raster[x, y].distance(to: expected(gradient, in: box, x: x, y: y)))
      }
    }
    #expect(worst <= 1)
    #expect(raster[6, 10] == .clear)
    #expect(raster[67, 10] == .clear)
  }

  @Test func zeroPointsUpAndNinetyToTheRight() throws {
    let up = try drawn(10, 100) {
      $0.fill(
        Rect(x: 0, y: 0, width: 10, height: 100),
        with: .linear(LinearGradient(angle: 0, stops: try stops("#000", "#fff"))))
    }
    #expect(up[5, 0].red > 250 && up[5, 99].red < 5)
    let right = try drawn(100, 10) {
      $0.fill(
        Rect(x: 0, y: 0, width: 100, height: 10),
        with: .linear(LinearGradient(angle: 90, stops: try stops("#000", "#fff"))))
    }
    #expect(right[99, 5].red > 250 && right[0, 5].red < 5)
  }

  /// CSS Images 3, §3.4.3.
  @Test(
    arguments: [
      (["red", "blue"], [0, 1]), (["red", "lime", "blue"], [0, 0.5, 1]),
      (["red", ["lime", 0.2], "blue"], [0, 0.2, 1]),
      ([["red", 0.2], "lime", "gold", ["blue", 0.8], "black"], [0.2, 0.4, 0.6, 0.8, 1]),
      (["red", "lime", ["blue", 0.5]], [0, 0.25, 0.5]),
      (["red", ["lime", 1], "blue"], [0, 1, 1]),
      (["red", ["lime", 0]], [0, 0]),
    ] as [(JSON, [Double])])
  func placesColoursWithoutAnOffset(_ stops: JSON, _ offsets: [Double]) throws {
    var decoding = ParameterDecoding()
    let paint = Paint(from: ["linear": ["stops": stops]], &decoding)
    guard case .linear(let gradient) = try #require(paint) else { return }
    #expect(gradient.stops.map { ($0.offset * 1e6).rounded() / 1e6 } == offsets)
  }

  /// Any number of stops, in double precision.
  private func exact(_ stops: [GradientStop], at place: Double) -> [Double] {
    let t = min(stops[stops.count - 1].offset, max(stops[0].offset, place))
    let after = stops.firstIndex { $0.offset >= t } ?? 0
    let (a, b) = (stops[max(0, after - 1)], stops[after])
    let share = b.offset > a.offset ? (t - a.offset) / (b.offset - a.offset) : 1
    func part(_ path: KeyPath<Color, Double>) -> Double {
      255
        * (a.color[keyPath: path] * a.color.alpha * (1 - share)
          + b.color[keyPath: path] * b.color.alpha * share)
    }
    let alpha = 255 * (a.color.alpha * (1 - share) + b.color.alpha * share)
    return [part(\.red), part(\.green), part(\.blue), alpha]
  }

  private func fourStops() throws -> [GradientStop] {
    try zip(["#f97316", "#2010ff40", "transparent", "#fff"], [0, 0.3, 0.6, 1]).map {
      GradientStop(color: try #require(Color(css: $0)), offset: $1)
    }
  }

  private func distance(_ sample: Sample, _ exact: [Double]) -> Double {
    zip([sample.red, sample.green, sample.blue, sample.alpha], exact)
      .map { abs(Double($0) - $1) }.max() ?? 0
  }

  @Test(arguments: Array(stride(from: -30.0, to: 390, by: 15)))
  func fourStopsAtEveryAngle(angle: Double) throws {
    let gradient = LinearGradient(angle: angle, stops: try fourStops())
    let box = Rect(x: 4, y: 5, width: 150, height: 70)
    let raster = try drawn(160, 80) { $0.fill(box, with: .linear(gradient)) }
    let (dx, dy) = (sin(angle / 180 * Double.pi), -cos(angle / 180 * Double.pi))
    let length = abs(box.width * dx) + abs(box.height * dy)
    var worst = 0.0
    for y in 5..<75 {
      for x in 4..<154 {
        let along = (Double(x) + 0.5 - box.center.x) * dx + (Double(y) + 0.5 - box.center.y) * dy
        worst = max(
          worst, distance(raster[x, y], exact(gradient.stops, at: 0.5 + along / length)))
      }
    }
    #expect(worst <= 1, "\(worst)")
  }

  @Test(arguments: [(50.0, 50.0, 50.0), (30, 70, 100), (0, 0, 35), (100, 20, 170)])
  func fourStopsInCircles(_ x: Double, _ y: Double, _ radius: Double) throws {
    let gradient = RadialGradient(
      centerX: .percent(x), centerY: .percent(y), radius: .percent(radius),
      stops: try fourStops())
    let box = Rect(x: 4, y: 5, width: 150, height: 90)
    let raster = try drawn(160, 100) { $0.fill(box, with: .radial(gradient)) }
    let (centerX, centerY) = (4 + 1.5 * x, 5 + 0.9 * y)
    var worst = 0.0
    for y in 5..<95 {
      for x in 4..<154 {
        let (dx, dy) = (Double(x) + 0.5 - centerX, Double(y) + 0.5 - centerY)
        let place = (dx * dx + dy * dy).squareRoot() / (0.9 * radius)
        worst = max(worst, distance(raster[x, y], exact(gradient.stops, at: place)))
      }
    }
    #expect(worst <= 1, "\(worst)")
  }

  /// Each level is as wide as the others, and none is left out.
  @Test func aLongGradientHasNoBandsButThoseOfEightBits() throws {
    let gradient = LinearGradient(angle: 90, stops: try stops("#000", "#fff"))
    let raster = try drawn(2040, 1) {
      $0.fill(Rect(x: 0, y: 0, width: 2040, height: 1), with: .linear(gradient))
    }
    let levels = (0..<2040).map { raster[$0, 0].green }
    #expect(zip(levels, levels.dropFirst()).allSatisfy { 0...1 ~= $1 - $0 })
    let widths = (1..<255).map { level in levels.count { $0 == level } }
    #expect(widths.allSatisfy { (7...9).contains($0) })
  }

  @Test(arguments: [
    ("white", "transparent"), ("transparent", "white"), ("#ff0000", "#0000ff00"),
    ("rgb(0 255 0 / 20%)", "#00f"),
  ])
  func interpolatesPremultiplied(first: String, last: String) throws {
    let gradient = LinearGradient(angle: 90, stops: try stops(first, last))
    let box = Rect(x: 0, y: 0, width: 256, height: 2)
    let raster = try drawn(256, 2) { $0.fill(box, with: .linear(gradient)) }
    for x in 0..<256 {
      let wanted = expected(gradient, in: box, x: x, y: 0)
      #expect(
        raster[x, 0].isNear(wanted), "at \(x): \(raster[x, 0]), expected \(wanted)")
    }
  }

  /// Any two colours, also nearly transparent ones beside opaque ones, in floating point.
  @Test func anyTwoColoursInterpolatePremultiplied() throws {
    var random = SeededGenerator(seed: 7)
    func color() -> Color {
      let alphas = [0, 0.004, 0.02, 0.3, 0.9, 1, random.unit()]
      return Color(
        red: random.unit().rounded(), green: random.unit(), blue: random.unit(),
        alpha: alphas[Int(random.unit() * 7)])
    }
    let box = Rect(x: 0, y: 0, width: 256, height: 1)
    var worst = 0
    for _ in 0..<400 {
      let gradient = LinearGradient(
        angle: 90,
        stops: [GradientStop(color: color(), offset: 0), GradientStop(color: color(), offset: 1)])
      let raster = try drawn(256, 1) { $0.fill(box, with: .linear(gradient)) }
      for x in 0..<256 {
        worst = max(worst, raster[x, 0].distance(to: expected(gradient, in: box, x: x, y: 0)))
      }
    }
    #expect(worst <= 1)
  }

  @Test func aFadeOfWhiteHasNoGrey() throws {
    let gradient = LinearGradient(angle: 90, stops: try stops("white", "transparent"))
    let raster = try drawn(200, 1) {
      $0.fill(Rect(x: 0, y: 0, width: 200, height: 1), with: .linear(gradient))
    }
    for x in 0..<200 {
      let sample = raster[x, 0]
      #expect(sample.red == sample.green && sample.green == sample.blue)
      #expect(abs(sample.red - sample.alpha) <= 1)
    }
    // Over white it leaves white.
    let over = try drawn(200, 1) {
      $0.fill(Rect(x: 0, y: 0, width: 200, height: 1), with: .white)
      $0.fill(Rect(x: 0, y: 0, width: 200, height: 1), with: .linear(gradient))
    }
    #expect(over.pixels.samples.allSatisfy { $0.isNear(.white) })
  }

  @Test func stopsHoldTheirPlaces() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    let blue = Color(red: 0, green: 0, blue: 1)
    let gradient = LinearGradient(
      angle: 90,
      stops: [
        GradientStop(color: red, offset: 0.25), GradientStop(color: red, offset: 0.5),
        GradientStop(color: blue, offset: 0.5), GradientStop(color: blue, offset: 0.75),
      ])
    let raster = try drawn(100, 1) {
      $0.fill(Rect(x: 0, y: 0, width: 100, height: 1), with: .linear(gradient))
    }
    #expect(raster[0, 0] == .red && raster[48, 0] == .red)
    #expect(raster[51, 0] == .blue && raster[99, 0] == .blue)
  }

  @Test func radialRelatesToTheShorterSide() throws {
    let gradient = RadialGradient(
      centerX: .percent(50), centerY: .percent(50), radius: .percent(50),
      stops: try stops("#fff", "#000"))
    let box = Rect(x: 10, y: 0, width: 80, height: 40)
    let raster = try drawn(100, 40) { $0.fill(box, with: .radial(gradient)) }
    for y in 0..<40 {
      for x in 10..<90 {
        let (dx, dy) = (Double(x) + 0.5 - 50, Double(y) + 0.5 - 20)
        let wanted = sample(gradient.stops, at: (dx * dx + dy * dy).squareRoot() / 20)
        #expect(raster[x, y].isNear(wanted, within: 2))
      }
    }
    #expect(raster[11, 20] == .black)
  }

  /// CSS Images 4 §3.3: offset 0 is up, and offsets grow clockwise.
  @Test(arguments: [0, 90, -45.5]) func conicTurnsAroundItsCentre(angle: Double) throws {
    let gradient = ConicGradient(
      angle: angle, centerX: .percent(25), centerY: .pixels(12),
      stops: try stops("#f08000", "#00c0ff80"))
    let raster = try drawn(80, 40) { $0.fill(box, with: .conic(gradient)) }
    var worst = 0
    for y in 3..<33 {
      for x in 7..<67 {
        let (dx, dy) = (Double(x) + 0.5 - box.x - 15, Double(y) + 0.5 - box.y - 12)
        var place = (atan2(dx, -dy) / .pi * 180 - angle) / 360
        place -= place.rounded(.down)
        worst = max(worst, raster[x, y].distance(to: sample(gradient.stops, at: place)))
      }
    }
    #expect(worst <= 1)
    #expect(raster[6, 10] == .clear && raster[67, 10] == .clear)
  }

  @Test func stopsRepeat() throws {
    let bands =
      [0.25, 0.5].map { GradientStop(color: .black, offset: $0) }
      + [0.5, 0.75].map { GradientStop(color: .white, offset: $0) }
    var linear = LinearGradient(angle: 90, stops: bands)
    var radial = RadialGradient(
      centerX: .pixels(0), centerY: .pixels(0), radius: .pixels(80), stops: bands)
    var conic = ConicGradient(
      angle: 90, centerX: .pixels(0), centerY: .pixels(0), stops: bands)
    for isRepeating in [false, true] {
      linear.style.isRepeating = isRepeating
      radial.style.isRepeating = isRepeating
      conic.style.isRepeating = isRepeating
      let whole = Rect(x: 0, y: 0, width: 80, height: 80)
      // Black from a quarter to a half, white to three quarters; then black again, and before white.
      let edges = isRepeating ? [255, 0, 255, 0] : [0, 0, 255, 255]
      let along = try drawn(80, 80) { $0.fill(whole, with: .linear(linear)) }
      #expect([10, 30, 50, 70].map { along[$0, 40].red } == edges)
      let out = try drawn(80, 80) { $0.fill(whole, with: .radial(radial)) }
      #expect([10, 30, 50, 70].map { out[$0, 0].red } == edges)
      // From the right, clockwise: of this quarter of a turn the first is at offsets 0 to 0.25.
      let around = try drawn(80, 80) {
        $0.fill(whole, with: .conic(conic), box: Rect(x: 40, y: 40, width: 40, height: 40))
      }
      #expect(
        [(60, 60), (20, 60), (20, 20), (60, 20)].map { around[$0.0, $0.1].red } == edges)
    }
  }

  /// What repeats within less than can be drawn is one colour (CSS Images 3 §3.3), also where a document would list each
  /// repetition.
  @Test(arguments: [1e-9, 0.0]) func aPeriodThatCannotBeDrawnIsOneColor(period: Double) throws {
    let ends = [("#f00", 0.5), ("#00f", 0.5 + period)]
    let both = try ends.map {
      GradientStop(color: try #require(Color(css: $0.0)), offset: $0.1)
    }
    let center = Length.percent(50)
    var linear = LinearGradient(angle: 90, stops: both)
    var radial = RadialGradient(
      centerX: center, centerY: center, radius: .pixels(1), stops: both)
    var conic = ConicGradient(angle: 0, centerX: center, centerY: center, stops: both)
    linear.style.isRepeating = true
    radial.style.isRepeating = true
    conic.style.isRepeating = true
    let expected = period > 0 ? Sample(128, 0, 128, 255) : Sample(0, 0, 255, 255)
    let whole = Rect(x: 0, y: 0, width: 40, height: 40)
    for paint in [Paint.linear(linear), .radial(radial), .conic(conic)] {
      let raster = try drawn(40, 40) { $0.fill(whole, with: paint) }
      for place in [(0, 0), (19, 21), (39, 7)] {
        #expect(raster[place.0, place.1].distance(to: expected) <= 1)
      }
      var picture = Picture(scale: 1, for: .document)
      try picture.draw(in: whole) { $0.fill(whole, with: paint) }
      #expect(try picture.document(.pdf, page: whole).count < 100_000)
    }
  }

  /// The values are those of CSS's `color-mix(in oklab, …)`.
  @Test(
    arguments: [
      ("#f00", "#00f", Sample(140, 83, 162, 255)), ("#000", "#fff", Sample(99, 99, 99, 255)),
      ("#ff0", "#00f0", Sample(128, 128, 0, 128)),
    ])
  func oklabMixesAsCSSDoes(_ first: String, _ last: String, _ expected: Sample) throws {
    var gradient = LinearGradient(angle: 90, stops: try stops(first, last))
    gradient.style.space = .oklab
    let raster = try drawn(101, 1) {
      $0.fill(Rect(x: 0, y: 0, width: 101, height: 1), with: .linear(gradient))
    }
    #expect(raster[50, 0].distance(to: expected) <= 1, "\(raster[50, 0])")
  }

  @Test func theBoxIsThePathsUnlessGiven() throws {
    let gradient = Paint.linear(LinearGradient(angle: 90, stops: try stops("#000", "#fff")))
    let own = try drawn(100, 2) {
      $0.fill(Path(rect: Rect(x: 50, y: 0, width: 50, height: 2)), with: gradient)
    }
    #expect(own[50, 0].red < 10)
    let given = try drawn(100, 2) {
      $0.fill(
        Rect(x: 50, y: 0, width: 50, height: 2), with: gradient,
        box: Rect(x: 0, y: 0, width: 100, height: 2))
    }
    #expect(abs(given[50, 0].red - 129) <= 1)
  }

  @Test func opacityAndOpaqueness() throws {
    let linear = Paint.linear(LinearGradient(angle: 0, stops: try stops("#000", "#fff")))
    let radial = Paint.radial(
      RadialGradient(
        centerX: .percent(50), centerY: .percent(50), radius: .pixels(3),
        stops: try stops("#000", "#fff")))
    let conic = Paint.conic(
      ConicGradient(
        angle: 20, centerX: .percent(50), centerY: .percent(50), stops: try stops("#000", "#fff")))
    for paint in [linear, radial, conic, .black] {
      #expect(paint.isOpaque)
      #expect(!paint.withOpacity(0.5).isOpaque)
      let raster = try drawn(4, 4) {
        $0.fill(Rect(x: 0, y: 0, width: 4, height: 4), with: paint.withOpacity(0.5))
      }
      #expect(raster.pixels.samples.allSatisfy { abs($0.alpha - 128) <= 1 })
    }
  }
}
