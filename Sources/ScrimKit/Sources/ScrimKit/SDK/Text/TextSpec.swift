/// Text and its typographic settings: the `text` object of a layer or an effect.
public struct TextSpec: ParameterRecord, Hashable {
  /// Creates a text with default parameters and without a string.
  public init() {}

  /// The font size that a text says, for lengths in em.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - units: What a size with a unit is.
  /// - Returns: px; `nil` if the size is itself in em, or is none.
  @_spi(Host) public static func size(in json: JSON, _ units: LengthUnits) -> Double? {
    var units = units
    units.em = nil
    switch json["size"] {
    case nil: return TextSpec().size
    case .string(let text)?:
      return if case .pixels(let size)? = units.measure(text) { size } else { nil }
    case let size?: return size.number
    }
  }

  @Parameter("Plain text; a trailing newline adds no line") public var string: String? = nil
  @Parameter("Text as Pango markup") public var markup: String? = nil
  @Parameter("Font family, or a list in order of preference")
  public var font = FontFamilies(["sans-serif"])
  @Parameter("Font size", unit: .pixels, in: 0.1...2000) public var size = 16.0
  @Parameter("Font weight; 400 is regular, 700 bold", in: 100...1000)
  public var weight = 400
  @Parameter("Font style") public var style = TextStyle.normal
  @Parameter("Width of the font's letters; a family may lack it")
  public var stretch = FontStretch.normal
  @Parameter(
    "Axes of a variable font by their tags, such as {\"wght\": 650, \"wdth\": 80}, or one of its named instances",
    in: -32768...32767)
  public var variations: FontVariations? = nil
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
  @Parameter("Indent of the first line of each paragraph", unit: .pixels, in: 0...10000)
  public var textIndent = 0.0
  @Parameter("Case of the letters that are drawn; references find the words as written")
  public var textTransform = TextTransform.none
  @Parameter("Lines under, over or through the text") public var textDecoration: TextDecoration? =
    nil
  @Parameter("Gaps in lines under and over the text, where letters cross them")
  public var textDecorationSkipInk = SkipInk.auto
  @Parameter("Forms of digits, where the font has them; CSS font-variant-numeric")
  public var fontVariantNumeric: NumericForms? = nil
  @Parameter("Where lines may break") public var wrap = TextWrap.word
  @Parameter("Where words are divided at line ends; auto requires a language")
  public var hyphens = TextHyphens.manual
  @Parameter(
    "Least number of letters of a word that hyphens: auto divides, before the hyphen and after it",
    in: 1...99)
  public var hyphenateLimitChars = [5, 2, 2]
  @Parameter("Empty halves of Chinese and Japanese punctuation at line ends and next to each other")
  public var textSpacingTrim = TextSpacingTrim.normal
  @Parameter("Maximum number of lines; more lines overflow or end in an ellipsis", in: 1...10000)
  public var maxLines: Int? = nil
  @Parameter("Position of the ellipsis that replaces overflowing text") public var ellipsis =
    TextEllipsis.none
  @Parameter("Filling of lines: balance makes them equal, pretty avoids a short last one")
  public var textWrap = TextLineFilling.wrap
  @Parameter("Trims the block to capital height and baseline, or to its ink")
  public var textBoxTrim = TextBoxTrim.none
  @Parameter("Whether the text shrinks or grows until it fits") public var fit = TextFit.none
  @Parameter(
    "Smallest font size when shrinking; 1 px if not given", unit: .pixels, in: 0.1...2000)
  public var minSize: Double? = nil
  @Parameter(
    "Largest font size when growing; 2000 px if not given", unit: .pixels, in: 0.1...2000)
  public var maxSize: Double? = nil
  @Parameter("Texts of one name get the smallest size that any of them needs to fit")
  public var sizeGroup: String? = nil
  @Parameter("Handling of text that does not fit the frame") public var overflow = TextOverflow
    .error
  @Parameter("Horizontal lines, or columns: the frame's height is then the length of a line")
  public var writingMode = TextWritingMode.horizontal
  @Parameter("Orientation of characters in columns") public var textOrientation = TextOrientation
    .mixed
  @Parameter("Numbers in columns that are set side by side in the square of one character")
  public var textCombine = TextCombine.none
  @Parameter(
    "Marks over each character: filled or open dot, circle, double-circle, triangle, sesame; or a character"
  )
  public var textEmphasis: TextEmphasis? = nil
  @Parameter("Side of emphasis marks: under a line is left of a column")
  public var textEmphasisPosition = AnnotationPosition.over
  @Parameter("Annotations of words, in addition to those of markup")
  public var ruby: [RubyAnnotation] = []
  @Parameter("Side of the annotations of ruby: under a line is left of a column")
  public var rubyPosition = AnnotationPosition.over
  @Parameter("Spreading of the shorter one of a base and its annotation over the longer one")
  public var rubyAlign = RubyAlignment.spaceAround
  @Parameter("Paragraph direction") public var direction = TextDirection.auto
  @Parameter("Language as a BCP 47 tag, such as \"ja\"")
  public var language: LanguageTag? = nil
  @Parameter("OpenType features, such as \"palt=1\"") public var features: FontFeatures? = nil
  @Parameter("Whether a character missing from all fonts is an error")
  public var missingGlyphs = MissingFont.error
  @Parameter("Whether a font family that is not installed is an error")
  public var fontFallback = MissingFont.error
  @Parameter(
    "Least contrast with what is around the glyphs: a ratio, or a level of WCAG 2.2; less is an error",
    in: 1...21)
  public var legible: Legibility? = nil
  @Parameter("Remedy for a text with too little contrast, in place of an error")
  public var legibleFix: LegibilityFix? = nil

  /// - Returns: Errors for keys that cannot be combined, or for a missing text.
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
    if let maxSize, maxSize < size {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\(maxSize.plain) px is less than the font size, \(size.plain) px.",
          at: "maxSize"))
    }
    if hyphens == .auto, language == nil, string != nil {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\"hyphens\": \"auto\" requires \"language\".", at: "hyphens"))
    }
    if !(1...3).contains(hyphenateLimitChars.count) {
      diagnostics.append(
        ParameterDiagnostic(
          .outOfRange, "expected one to three numbers, found \(hyphenateLimitChars.count).",
          at: "hyphenateLimitChars"))
    }
    if !writingMode.isVertical, textOrientation != .mixed {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict,
          "\"textOrientation\" requires \"writingMode\": \"vertical-rl\" or \"vertical-lr\".",
          at: "textOrientation"))
    }
    if textCombine != .none, !hasCentralBaselines {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict,
          "\"textCombine\" requires \"writingMode\": \"vertical-rl\" or \"vertical-lr\", and no "
            + "\"textOrientation\": \"sideways\".",
          at: "textCombine"))
    }
    if writingMode.isVertical, textBoxTrim == .cap {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\"cap\" is for horizontal lines; columns can be trimmed to their \"ink\".",
          at: "textBoxTrim"))
    }
    if maxSize != nil, !fit.grows {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\"maxSize\" requires \"fit\": \"grow\" or \"both\".", at: "maxSize"))
    }
    if legibleFix != nil, legible == nil {
      diagnostics.append(
        ParameterDiagnostic(.conflict, "\"legibleFix\" requires \"legible\".", at: "legibleFix"))
    }
    return diagnostics
  }
}

extension TextSpec {
  /// Has other words, without anything that belongs to those before.
  mutating func setWords(_ words: String) {
    (string, markup, ruby) = (words, nil, [])
  }
}
