/// A place in px at scale 1, y down, from the canvas's top left corner.
@frozen public struct Point: Hashable, Sendable {
  /// Distance from the left, px.
  public var x: Double
  /// Distance from the top, px.
  public var y: Double

  /// The origin.
  public static let zero = Point(x: 0, y: 0)

  /// A place at `x`, `y`.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A width and a height in px at scale 1.
@frozen public struct Size: Hashable, Sendable {
  /// Horizontal length, px.
  public var width: Double
  /// Vertical length, px.
  public var height: Double

  /// A size of `width` by `height`.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
