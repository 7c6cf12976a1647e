import Glibc
import ScrimKit

/// What is drawn at the ends of a line.
public enum MarkerShape: String, ParameterChoice {
  case none
  /// A triangle whose tip is the end.
  case arrow
  /// A disc around the end.
  case circle
  /// A line across the end.
  case bar
}

/// What is drawn at both ends of a line, in its colour.
public struct ShapeMarkers: ParameterRecord {
  @Parameter("At its start") public var start = MarkerShape.none
  @Parameter("At its end") public var end = MarkerShape.none
  @Parameter("Width, in multiples of that of the line", in: 1...100) public var size = 4.0

  public init() {}
}

extension ShapeMarkers {
  /// The bounds of the markers of a line, or of any part of it, px.
  func extent(on line: Path, _ stroke: ShapeStroke?) -> Rect {
    guard let stroke, start != .none || end != .none else { return .empty }
    return StrokeStyle(width: 2 * stroke.width * size).extent(of: line)
  }

  /// Draws a line that ends in the markers.
  func draw(_ line: Path, with style: ShapeStyle, on canvas: Canvas, in frame: Rect) {
    var (line, style) = (line, style)
    if let fill = style.fill { canvas.fill(line, with: fill, box: frame) }
    style.fill = nil
    guard let stroke = style.stroke, stroke.width > 0 else { return }
    let length = line.length
    if let trim = style.trim {
      line = line.trimmed(from: trim.start * length, to: trim.end * length)
      style.trim = nil
    }
    let side = stroke.width * size
    guard let ends = line.endPoints, let directions = line.endDirections else { return }
    // The line must not show beside an arrow's tip.
    let covered = line.trimmed(
      from: start == .arrow ? side / 2 : 0,
      to: end == .arrow ? line.length - side / 2 : line.length)
    style.draw(covered, on: canvas, in: frame)
    for (shape, point, along, sign) in [
      (start, ends.start, directions.start, -1.0), (end, ends.end, directions.end, 1.0),
    ] {
      let marker = shape.path(
        at: point, along: Point(x: along.x * sign, y: along.y * sign), side, stroke.width)
      canvas.fill(marker, with: stroke.color, box: frame)
    }
  }
}

extension MarkerShape {
  /// - Parameters:
  ///   - point: The end of the line, px.
  ///   - along: The unit vector out of the line.
  ///   - side: The width of the marker, px.
  ///   - width: That of the line, px.
  /// - Returns: What is filled.
  fileprivate func path(
    at point: Point, along: Point, _ side: Double, _ width: Double
  ) -> Path {
    func place(_ forth: Double, _ across: Double) -> Point {
      Point(
        x: point.x + along.x * forth - along.y * across,
        y: point.y + along.y * forth + along.x * across)
    }
    var path = Path()
    switch self {
    case .none: break
    case .arrow:
      path.addPolygon([place(0, 0), place(-side, side / 2), place(-side, -side / 2)])
    case .circle:
      return Path(
        ellipseIn: Rect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side))
    case .bar:
      path.addPolygon([
        place(0, side / 2), place(0, -side / 2), place(-width, -side / 2), place(-width, side / 2),
      ])
    }
    return path
  }
}

@c(scrim_plugin_Shapes)
public func scrimPlugin() -> ScrimPluginHandle {
  export(Ellipse.self, Arc.self, Polygon.self, Star.self, PathShape.self, Line.self)
}
