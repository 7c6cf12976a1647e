import Glibc
import ScrimKit
import Testing

@Suite struct ConvexPolygonTests {
  private let rect = Rect(x: 20, y: 30, width: 60, height: 40)

  private func corners(_ width: Double, _ height: Double) -> [Size] {
    Array(repeating: Size(width: width, height: height), count: 4)
  }

  @Test func sharpCornersStaySharp() {
    let polygon = ConvexPolygon(roundedRect: rect, corners: corners(0, 0), offset: 5, scale: 1)
    #expect(
      polygon.vertices == [
        Point(x: 15, y: 25), Point(x: 85, y: 25), Point(x: 85, y: 75), Point(x: 15, y: 75),
      ])
    #expect(polygon.bounds == rect.grown(by: 5))
  }

  /// By Steiner's formula the parallel curve at a distance d has the area A + P d + π d².
  @Test(arguments: [0.0, 3, 20], [0.5, 1, 8]) func theOffsetIsAParallelCurve(
    _ offset: Double, _ scale: Double
  ) {
    let radius = 12.0
    let polygon = ConvexPolygon(
      roundedRect: rect, corners: corners(radius, radius), offset: offset, scale: scale)
    let area = 60.0 * 40 - (4 - .pi) * radius * radius
    let perimeter = 2.0 * (60 + 40) - (8 - 2 * .pi) * radius
    let expected = area + perimeter * offset + .pi * offset * offset
    // Sides are inside of the curve, by 0.004 device pixels at most.
    let missing = 0.004 / scale * 2 * .pi * (radius + offset)
    let found = PolygonOracle.area(polygon.vertices)
    #expect(found <= expected + 1e-9 && found >= expected - missing, "\(found), \(expected)")
    #expect(isNear(polygon.bounds.left, 20 - offset, within: 1e-9))
    #expect(isNear(polygon.bounds.bottom, 70 + offset, within: 1e-9))
  }

  /// Each vertex of an ellipse's offset is as far from the ellipse as it should be.
  @Test func theOffsetOfAnEllipseIsEverywhereTheSameDistance() {
    let ellipse = (0..<20_000).map { step in
      let angle = Double(step) / 20_000 * 2 * .pi
      return Point(x: 50 + 30 * cos(angle), y: 50 + 20 * sin(angle))
    }
    let polygon = ConvexPolygon(
      roundedRect: rect, corners: corners(30, 20), offset: 7, scale: 0.05)
    for vertex in polygon.vertices {
      #expect(isNear(PolygonOracle.distance(vertex, ellipse), 7, within: 1e-5))
    }
  }

  @Test(arguments: [0.25, 1, 10]) func noSideIsFartherFromTheCircleThanCairoRounds(
    _ scale: Double
  ) {
    let circle = ConvexPolygon(
      roundedRect: Rect(x: -50, y: -50, width: 100, height: 100), corners: corners(50, 50),
      scale: scale)
    for (a, b) in zip(circle.vertices, circle.vertices.dropFirst()) {
      let depth = 50 - hypot((a.x + b.x) / 2, (a.y + b.y) / 2)
      #expect(depth * scale <= 0.004 + 1e-9 && depth >= -1e-9)
    }
  }

  @Test func onlyConvexPolygonsAre() {
    func polygon(_ points: [(Double, Double)]) -> ConvexPolygon? {
      ConvexPolygon(points.map { Point(x: $0.0, y: $0.1) })
    }
    #expect(polygon([(0, 0), (10, 0), (10, 10), (0, 10)]) != nil)
    #expect(polygon([(0, 0), (5, 0), (10, 0), (10, 10)]) != nil, "a vertex on a side")
    #expect(polygon([(0, 0), (0, 10), (10, 10), (10, 0)]) == nil, "anticlockwise")
    #expect(polygon([(0, 0), (10, 0), (4, 4), (0, 10)]) == nil, "a corner inwards")
    #expect(polygon([(0, 0), (10, 0)]) == nil && polygon([(0, 0)]) == nil && polygon([]) == nil)
    #expect(polygon([(0, 0), (10, 0), (0, 0)]) == nil, "there and back")
    #expect(polygon([(0, 0), (.nan, 0), (0, 10)]) == nil)
    let star = [0, 2, 4, 1, 3].map { Double($0) * 0.4 * .pi }.map { (cos($0), sin($0)) }
    #expect(polygon(star) == nil, "it runs around its middle twice")
  }

  @Test func aClippedPolygonIsWhatBothHave() {
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      guard let polygon = ConvexPolygon.random(by: &random) else {
        Issue.record("seed \(seed) is not convex")
        continue
      }
      let rect = Rect(
        x: random.unit() * 60, y: random.unit() * 60, width: 5 + random.unit() * 60,
        height: 5 + random.unit() * 60)
      let corners = ConvexPolygon(roundedRect: rect, corners: corners(0, 0), scale: 1).vertices
      let expected = PolygonOracle.area(PolygonOracle.intersection(polygon.vertices, corners))
      let clipped = polygon.clipped(to: rect)
      #expect(isNear(clipped.map { PolygonOracle.area($0.vertices) } ?? 0, expected, within: 1e-6))
      #expect(clipped.map { rect.grown(by: 1e-9).contains($0.bounds) } ?? true)
      if expected > 0.01 { #expect(polygon.overlaps(rect)) }
      if expected == 0 { #expect(!polygon.overlaps(rect)) }
    }
  }

  @Test func contains() {
    let circle = ConvexPolygon(roundedRect: rect, corners: corners(30, 20), scale: 1)
    func box(_ rect: Rect) -> ConvexPolygon {
      ConvexPolygon(roundedRect: rect, corners: corners(0, 0), scale: 1)
    }
    #expect(circle.contains(circle))
    #expect(box(rect).contains(circle) && !circle.contains(box(rect)))
    #expect(circle.contains(box(Rect(x: 40, y: 40, width: 20, height: 20))))
    // In the bounds, but in a corner.
    #expect(!circle.contains(box(Rect(x: 21, y: 31, width: 5, height: 5))))
  }

  @Test func rectanglesThatTouchDoNotOverlap() {
    let box = Rect(x: 0, y: 0, width: 10, height: 10)
    #expect(box.overlaps(Rect(x: 9, y: 9, width: 10, height: 10)))
    #expect(!box.overlaps(Rect(x: 10, y: 0, width: 10, height: 10)))
    #expect(!box.overlaps(Rect(x: 10 - 1e-7, y: 0, width: 10, height: 10)))
    #expect(!box.overlaps(.empty))
  }

  @Test func radiiThatDoNotFitShrinkTogether() {
    let box = Rect(x: 0, y: 0, width: 100, height: 50)
    func fitted(_ a: Length, _ b: Length, _ c: Length, _ d: Length) -> [Double] {
      CornerRadii(topLeft: a, topRight: b, bottomRight: c, bottomLeft: d).fitted(to: box)
    }
    #expect(fitted(.pixels(8), .percent(10), .pixels(0), .pixels(-3)) == [8, 5, 0, 0])
    #expect(fitted(.pixels(100), .pixels(100), .pixels(0), .pixels(0)) == [50, 50, 0, 0])
    #expect(fitted(.percent(100), .percent(100), .percent(100), .percent(100)) == [25, 25, 25, 25])
  }
}
