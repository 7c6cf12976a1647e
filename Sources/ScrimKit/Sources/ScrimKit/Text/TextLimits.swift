extension StyledString {
  /// UTF-8 bytes of a text.
  private static let maxBytes = 1 << 20
  /// Lines of a text, soft wraps not counting. For each of them Pango counts the characters of all lines
  /// before it: 10,000 take a second, and 100,000 more than the minute that a job has.
  private static let maxLineCount = 10_000
  /// Code points of one character as people count them. The time that HarfBuzz takes grows with the
  /// square of their number. (Unicode's Stream-Safe Text Format, UAX #15 §13, has at most 30 marks.)
  private static let maxScalars = 128

  /// Checks that the text is short enough to be laid out in time.
  ///
  /// - Parameter key: The key of the text object that has the text.
  /// - Returns: The limit that it exceeds; `nil` if there is none.
  func lengthDiagnostic(key: String) -> TextDiagnostic? {
    let count = string.utf8.count
    // As most texts are.
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

  /// Lines that end in a newline or a paragraph separator, and the last one.
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
