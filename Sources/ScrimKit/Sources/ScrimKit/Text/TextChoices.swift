/// Slant of a font; the words of CSS.
public enum TextStyle: String, ParameterChoice {
  /// Upright.
  case normal
  /// Italic, or oblique where the family has no italic.
  case italic
}

/// Where the lines of a text stand in their frame; the words of CSS.
public enum TextAlignment: String, ParameterChoice {
  /// Where the paragraph's direction begins.
  case start
  /// At the left.
  case left
  /// In the middle.
  case center
  /// At the right.
  case right
  /// Where the paragraph's direction ends.
  case end
  /// From edge to edge, but for the last line of a paragraph.
  case justify
}

/// Where a text stands in a frame that is higher.
public enum VerticalAlignment: String, ParameterChoice {
  /// At the top.
  case top
  /// In the middle.
  case middle
  /// At the bottom.
  case bottom
}

/// Where lines may break.
public enum TextWrap: String, ParameterChoice {
  /// Between words.
  case word
  /// Between any two characters.
  case character
  /// Between words, and inside one that does not fit a line.
  case wordCharacter = "word-character"
  /// At newlines only.
  case none
}

/// Position of the ellipsis that replaces overflowing text.
public enum TextEllipsis: String, ParameterChoice {
  /// Nowhere.
  case none
  /// At the end.
  case end
  /// In the middle.
  case middle
  /// At the start.
  case start
}

/// Whether a text shrinks until it fits its frame.
public enum TextFit: String, ParameterChoice {
  /// It keeps its size.
  case none
  /// It takes the largest size that fits, down to `minSize`.
  case shrink
}

/// What happens to a text that does not fit its frame.
public enum TextOverflow: String, ParameterChoice {
  /// It is an error.
  case error
  /// It is cut at the frame.
  case clip
  /// It is drawn outside the frame.
  case visible
}

/// Direction of a text's paragraphs.
public enum TextDirection: String, ParameterChoice {
  /// That of each paragraph's first strong character.
  case auto
  /// Left to right.
  case ltr
  /// Right to left.
  case rtl
}

/// What is done about a font or a glyph that is not there.
public enum MissingFont: String, ParameterChoice {
  /// It is an error.
  case error
  /// Another font, or the box for missing glyphs, is drawn.
  case allow
}
