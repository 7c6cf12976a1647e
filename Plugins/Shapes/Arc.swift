import Glibc
import ScrimKit

/// A slice of an ellipse, or of a ring.
public struct Arc: FrameShape {
  public static let manifest = Manifest(
    "arc", version: "1.0.0", summary: "A slice of a pie, or of a ring.", category: .shape)

  @Parameter("Where it begins, clockwise from the top", unit: .degrees, in: -36_000...36_000)
  public var start = 0.0
  @Parameter(
    "How far it goes; negative goes counterclockwise", unit: .degrees, in: -360...360,
    examples: [270])
  public var sweep: Double
  @Parameter(
    "Thickness of a ring; without it, the slice reaches to the centre", unit: .pixels,
    in: 0...10_000, examples: [24])
  public var thickness: Double? = nil
  @Parameter("Whether the ends of a ring are round") public var rounded = false
  @InlineParameters public var style = ShapeStyle()

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    guard rounded, thickness == nil else { return style.validate() }
    return style.validate() + [
      ParameterDiagnostic(.conflict, "\"rounded\" requires \"thickness\".", at: "rounded")
    ]
  }

  func outline(in frame: Rect) -> Path {
    let outer = Size(width: frame.width / 2, height: frame.height / 2)
    guard sweep != 0, !frame.isEmpty else { return Path() }
    guard let thickness else { return slice(frame, outer) }
    let line = min(thickness, outer.width, outer.height)
    let inner = Size(width: outer.width - line, height: outer.height - line)
    guard abs(sweep) < 360 else {
      var ring = Path(ellipseIn: frame)
      if inner.width > 0, inner.height > 0 {
        ring.addArc(center: frame.center, radii: inner, from: from, sweep: -2 * .pi)
        ring.close()
      }
      return ring
    }
    return rounded ? roundRing(frame, outer, line) : ring(frame.center, outer, inner)
  }

  /// Radians from the x axis.
  private var from: Double { (start - 90) * .pi / 180 }
  private var turn: Double { sweep * .pi / 180 }

  private func slice(_ frame: Rect, _ radii: Size) -> Path {
    guard abs(sweep) < 360 else { return Path(ellipseIn: frame) }
    var path = Path()
    path.addArc(center: frame.center, radii: radii, from: from, sweep: turn)
    path.line(to: frame.center)
    path.close()
    return path
  }

  private func ring(_ center: Point, _ outer: Size, _ inner: Size) -> Path {
    var path = Path()
    path.addArc(center: center, radii: outer, from: from, sweep: turn)
    path.line(to: place(center, inner, from + turn))
    path.addArc(
      center: center, radii: inner, from: from + turn, sweep: -turn, continuing: true)
    path.close()
    return path
  }

  /// A ring whose ends are half circles, beyond the slice.
  private func roundRing(_ frame: Rect, _ outer: Size, _ line: Double) -> Path {
    let center = frame.center
    let inner = Size(width: outer.width - line, height: outer.height - line)
    let middle = Size(width: outer.width - line / 2, height: outer.height - line / 2)
    let direction = turn < 0 ? -1.0 : 1.0
    func cap(_ path: inout Path, at angle: Double, reversed: Bool) {
      let place = place(center, middle, angle)
      let end = reversed ? self.place(center, inner, angle) : self.place(center, outer, angle)
      let first = atan2(end.y - place.y, end.x - place.x)
      path.addArc(
        center: place, radii: Size(width: line / 2, height: line / 2), from: first,
        sweep: direction * .pi, continuing: true)
    }
    var path = Path()
    path.addArc(center: center, radii: outer, from: from, sweep: turn)
    cap(&path, at: from + turn, reversed: false)
    path.addArc(
      center: center, radii: inner, from: from + turn, sweep: -turn, continuing: true)
    cap(&path, at: from, reversed: true)
    path.close()
    return path
  }

  private func place(_ center: Point, _ radii: Size, _ angle: Double) -> Point {
    Point(x: center.x + radii.width * cos(angle), y: center.y + radii.height * sin(angle))
  }
}
