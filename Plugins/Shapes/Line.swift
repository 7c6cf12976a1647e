import Glibc
import ScrimKit

/// A line between two points of its frame, or of other layers.
public struct Line: Content {
  public static let manifest = Manifest(
    "line", version: "1.0.0", summary: "A line or an arrow, straight or bent.", category: .shape)

  @Parameter(
    "Where it begins: in the frame, or at another layer; #a/right is the middle of its right side, #a where the line "
      + "meets its sides")
  public var from = LineEnd.place(LengthPoint(x: .percent(0), y: .percent(50)))
  @Parameter("Where it ends, likewise")
  public var to = LineEnd.place(LengthPoint(x: .percent(100), y: .percent(50)))
  @Parameter(
    "How far it is bent to its left, as a share of its length; negative to its right", in: -2...2)
  public var curve = 0.0
  @Parameter("Line") public var stroke = ShapeStroke()
  @Parameter("What is drawn at its ends") public var markers = ShapeMarkers()
  @Parameter("Part of the line that is drawn") public var trim: ShapeTrim? = nil

  public init() {}

  public func extent(in geometry: ContentGeometry) throws -> Rect {
    let line = try line(in: geometry)
    return style.extent(of: line).union(markers.extent(on: line, stroke))
  }

  public func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    markers.draw(try line(in: geometry), with: style, on: canvas, in: geometry.frame)
  }

  private var style: ShapeStyle {
    var style = ShapeStyle()
    style.stroke = stroke
    style.trim = trim
    return style
  }

  private func line(in geometry: ContentGeometry) throws -> Path {
    let (first, last) = (try from.area(in: geometry), try to.area(in: geometry))
    var start = from.point(of: first, toward: to.point(of: last, toward: last.center))
    var end = to.point(of: last, toward: from.point(of: first, toward: first.center))
    if curve == 0 { snap(&start, &end, on: geometry.grid) }
    var path = Path()
    path.move(to: start)
    guard curve != 0 else {
      path.line(to: end)
      return path
    }
    // A quadratic curve reaches half way to its control point.
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let control = Point(
      x: (start.x + end.x) / 2 + 2 * curve * dy, y: (start.y + end.y) / 2 - 2 * curve * dx)
    func toward(_ point: Point) -> Point {
      Point(
        x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
    }
    path.curve(toward(start), toward(end), to: end)
    return path
  }

  /// An upright or level line covers whole pixels.
  private func snap(_ start: inout Point, _ end: inout Point, on grid: PixelGrid) {
    let width = grid.snap(thickness: stroke.width)
    func middle(_ position: Double) -> Double { grid.snap(position - width / 2) + width / 2 }
    if start.y == end.y {
      start.y = middle(start.y)
      end.y = start.y
    } else if start.x == end.x {
      start.x = middle(start.x)
      end.x = start.x
    }
  }
}

/// An end of a line.
public enum LineEnd: ParameterValue, Hashable {
  /// A point of the line's frame.
  case place(LengthPoint)
  /// A point of another layer.
  case layer(ReferencePoint)

  public static var shape: ParameterShape { .union([LengthPoint.shape, .referencePoint]) }

  public var json: JSON {
    switch self {
    case .place(let point): point.json
    case .layer(let point): point.json
    }
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    switch json {
    case .string:
      guard let point = ReferencePoint(from: json, &decoding) else { return nil }
      self = .layer(point)
    case .array:
      guard let point = LengthPoint(from: json, &decoding) else { return nil }
      self = .place(point)
    default:
      decoding.reportType(json, expected: Self.shape.words)
      return nil
    }
  }

  /// What the end is a point of, px.
  fileprivate func area(in geometry: ContentGeometry) throws -> Rect {
    guard case .layer(let point) = self else { return geometry.frame }
    let rectangles = try geometry.rectangles(of: point.reference)
    return rectangles.dropFirst().reduce(rectangles[0]) { $0.union($1) }
  }

  /// The end of a line.
  ///
  /// - Parameters:
  ///   - area: What it is a point of, px.
  ///   - other: Where the line comes from, px.
  /// - Returns: px.
  fileprivate func point(of area: Rect, toward other: Point) -> Point {
    switch self {
    case .place(let point):
      Point(
        x: area.x + point.x.resolved(of: area.width), y: area.y + point.y.resolved(of: area.height))
    case .layer(let point): point.point(of: area, toward: other)
    }
  }
}
