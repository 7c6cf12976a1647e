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
