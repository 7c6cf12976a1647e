/// A single style change made by markup.
enum StyleChange: Hashable {
  // Changes of shaping and layout, applied by Pango.

  /// A font description such as "DejaVu Serif Bold 20".
  case font(String)
  case family(String)
  /// 1/1024 of a point.
  case size(Int)
  /// A multiple of the size of the entire text.
  case scale(Double)
  /// These four hold the values of Pango's enumerations.
  case slant(Int)
  case weight(Int)
  case variant(Int)
  case stretch(Int)
  case features(String)
  case language(String)
  /// 1/1024 of a point.
  case letterSpacing(Int)
  /// Upward, in 1/1024 of a point.
  case rise(Int)
  /// 1/1024 of a point, or the value of a kind of shift.
  case baselineShift(Int)
  /// The size of small capitals.
  case smallCapsScale
  case fallback(Bool)
  case textTransform(Int)
  case textCombine(Bool)
  case ruby(Annotation)
  case allowBreaks(Bool)
  case insertHyphens(Bool)
  case wordSegment
  case sentenceSegment
  /// A multiple of the fonts' own height.
  case lineHeight(Double)
  /// 1/1024 of a point.
  case absoluteLineHeight(Int)

  // Changes of drawing, applied by ScrimKit.

  /// Opaque; alpha is a separate change, as in Pango.
  case color(Color)
  case alpha(Double)
  case background(Color)
  case backgroundAlpha(Double)
  case underline(Underline)
  case underlineColor(Color)
  case overline(Bool)
  case overlineColor(Color)
  case strikethrough(Bool)
  case strikethroughColor(Color)
  /// The mark over each character; `nil` is none.
  case emphasis(TextEmphasis?)

  /// Whether the change is for all of its words together, and not for a part of them.
  var isOfAll: Bool { if case .ruby = self { true } else { false } }

  /// Whether the change moves the baseline.
  var isRise: Bool {
    switch self {
    case .rise, .baselineShift: true
    default: false
    }
  }

  /// Whether the change leaves line heights as they are.
  var keepsHeight: Bool {
    switch self {
    case .slant, .weight, .color, .alpha, .background, .backgroundAlpha, .underline,
      .underlineColor, .overline, .overlineColor, .strikethrough, .strikethroughColor:
      true
    default: false
    }
  }

  /// The kinds of underlines.
  enum Underline: String, CaseIterable {
    case none, single, double, low, error
    /// As the previous ones, but straight under words with a rise or another size.
    case singleLine = "single-line"
    case doubleLine = "double-line"
    case errorLine = "error-line"
  }
}

/// The annotation of a base of ruby.
struct Annotation: Hashable {
  let words: String
  /// Its font size in that of the base.
  var scale = 0.5
}
