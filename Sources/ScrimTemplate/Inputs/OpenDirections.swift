/// Embeddings, overrides and isolates that are open at the end of a text (UAX #9, BD9 to BD11; a newline ends all).
struct OpenDirections {
  /// What closes them, so that they end with the text.
  let closing: String
  /// The character that begins the outermost, as in "U+202E".
  let name: String

  /// Those of a text; `nil` if none is open.
  init?(of text: String) {
    // All characters in question begin with E2.
    guard text.utf8.contains(0xe2) else { return nil }
    var open: [(begin: Unicode.Scalar, end: Unicode.Scalar)] = []
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{202a}", "\u{202b}", "\u{202d}", "\u{202e}": open.append((scalar, "\u{202c}"))
      case "\u{2066}"..."\u{2068}": open.append((scalar, "\u{2069}"))
      case "\u{202c}": if open.last?.end == scalar { open.removeLast() }
      case "\u{2069}":
        if let start = open.lastIndex(where: { $0.end == scalar }) { open.removeSubrange(start...) }
      case "\n", "\r", "\u{85}", "\u{2029}": open = []
      default: continue
      }
    }
    guard let first = open.first else { return nil }
    closing = open.reversed().reduce(into: "") { $0.unicodeScalars.append($1.end) }
    name = "U+" + String(first.begin.value, radix: 16, uppercase: true)
  }
}
