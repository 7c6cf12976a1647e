/// The size that a text has to fit in.
@_spi(Host) public struct AvailableSize: Hashable {
  /// Width, px; `nil` is unlimited.
  public var width: Double?
  /// Height, px; `nil` is unlimited.
  public var height: Double?

  /// Creates a size from a width and a height.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
