/// A position in px at scale 1, y down, from the canvas's top left corner.
@frozen public struct Point: Hashable, Sendable {
  /// Distance from the left edge, px.
  public var x: Double
  /// Distance from the top edge, px.
  public var y: Double

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// Creates a position at `x`, `y`.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
