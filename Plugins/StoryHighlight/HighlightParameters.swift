import ScrimKit

/// The part of a line to cover.
public enum LineBox: String, ParameterChoice {
  /// From the fonts' ascent to their descent, or `lineHeight`.
  case font
  /// The bounds of the line's ink.
  case ink
}

/// How a highlight handles a line without words.
public enum EmptyLine: String, ParameterChoice {
  /// The block ends above it, and another begins below.
  case `break`
  /// The lines above and below it are joined, as if it were line spacing.
  case bridge
}

/// A line around the outside of a highlight.
public struct HighlightStroke: ParameterRecord {
  @Parameter("Line width", unit: .pixels, in: 0...1000) public var width = 2.0
  @Parameter("Line colour") public var color = Color.black

  /// Creates a stroke with default parameters.
  public init() {}
}
