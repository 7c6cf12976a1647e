/// Distances from the four edges of a rectangle, px; in JSON in CSS's order.
@frozen public struct Insets: Hashable, Sendable {
  /// Distance from the top edge.
  public var top: Double
  /// Distance from the right edge.
  public var right: Double
  /// Distance from the bottom edge.
  public var bottom: Double
  /// Distance from the left edge.
  public var left: Double

  /// Creates four distances.
  public init(top: Double, right: Double, bottom: Double, left: Double) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// Creates the same distance for each side.
  public init(_ all: Double) {
    self.init(top: all, right: all, bottom: all, left: all)
  }
}
