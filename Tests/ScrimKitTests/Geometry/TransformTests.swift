@_spi(Host) import ScrimKit
import Testing

@Suite struct TransformTests {
  private let center = Point(x: 30, y: 20)

  @Test func quarterTurnsAreExactAndClockwise() {
    let rect = Rect(x: 30, y: 10, width: 4, height: 2)
    func rotated(_ degrees: Double) -> Rect {
      Transform(degrees: degrees, about: center).bounds(of: rect)
    }
    #expect(rotated(90) == Rect(x: 38, y: 20, width: 2, height: 4))
    #expect(rotated(180) == Rect(x: 26, y: 28, width: 4, height: 2))
    #expect(rotated(-90) == Rect(x: 20, y: 16, width: 2, height: 4))
    #expect(rotated(450) == rotated(90))
    #expect(rotated(-720) == rect)
    #expect(Transform(degrees: 360, about: center) == .none)
  }

  @Test func boundsOfAnEighth() {
    let square = Rect(x: 25, y: 15, width: 10, height: 10)
    let bounds = Transform(degrees: 45, about: center).bounds(of: square)
    #expect(abs(bounds.width - 200.0.squareRoot()) < 1e-12)
    #expect(abs(bounds.height - 200.0.squareRoot()) < 1e-12)
    #expect(abs(bounds.center.x - 30) < 1e-12 && abs(bounds.center.y - 20) < 1e-12)
  }

  @Test func thereAndBack() {
    let rotation = Transform(degrees: 33, about: center).followed(
      by: Transform(degrees: -71, about: Point(x: -5, y: 9)))
    let point = Point(x: 3, y: 4)
    let back = rotation.inverse(rotation(point))
    #expect(abs(back.x - 3) < 1e-12 && abs(back.y - 4) < 1e-12)
    let both = Transform(degrees: -71, about: Point(x: -5, y: 9))(
      Transform(degrees: 33, about: center)(point))
    #expect(abs(rotation(point).x - both.x) < 1e-12 && abs(rotation(point).y - both.y) < 1e-12)
  }

  /// As CSS's `rotate: 30deg; scale: -2 0.5; transform: skew(20deg, 10deg)`.
  @Test func skewedThenScaledThenRotated() {
    let transform = Transform(degrees: 30, scale: (-2, 0.5), skew: (20, 10), about: center)
    let point = Point(x: 37, y: 15)
    let (dx, dy) = (point.x - center.x, point.y - center.y)
    let (tanX, tanY) = (0.363970234266202, 0.176326980708465)
    let (x, y) = (-2 * (dx + tanX * dy), 0.5 * (tanY * dx + dy))
    let expected = Point(
      x: center.x + 0.866025403784439 * x - 0.5 * y, y: center.y + 0.5 * x + 0.866025403784439 * y)
    let found = transform(point)
    #expect(abs(found.x - expected.x) < 1e-9 && abs(found.y - expected.y) < 1e-9)
    #expect(abs(transform(center).x - center.x) < 1e-9)
    let back = transform.inverse(found)
    #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
  }

  @Test func mirrorsAreExact() {
    let mirror = Transform(scale: (-1, 1), about: center)
    #expect(
      mirror.bounds(of: Rect(x: 30, y: 10, width: 4, height: 2))
        == Rect(x: 26, y: 10, width: 4, height: 2))
    #expect(mirror.inverse == mirror)
    #expect(mirror.followed(by: mirror) == .none)
  }

  @Test(
    arguments: [
      (Transform(degrees: 33, scale: (-1, 1), about: .zero), 1),
      (Transform(degrees: 33, scale: (2, 0.5), about: .zero), 2),
      (Transform(scale: (0.25, 0.25), about: .zero), 0.25),
      // tan 45° = 1: the golden ratio.
      (Transform(skew: (45, 0), about: .zero), 1.618033988749895),
    ] as [(Transform, Double)])
  func stretch(_ transform: Transform, _ expected: Double) {
    #expect(abs(transform.stretch - expected) < 1e-12)
  }

  /// Recorded shapes turn as shapes: as sharp as the same polygon drawn by hand.
  @Test func shapesAreTurnedNotTheirPixels() throws {
    let square = Rect(x: 10, y: 10, width: 20, height: 20)
    let rotation = Transform(degrees: 30, about: square.center)
    var upright = Picture(scale: 2)
    try upright.draw(in: square) { $0.fill(square, with: .red) }
    let rotated = try upright.transformed(by: rotation)
    var byHand = Picture(scale: 2)
    try byHand.draw(in: Rect(x: 0, y: 0, width: 40, height: 40)) { canvas in
      var path = Path()
      path.move(to: rotation(Point(x: 10, y: 10)))
      path.line(to: rotation(Point(x: 30, y: 10)))
      path.line(to: rotation(Point(x: 30, y: 30)))
      path.line(to: rotation(Point(x: 10, y: 30)))
      path.close()
      canvas.fill(path, with: .red)
    }
    let area = Rect(x: 0, y: 0, width: 40, height: 40)
    let (one, other) = try (rotated.raster(in: area), byHand.raster(in: area))
    let worst = zip(one.pixels.samples, other.pixels.samples).map { $0.distance(to: $1) }.max()
    #expect(worst ?? 255 <= 2)
    #expect(rotated.extent.grown(by: 0.001).contains(rotation.bounds(of: square)))
  }
}
