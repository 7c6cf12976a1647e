/// What an effect must see to draw a region.
public struct RegionOfInterest: Hashable, Sendable {
  /// Of the layer's picture so far.
  public var input: Rect
  /// Of the finished picture below the layer; `empty` if nothing.
  public var backdrop: Rect

  /// The regions `input` and `backdrop`.
  public init(input: Rect, backdrop: Rect = .empty) {
    self.input = input
    self.backdrop = backdrop
  }
}
