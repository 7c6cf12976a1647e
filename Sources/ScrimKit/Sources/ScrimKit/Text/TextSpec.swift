/// Text and its typographic settings: the `text` object of a job, of a layer's or an effect's.
public struct TextSpec: ParameterRecord, Hashable {
  /// A text with default parameters; it has no string yet.
  public init() {}

  @Parameter("Plain text; a trailing newline adds no line") public var string: String? = nil
  @Parameter("Text as Pango markup") public var markup: String? = nil
  @Parameter("Font family, or a list in order of preference")
  public var font = FontFamilies(["sans-serif"])
  @Parameter("Font size", unit: .pixels, in: 0.1...2000) public var size = 16.0
  @Parameter("Font weight; 400 is regular, 700 bold", in: 100...1000)
  public var weight = 400
  @Parameter("Font style") public var style = TextStyle.normal
  @Parameter("Text colour or gradient") public var color = Paint.black
  @Parameter("Horizontal alignment of lines") public var align = TextAlignment.start
  @Parameter("Vertical alignment in a taller frame")
  public var verticalAlign = VerticalAlignment.top
  @Parameter(
    "Line height as a multiple of the font size, half the leading above each line; the font's own if "
      + "not given", in: 0.1...10)
  public var lineHeight: Double? = nil
  @Parameter("Extra space between lines", unit: .pixels, in: -1000...1000) public var lineSpacing =
    0.0
  @Parameter("Extra space between characters", unit: .pixels, in: -1000...1000)
  public var letterSpacing = 0.0
  @Parameter("Where lines may break") public var wrap = TextWrap.word
  @Parameter("Maximum number of lines; more lines overflow or end in an ellipsis", in: 1...10000)
  public var maxLines: Int? = nil
  @Parameter("Position of the ellipsis that replaces overflowing text") public var ellipsis =
    TextEllipsis.none
  @Parameter("Whether the text shrinks until it fits") public var fit = TextFit.none
  @Parameter(
    "Smallest font size when shrinking; 1 px if not given", unit: .pixels, in: 0.1...2000)
  public var minSize: Double? = nil
  @Parameter("Handling of text that does not fit the frame") public var overflow = TextOverflow
    .error
  @Parameter("Paragraph direction") public var direction = TextDirection.auto
  @Parameter("Language as a BCP 47 tag, such as \"ja\"")
  public var language: LanguageTag? = nil
  @Parameter("OpenType features, such as \"palt=1\"") public var features: FontFeatures? = nil
  @Parameter("Whether a character missing from all fonts is an error")
  public var missingGlyphs = MissingFont.error
  @Parameter("Whether a font family that is not installed is an error")
  public var fontFallback = MissingFont.error

  /// - Returns: What keys contradict one another, and whether there is no text.
  public func validate() -> [ParameterDiagnostic] {
    var diagnostics: [ParameterDiagnostic] = []
    if !$string.isGiven, !$markup.isGiven {
      diagnostics.append(
        ParameterDiagnostic(
          .missingKey, "\"string\" or \"markup\" is missing.", candidates: ["string", "markup"]))
    }
    if $string.isGiven, $markup.isGiven {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\"markup\" cannot be combined with \"string\".", at: "markup"))
    }
    if let minSize, minSize > size {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\(minSize.plain) px is more than the font size, \(size.plain) px.",
          at: "minSize"))
    }
    return diagnostics
  }
}

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

/// Font families in order of preference: a text or a list of texts in JSON.
public struct FontFamilies: Hashable, ParameterValue {
  /// The names, at least one.
  public let names: [String]

  /// Families in order of preference.
  public init(_ names: [String]) { self.names = names }

  public static var shape: ParameterShape {
    .union([.string, .list(of: .string, count: 1...Int.max)])
  }

  public var json: JSON {
    names.count == 1 ? .string(names[0]) : .array(names.map(JSON.string))
  }

  public init?(from json: JSON, _ decoding: inout ParameterDecoding) {
    let expected = "expected a font family such as \"Noto Sans\""
    switch json {
    case .string:
      guard let list = String(from: json, &decoding) else { return nil }
      // As in CSS, a comma separates families.
      names = Self.names(inList: list)
      guard !names.isEmpty else {
        decoding.report(.invalidValue, "\(expected), found \(json.description).")
        return nil
      }
    case .array(let list):
      guard !list.isEmpty else {
        decoding.report(.outOfRange, "\(expected), found a list of 0.")
        return nil
      }
      let good = list.enumerated().compactMap { index, name in
        decoding.at(.index(index)) { decoding -> String? in
          guard let text = String(from: name, &decoding) else { return nil }
          let family = Self.trimmed(text[...])
          if family.isEmpty {
            decoding.report(.invalidValue, "\(expected), found \(name.description).")
          }
          return family.isEmpty ? nil : family
        }
      }
      guard good.count == list.count else { return nil }
      names = good
    default:
      decoding.report(
        .wrongType, "\(expected), or a list of them, found \(json.description).")
      return nil
    }
  }

  static func names(inList list: String) -> [String] {
    list.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
  }

  private static func trimmed(_ name: Substring) -> String {
    var name = name
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    return String(name)
  }
}
