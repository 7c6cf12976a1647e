/// Slant of a font, with CSS's keywords.
public enum TextStyle: String, ParameterChoice {
  /// Upright.
  case normal
  /// Italic, or oblique if the family has no italic.
  case italic
}

/// Width of a font's letters, with CSS's keywords, from narrow to wide.
public enum FontStretch: String, ParameterChoice {
  case ultraCondensed = "ultra-condensed"
  case extraCondensed = "extra-condensed"
  case condensed
  case semiCondensed = "semi-condensed"
  case normal
  case semiExpanded = "semi-expanded"
  case expanded
  case extraExpanded = "extra-expanded"
  case ultraExpanded = "ultra-expanded"

  /// Its index in Pango's enumeration, which has the same order.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The width of a number of Pango's enumeration.
  init(number: Int) {
    self = Self.allCases.indices.contains(number) ? Self.allCases[number] : .normal
  }
}

/// The case of drawn letters, with CSS's keywords.
public enum TextTransform: String, ParameterChoice {
  /// As written.
  case none
  /// Capital letters.
  case uppercase
  /// Small letters.
  case lowercase
  /// A capital letter at the start of each word.
  case capitalize
}

/// Where words are divided at line ends, with CSS's keywords.
public enum TextHyphens: String, ParameterChoice {
  /// Nowhere, not even at soft hyphens.
  case none
  /// At soft hyphens.
  case manual
  /// At soft hyphens, and where the dictionary of the language has it so.
  case auto
}

/// The width of fullwidth punctuation, with CSS's keywords.
public enum TextSpacingTrim: String, ParameterChoice {
  /// Half of it next to other punctuation, and at a line's end where it would not fit otherwise.
  case normal
  /// All of it.
  case spaceAll = "space-all"
}

/// Horizontal alignment of lines in their frame, with CSS's keywords.
public enum TextAlignment: String, ParameterChoice {
  /// At the start of the paragraph's direction.
  case start
  /// At the left.
  case left
  /// Centred.
  case center
  /// At the right.
  case right
  /// At the end of the paragraph's direction.
  case end
  /// From edge to edge, except for the last line of a paragraph.
  case justify
}

/// Vertical alignment of a text in a taller frame.
public enum VerticalAlignment: String, ParameterChoice {
  /// At the top.
  case top
  /// Centred.
  case middle
  /// At the bottom.
  case bottom
}

/// The allowed line breaks.
public enum TextWrap: String, ParameterChoice {
  /// Between words.
  case word
  /// Between any two characters.
  case character
  /// Between words, and inside a word that is wider than the line.
  case wordCharacter = "word-character"
  /// At newlines only.
  case none
}

/// Position of the ellipsis that replaces overflowing text.
public enum TextEllipsis: String, ParameterChoice {
  /// No ellipsis.
  case none
  /// At the end.
  case end
  /// In the middle.
  case middle
  /// At the start.
  case start
}

/// Whether a text takes another size so that it fits its frame.
public enum TextFit: String, ParameterChoice {
  /// The text keeps its size.
  case none
  /// The text takes the largest size that fits, from `size` down to `minSize`.
  case shrink
  /// The text takes the largest size that fits, from `size` up to `maxSize`.
  case grow
  /// The text takes the largest size that fits, from `minSize` to `maxSize`.
  case both

  var shrinks: Bool { self == .shrink || self == .both }
  var grows: Bool { self == .grow || self == .both }
}

/// How the lines of a paragraph are filled, with CSS's keywords.
public enum TextLineFilling: String, ParameterChoice {
  /// Each line takes as many words as fit.
  case wrap
  /// Lines as equal as possible, without one more line.
  case balance
  /// No last line shorter than a third of the width, where the paragraph allows it.
  case pretty
}

/// What of its lines' boxes a text's block leaves out above the first and below the last line.
public enum TextBoxTrim: String, ParameterChoice {
  /// Nothing.
  case none
  /// The block reaches from the height of capital letters to the last baseline.
  case cap
  /// The block reaches from the highest to the lowest ink.
  case ink
}

/// Handling of a text that does not fit its frame.
public enum TextOverflow: String, ParameterChoice {
  /// Report an error.
  case error
  /// Clip the text to the frame.
  case clip
  /// Draw outside the frame.
  case visible
}

/// The direction of lines and of their order, with CSS's keywords.
public enum TextWritingMode: String, ParameterChoice {
  /// Lines are horizontal, from top to bottom.
  case horizontal
  /// Lines are columns, from right to left.
  case verticalRL = "vertical-rl"
  /// Lines are columns, from left to right.
  case verticalLR = "vertical-lr"

  /// Whether lines are columns.
  public var isVertical: Bool { self != .horizontal }
}

/// How characters stand in vertical text, with CSS's keywords.
public enum TextOrientation: String, ParameterChoice {
  /// As Unicode says (UAX #50): ideographs and kana upright, letters of other scripts rotated.
  case mixed
  /// All upright.
  case upright
  /// All rotated, as a horizontal text that is turned clockwise.
  case sideways
}

/// Which characters of columns are set side by side in the square of one, with CSS's values.
public enum TextCombine: String, ParameterChoice {
  /// None but those that markup combines.
  case none
  /// Up to two ASCII digits that follow one another.
  case digits2 = "digits 2"
  /// Up to three.
  case digits3 = "digits 3"
  /// Up to four.
  case digits4 = "digits 4"

  /// The length of the longest number that is combined.
  var mostDigits: Int {
    switch self {
    case .none: 0
    case .digits2: 2
    case .digits3: 3
    case .digits4: 4
    }
  }
}

/// Direction of a text's paragraphs.
public enum TextDirection: String, ParameterChoice {
  /// The direction of each paragraph's first strong character.
  case auto
  /// Left to right.
  case ltr
  /// Right to left.
  case rtl
}

/// Handling of a missing font or glyph.
public enum MissingFont: String, ParameterChoice {
  /// Report an error.
  case error
  /// Draw another font, or the box for missing glyphs.
  case allow
}
