/// A layer's text before and after an effect that conceals a part of it.
public struct Redaction {
  /// The text for drawing the chain before the effect. Words that must never be drawn are already replaced.
  public var before: TextLayout
  /// The text that later effects, references, masks and reports see.
  public var after: TextLayout
  /// Whether the effect itself draws words that are hidden from later effects.
  public let keepsWords: Bool

  /// Creates a redaction with the same replaced text before and after the effect.
  public init(_ text: TextLayout) {
    before = text
    after = text
    keepsWords = false
  }

  /// Creates a redaction whose effect draws words that are hidden afterwards: the words of `before` are drawn and stay
  /// in the image as legibly as the effect leaves them.
  public init(before: TextLayout, after: TextLayout) {
    self.before = before
    self.after = after
    keepsWords = true
  }
}
