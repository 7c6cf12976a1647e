/// Marks over or beside each character of a text, with CSS's values for `text-emphasis-style`: `"filled sesame"`,
/// `"open dot"`, or a character.
public struct TextEmphasis: Hashable, ParameterValue {
  private static let shapes = [
    "dot": ("•", "◦"), "circle": ("●", "○"), "double-circle": ("◉", "◎"), "triangle": ("▲", "△"),
    "sesame": ("﹅", "﹆"),
  ]
  private static let words = ["filled", "open"] + shapes.keys.sorted()

  static let expected =
    "must be one character, or \"filled\" or \"open\" with \"dot\", \"circle\", \"double-circle\", \"triangle\" or "
    + "\"sesame\""

  /// The value as written.
  public let style: String

  /// Creates marks.
  ///
  /// - Parameter style: As written in a job; `nil` if it is invalid.
  public init?(_ style: String) {
    guard Self.mark(of: style, isVertical: false) != nil else { return nil }
    self.style = style
  }

  public static var shape: ParameterShape { .string }
  public var json: JSON { .string(style) }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    guard let style = String(from: json, &decoding) else { return nil }
    guard let emphasis = TextEmphasis(style) else {
      let wrong = style.split(separator: " ").map(String.init).first { !Self.words.contains($0) }
      decoding.report(
        .invalidValue,
        "\(json.description) \(Self.expected).",
        word: wrong ?? style, candidates: Self.words)
      return nil
    }
    self = emphasis
  }

  /// The character that is drawn. Without a shape it is a circle, or in columns a sesame (CSS Text Decoration 4 §3.1).
  func mark(isVertical: Bool) -> String {
    Self.mark(of: style, isVertical: isVertical) ?? style
  }

  private static func mark(of style: String, isVertical: Bool) -> String? {
    if style.count == 1, style.first?.isWhitespace == false { return style }
    var (shape, fill): (String?, String?)
    for word in style.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      if shapes[word] != nil, shape == nil {
        shape = word
      } else if ["filled", "open"].contains(word), fill == nil {
        fill = word
      } else {
        return nil
      }
    }
    let pair = shapes[shape ?? (isVertical ? "sesame" : "circle")]
    return fill == "open" ? pair?.1 : pair?.0
  }
}

/// How the shorter one of a base of ruby and its annotation is spread over the longer one, with CSS's keywords.
public enum RubyAlignment: String, ParameterChoice {
  /// With space between its characters, and half of it at its ends.
  case spaceAround = "space-around"
  /// With space between its characters only.
  case spaceBetween = "space-between"
  /// In the middle.
  case center
  /// At the start.
  case start
}

/// The side of a text's lines on which emphasis marks or annotations are, with CSS's keywords.
public enum AnnotationPosition: String, ParameterChoice {
  /// Above a line, to the right of a column.
  case over
  /// Below a line, to the left of a column.
  case under
}
