/// A width and a height in px at scale 1.
@frozen public struct Size: Hashable, Sendable {
  /// Width, px.
  public var width: Double
  /// Height, px.
  public var height: Double

  /// Creates a size of `width` × `height` px.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}
