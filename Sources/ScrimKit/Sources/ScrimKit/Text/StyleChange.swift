/// One thing that a stretch of markup changes.
enum StyleChange: Hashable {
  // What letters are shaped and set with; Pango does it.

  /// A font description such as "DejaVu Serif Bold 20".
  case font(String)
  case family(String)
  /// 1/1024 of a point.
  case size(Int)
  /// A factor of the size of the whole text.
  case scale(Double)
  /// The rest with the numbers of Pango's enumerations.
  case slant(Int)
  case weight(Int)
  case variant(Int)
  case stretch(Int)
  case features(String)
  case language(String)
  /// 1/1024 of a point.
  case letterSpacing(Int)
  /// 1/1024 of a point, up.
  case rise(Int)
  /// 1/1024 of a point, or the number of a kind of shift.
  case baselineShift(Int)
  /// The size of small capitals.
  case smallCapsScale
  case fallback(Bool)
  case textTransform(Int)
  case allowBreaks(Bool)
  case insertHyphens(Bool)
  case wordSegment
  case sentenceSegment
  /// A factor of the fonts' own height.
  case lineHeight(Double)
  /// 1/1024 of a point.
  case absoluteLineHeight(Int)

  // What letters are drawn with; that is ours.

  /// Without its alpha, which is a change of its own, as in Pango.
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

  /// Whether lines are as high with it as without.
  var keepsHeight: Bool {
    switch self {
    case .slant, .weight, .color, .alpha, .background, .backgroundAlpha, .underline,
      .underlineColor, .overline, .overlineColor, .strikethrough, .strikethroughColor:
      true
    default: false
    }
  }

  /// The lines that may run under words.
  enum Underline: String, CaseIterable {
    case none, single, double, low, error
    /// As those before, but straight on where words rise or change their size.
    case singleLine = "single-line"
    case doubleLine = "double-line"
    case errorLine = "error-line"
  }
}
