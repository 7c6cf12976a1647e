import Glibc
import ScrimKit

/// A regular polygon in the ellipse that touches the sides of its frame.
public struct Polygon: FrameShape {
  public static let manifest = Manifest(
    "polygon", version: "1.0.0", summary: "A regular polygon.", category: .shape)

  @Parameter("Number of corners", in: 3...100) public var points = 6
  @Parameter("Radius of its corners", unit: .pixels, in: 0...10_000) public var cornerRadius = 0.0
  @Parameter(
    "Clockwise rotation; at 0 a corner is at the top", unit: .degrees, in: -36_000...36_000)
  public var rotation = 0.0
  @InlineParameters public var style = ShapeStyle()

  public init() {}

  public func validate() -> [ParameterDiagnostic] { style.validate() }

  func outline(in frame: Rect) -> Path {
    guard !frame.isEmpty else { return Path() }
    let corners = (0..<points).map { index in
      frame.point(at: rotation + 360 * Double(index) / Double(points), share: 1)
    }
    return Path(polygon: corners, radius: cornerRadius)
  }
}

/// A star in the ellipse that touches the sides of its frame.
public struct Star: FrameShape {
  public static let manifest = Manifest(
    "star", version: "1.0.0", summary: "A star.", category: .shape)

  @Parameter("Number of points", in: 2...100) public var points = 5
  @Parameter("Where the inner corners are, as a share of the way to the points", in: 0...1)
  public var innerRadius = 0.5
  @Parameter("Radius of its corners", unit: .pixels, in: 0...10_000) public var cornerRadius = 0.0
  @Parameter("Clockwise rotation; at 0 a point is at the top", unit: .degrees, in: -36_000...36_000)
  public var rotation = 0.0
  @InlineParameters public var style = ShapeStyle()

  public init() {}

  public func validate() -> [ParameterDiagnostic] { style.validate() }

  func outline(in frame: Rect) -> Path {
    guard !frame.isEmpty else { return Path() }
    let corners = (0..<2 * points).map { index in
      frame.point(
        at: rotation + 180 * Double(index) / Double(points),
        share: index.isMultiple(of: 2) ? 1 : innerRadius)
    }
    return Path(polygon: corners, radius: cornerRadius)
  }
}

extension Rect {
  /// A point between the centre and the ellipse that touches the sides.
  ///
  /// - Parameters:
  ///   - degrees: Its direction, clockwise from the top.
  ///   - share: How far it is, of the way to the ellipse.
  /// - Returns: The point, px.
  fileprivate func point(at degrees: Double, share: Double) -> Point {
    let angle = (degrees - 90) * .pi / 180
    return Point(
      x: center.x + width / 2 * share * cos(angle), y: center.y + height / 2 * share * sin(angle))
  }
}
