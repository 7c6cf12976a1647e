/// Four distances from the edges of a rectangle, px; in CSS's order in JSON.
@frozen public struct Insets: Hashable, Sendable {
  /// From the top edge.
  public var top: Double
  /// From the right edge.
  public var right: Double
  /// From the bottom edge.
  public var bottom: Double
  /// From the left edge.
  public var left: Double

  /// Four distances.
  public init(top: Double, right: Double, bottom: Double, left: Double) {
    self.top = top
    self.right = right
    self.bottom = bottom
    self.left = left
  }

  /// The same distance on each side.
  public init(_ all: Double) {
    self.init(top: all, right: all, bottom: all, left: all)
  }
}
