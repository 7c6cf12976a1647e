import ScrimKit
import Testing

@Suite struct PathTests {
  @Test func boundsMeasureCurvesWhereTheyTurn() {
    var path = Path()
    path.move(to: Point(x: 0, y: 0))
    path.curve(Point(x: 0, y: 40), Point(x: 30, y: 40), to: Point(x: 30, y: 0))
    #expect(path.controlBounds == Rect(x: 0, y: 0, width: 30, height: 40))
    // A cubic whose inner control points are both 40 away reaches ¾ of that.
    #expect(path.bounds == Rect(x: 0, y: 0, width: 30, height: 30))
  }

  @Test func boundsHoldEveryPointOfRandomCurves() {
    var random = SeededGenerator(seed: 3)
    func point() -> Point {
      Point(x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random))
    }
    for _ in 0..<100 {
      let (a, b, c, d) = (point(), point(), point(), point())
      var path = Path()
      path.move(to: a)
      path.curve(b, c, to: d)
      var (left, top, right, bottom) = (a.x, a.y, a.x, a.y)
      for step in 0...4000 {
        let t = Double(step) / 4000
        let u = 1 - t
        let w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        let x = w.0 * a.x + w.1 * b.x + w.2 * c.x + w.3 * d.x
        let y = w.0 * a.y + w.1 * b.y + w.2 * c.y + w.3 * d.y
        (left, right) = (min(left, x), max(right, x))
        (top, bottom) = (min(top, y), max(bottom, y))
      }
      let bounds = path.bounds
      #expect(abs(bounds.left - left) < 1e-3 && abs(bounds.right - right) < 1e-3)
      #expect(abs(bounds.top - top) < 1e-3 && abs(bounds.bottom - bottom) < 1e-3)
    }
  }

  @Test func aLoneMoveIsNoInk() {
    var path = Path(rect: Rect(x: 0, y: 0, width: 10, height: 10))
    path.move(to: Point(x: 500, y: 500))
    #expect(path.bounds == Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(Path().bounds == .empty)
    #expect(Path().isEmpty)
  }

  @Test func appendScalesAndMoves() {
    var path = Path()
    path.append(
      Path(rect: Rect(x: 1, y: 2, width: 3, height: 4)), scale: 2, offset: Point(x: 10, y: 20))
    #expect(path.bounds == Rect(x: 12, y: 24, width: 6, height: 8))
  }

  @Test func aPlainRectangleHasFourLines() {
    let path = Path(rect: Rect(x: 0, y: 0, width: 8, height: 4))
    #expect(
      !path.elements.contains {
        if case .curve = $0 { true } else { false }
      })
    #expect(path.bounds == Rect(x: 0, y: 0, width: 8, height: 4))
    #expect(Path(rect: .empty).isEmpty)
  }

  /// Where the contour leaves the top, right, bottom and left edge: the resolved radii.
  private func radii(_ rect: Rect, _ radii: CornerRadii) -> [Double] {
    var found = [0.0, 0, 0, 0]
    var last = Point.zero
    for element in Path(rect: rect, radii: radii).elements {
      switch element {
      case .move(let p), .line(let p): last = p
      case .curve(_, _, let p):
        let radius = abs(p.x - last.x)
        let isRight = max(p.x, last.x) == rect.right
        let isBottom = max(p.y, last.y) == rect.bottom
        found[isBottom ? (isRight ? 2 : 3) : (isRight ? 1 : 0)] = radius
        last = p
      case .close: break
      }
    }
    return found
  }

  private func pixels(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> CornerRadii {
    CornerRadii(
      topLeft: .pixels(a), topRight: .pixels(b), bottomRight: .pixels(c), bottomLeft: .pixels(d))
  }

  @Test func radiiThatFitStay() {
    let rect = Rect(x: 0, y: 0, width: 100, height: 40)
    #expect(radii(rect, pixels(1, 2, 3, 4)) == [1, 2, 3, 4])
    #expect(radii(rect, CornerRadii(.pixels(20))) == [20, 20, 20, 20])
    #expect(radii(rect, CornerRadii(.percent(50))) == [20, 20, 20, 20])
  }

  /// CSS Backgrounds 3 §5.5: all shrink by the one factor that the tightest side needs.
  @Test func radiiThatDoNotFitShrinkTogether() {
    let rect = Rect(x: 0, y: 0, width: 100, height: 40)
    #expect(radii(rect, CornerRadii(.pixels(50))) == [20, 20, 20, 20])
    let upper = radii(Rect(x: 0, y: 0, width: 100, height: 200), pixels(60, 60, 0, 0))
    #expect(zip(upper, [50, 50, 0, 0]).allSatisfy { abs($0 - $1) < 1e-9 })
    let mixed = radii(rect, pixels(30, 6, 0, 50))
    #expect(zip(mixed, [15, 3, 0, 25]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func roundedCornersAreQuartersOfCircles() throws {
    let raster = try drawn(40, 40) {
      $0.fill(
        Path(
          rect: Rect(x: 0, y: 0, width: 40, height: 40), radii: CornerRadii(.pixels(20))),
        with: .white)
    }
    for y in 0..<40 {
      for x in 0..<40 {
        let (dx, dy) = (Double(x) + 0.5 - 20, Double(y) + 0.5 - 20)
        let distance = (dx * dx + dy * dy).squareRoot()
        if distance < 19.2 { #expect(raster[x, y] == .white) }
        if distance > 20.8 { #expect(raster[x, y] == .clear) }
      }
    }
  }
}
