/// The regions that an effect needs to draw its output.
public struct RegionOfInterest: Hashable, Sendable {
  /// The region of the layer's image so far.
  public var input: Rect
  /// The region of the rendered image below the layer; `empty` if none.
  public var backdrop: Rect

  /// Creates a region of interest from `input` and `backdrop`.
  public init(input: Rect, backdrop: Rect = .empty) {
    self.input = input
    self.backdrop = backdrop
  }
}
