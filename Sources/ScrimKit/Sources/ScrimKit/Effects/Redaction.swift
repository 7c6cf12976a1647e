/// What an effect conceals of a text.
public struct Redaction {
  /// The text with which the chain before the effect is drawn. Words that must not be drawn at all
  /// are already replaced in it.
  public var before: TextLayout
  /// The text that later effects, references, masks and reports see.
  public var after: TextLayout
  /// Whether the effect itself draws words that later effects do not see.
  public let keepsWords: Bool

  /// A redaction that shows the same replaced text before and after the effect.
  public init(_ text: TextLayout) {
    before = text
    after = text
    keepsWords = false
  }

  /// A redaction whose effect still needs to see what nobody may see after it: the words of `before`
  /// are drawn, and are in the picture as far as they can be read there.
  public init(before: TextLayout, after: TextLayout) {
    self.before = before
    self.after = after
    keepsWords = true
  }
}
