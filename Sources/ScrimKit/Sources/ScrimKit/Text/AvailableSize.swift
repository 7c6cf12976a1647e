/// What a text has to fit in.
@_spi(Host) public struct AvailableSize: Hashable {
  /// px; `nil` is as wide as the text is.
  public var width: Double?
  /// px; `nil` is as high as the text is.
  public var height: Double?

  /// Room of a width and a height.
  public init(width: Double? = nil, height: Double? = nil) {
    self.width = width
    self.height = height
  }
}
