import Glibc
import ScrimKit

/// A line between two points of its frame.
public struct Line: Content {
  public static let manifest = Manifest(
    "line", version: "1.0.0", summary: "A line or an arrow, straight or bent.", category: .shape)

  @Parameter("Where it begins, in the frame")
  public var from = LengthPoint(x: .percent(0), y: .percent(50))
  @Parameter("Where it ends, in the frame")
  public var to = LengthPoint(x: .percent(100), y: .percent(50))
  @Parameter(
    "How far it is bent to its left, as a share of its length; negative to its right", in: -2...2)
  public var curve = 0.0
  @Parameter("Line") public var stroke = ShapeStroke()
  @Parameter("What is drawn at its ends") public var markers = ShapeMarkers()
  @Parameter("Part of the line that is drawn") public var trim: ShapeTrim? = nil

  public init() {}

  public func extent(in geometry: ContentGeometry) -> Rect {
    let line = outline(in: geometry)
    return style.extent(of: line).union(markers.extent(on: line, stroke))
  }

  public func draw(on canvas: Canvas, in geometry: ContentGeometry) {
    markers.draw(outline(in: geometry), with: style, on: canvas, in: geometry.frame)
  }

  private var style: ShapeStyle {
    var style = ShapeStyle()
    style.stroke = stroke
    style.trim = trim
    return style
  }

  private func outline(in geometry: ContentGeometry) -> Path {
    let frame = geometry.frame
    func place(_ point: LengthPoint) -> Point {
      Point(
        x: frame.x + point.x.resolved(of: frame.width),
        y: frame.y + point.y.resolved(of: frame.height))
    }
    var (start, end) = (place(from), place(to))
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
