import ScrimKit

/// The text for readers who cannot see what a canvas or a layer shows.
enum AltFormat {
  /// Most characters of a text.
  static let most = 2000

  /// The key, for what `thing` shows.
  static func key(_ help: String) -> Key<String> {
    Key(format: KeyFormat("alt", help, .text(form))) { place in
      guard let text = place.text() else { return nil }
      let scalars = text.unicodeScalars
      if scalars.count > most {
        place.report(
          .invalidValue, "the text has \(scalars.count) characters; at most \(most) are allowed.")
        return nil
      }
      if let control = scalars.first(where: isRefused) {
        place.report(
          .invalidValue,
          "the text contains the control character U+\(hexadecimal(control)): remove it.")
        return nil
      }
      return text
    }
  }

  private static let form = TextForm(
    "^[^\\u0000-\\u0008\\u000B-\\u001F\\u007F-\\u009F\\uFFFE\\uFFFF]{0,\(most)}$",
    words: "a text of at most \(most) characters, without control characters but tab and newline")

  /// What XML, in which the text is written, does not allow, and other control characters.
  private static func isRefused(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
      || scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
