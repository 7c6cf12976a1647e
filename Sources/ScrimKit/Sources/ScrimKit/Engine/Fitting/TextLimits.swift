extension StyledString {
  /// Maximum UTF-8 bytes of a text.
  private static let maxBytes = 1 << 20
  /// Maximum lines of a text, without soft wraps. For each line Pango counts the characters of all previous ones:
  /// 10,000 lines take a second, 100,000 more than the minute that a job has.
  private static let maxLineCount = 10_000
  /// Maximum annotated words. Each takes a third of a millisecond for each size that is tried.
  private static let maxRubies = 5000
  /// Maximum code points of one grapheme cluster. HarfBuzz's time grows with the square of their number. (Unicode's
  /// Stream-Safe Text Format, UAX #15 §13, allows at most 30 marks.)
  private static let maxScalars = 128
  /// The allowed font sizes after markup, px: those of a text.
  private static let sizes = 0.1...2000.0

  /// The words of a text, in paragraphs with the direction that Unicode gives them.
  ///
  /// - Parameter spec: The text's settings.
  /// - Throws: `TextDiagnostic` for errors in markup and annotations, and for a text that would take minutes.
  init(of spec: TextSpec) throws {
    var text =
      try spec.markup.map { try MarkupReader.read($0) }
      ?? StyledString(plain: spec.string ?? "")
    let limit = text.lengthDiagnostic(key: spec.markup == nil ? "string" : "markup")
    if let diagnostic = limit ?? text.sizeDiagnostic(size: spec.size) { throw diagnostic }
    try text.annotate(spec.ruby)
    if let diagnostic = text.rubyDiagnostic { throw diagnostic }
    self = spec.direction == .auto ? text.directed : text
  }

  /// Checks that the text is short enough to be laid out in time.
  ///
  /// - Parameter key: The key of the text in its object.
  /// - Returns: The exceeded limit; `nil` if there is none.
  private func lengthDiagnostic(key: String) -> TextDiagnostic? {
    let count = string.utf8.count
    // True for most texts.
    guard count > Self.maxScalars else { return nil }
    if count > Self.maxBytes {
      return TextDiagnostic(
        .textTooLong, at: key,
        "the text has \(count) bytes; at most \(Self.maxBytes) are allowed. Split it into several layers."
      )
    }
    let lines = lineCount
    if lines > Self.maxLineCount {
      return TextDiagnostic(
        .textTooLong, at: key,
        "the text has \(lines) lines; at most \(Self.maxLineCount) are allowed. Split it into several layers."
      )
    }
    var offset = 0
    for character in string {
      let scalars = character.unicodeScalars.count
      if scalars > Self.maxScalars {
        return TextDiagnostic(
          .textTooLong, at: key,
          "a character has \(scalars - 1) combining marks or joined parts; at most "
            + "\(Self.maxScalars - 1) are allowed.", offset: source(of: offset))
      }
      offset += character.utf8.count
    }
    return nil
  }

  /// Checks the font sizes that result from markup. Factors multiply, so no single tag can be checked.
  ///
  /// - Parameter size: The font size of the entire text, px.
  /// - Returns: The error at the first words that are too large or too small; `nil` if there are none.
  private func sizeDiagnostic(size: Double) -> TextDiagnostic? {
    for span in spans {
      let pixels: Double
      switch span.change {
      case .scale(let factor): pixels = size * factor
      case .size(let points): pixels = Double(points) / 1024 * 96 / 72
      default: continue
      }
      // Sizes are multiples of 1/1024 point, so 0.1 px may be slightly less.
      if pixels < Self.sizes.lowerBound - 0.001 || pixels > Self.sizes.upperBound + 0.001 {
        return TextDiagnostic(
          .markup, at: "markup",
          "the font size of this text is \(rounded(pixels)) px; it must be 0.1…2000 px.",
          offset: source(of: span.range.lowerBound))
      }
    }
    return nil
  }

  private func rounded(_ pixels: Double) -> String {
    pixels < 1 ? ((pixels * 10000).rounded() / 10000).plain : ((pixels * 10).rounded() / 10).plain
  }

  /// Checks that a text has no more annotations than are set in time.
  private var rubyDiagnostic: TextDiagnostic? {
    let count = rubies.count
    guard count > Self.maxRubies else { return nil }
    return TextDiagnostic(
      .textTooLong, at: "ruby",
      "the text has \(count) annotations; at most \(Self.maxRubies) are allowed. Split it into several layers."
    )
  }

  /// The number of lines that end in a newline or a paragraph separator, plus the last one.
  private var lineCount: Int {
    var (count, last, beforeLast) = (1, UInt8(0), UInt8(0))
    for byte in string.utf8 {
      // U+2029 is E2 80 A9.
      if byte == 0x0a && last != 0x0d || byte == 0x0d
        || byte == 0xa9 && last == 0x80 && beforeLast == 0xe2
      {
        count += 1
      }
      (beforeLast, last) = (last, byte)
    }
    return count
  }
}
