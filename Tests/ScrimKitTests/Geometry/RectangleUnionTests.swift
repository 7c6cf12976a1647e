import ScrimKit
import Testing

@Suite struct RectangleUnionTests {
  private static let wide = Rect(x: 0, y: 0, width: 100, height: 20)
  private static let narrow = Rect(x: 0, y: 20, width: 60, height: 20)

  @Test func linesThatTouchHaveOneContour() {
    let union = RectangleUnion([Self.wide, Self.narrow])
    #expect(union.contours.count == 1)
    let corners = union.contours[0]
    #expect(corners.filter(\.isConvex).count == 5)
    #expect(corners.filter { !$0.isConvex }.map(\.place) == [Point(x: 60, y: 20)])
  }

  @Test func rectanglesThatMeetAtACornerStayApart() {
    let union = RectangleUnion([
      Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 10, y: 10, width: 10, height: 10),
    ])
    #expect(union.contours.map(\.count) == [4, 4])
  }

  @Test func aFrameHasAHole() {
    let union = RectangleUnion([
      Rect(x: 0, y: 0, width: 30, height: 10), Rect(x: 0, y: 20, width: 30, height: 10),
      Rect(x: 0, y: 0, width: 10, height: 30), Rect(x: 20, y: 0, width: 10, height: 30),
    ])
    #expect(union.contours.count == 2)
    #expect(union.contours.map { $0.filter(\.isConvex).count }.sorted() == [0, 4])
  }

  /// Polygons and contour cover the same, at scales at which edges fall anywhere on a pixel.
  @Test(arguments: [0.0, 3], [1.0, 2.3])
  func polygonsCoverWhatTheContourDoes(_ offset: Double, _ scale: Double) throws {
    let boxes = [
      Self.wide, Self.narrow, Rect(x: 10, y: 40, width: 90, height: 30),
      Rect(x: 70, y: 35, width: 20, height: 60),
    ].map { $0.offset(dx: 10, dy: 10) }
    let area = PixelRect(x: 0, y: 0, width: 300, height: 300)
    let radius = 8.0
    let contours = RectangleUnion(boxes.map { $0.grown(by: offset) })
      .rounded(radius: radius + offset, innerRadius: radius - offset)
    var wanted = try Mask(area: area)
    try wanted.draw(scale: scale) { canvas in
      for contour in contours { canvas.fill(contour.path, with: .black) }
    }
    var found = try Mask(area: area)
    let polygons = ConvexPolygon.union(of: boxes, radius: radius, offset: offset, scale: scale)
    try found.draw(scale: scale) { $0.fill(Path(union: polygons), with: .black) }
    var (worst, lit) = (0, 0)
    for (one, other) in zip(wanted.coverage, found.coverage) {
      worst = max(worst, abs(Int(one) - Int(other)))
      lit += one == 255 ? 1 : 0
    }
    // Cairo flattens the contour's curves to within 0.05 pixel, 13/255.
    #expect(worst <= 13)
    #expect(lit > 3000)
  }
}
