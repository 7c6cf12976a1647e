extension String {
  /// What closes embeddings, overrides and isolates that are open at the end, so that they end with the text
  /// (UAX #9, BD9 to BD11; a newline ends all): `nil` if none is.
  var openDirections: String? {
    // All characters in question begin with E2.
    guard utf8.contains(0xe2) else { return nil }
    var open: [Unicode.Scalar] = []
    for scalar in unicodeScalars {
      switch scalar {
      case "\u{202a}", "\u{202b}", "\u{202d}", "\u{202e}": open.append("\u{202c}")
      case "\u{2066}"..."\u{2068}": open.append("\u{2069}")
      case "\u{202c}": if open.last == scalar { open.removeLast() }
      case "\u{2069}": if let start = open.lastIndex(of: scalar) { open.removeSubrange(start...) }
      case "\n", "\r", "\u{85}", "\u{2029}": open = []
      default: continue
      }
    }
    return open.isEmpty ? nil : open.reversed().reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  /// The first character that begins what is open at the end, as in "U+202E".
  var firstOpenDirection: String? {
    guard openDirections != nil else { return nil }
    let first = unicodeScalars.first { scalar in
      switch scalar {
      case "\u{202a}", "\u{202b}", "\u{202d}", "\u{202e}", "\u{2066}"..."\u{2068}": true
      default: false
      }
    }
    return first.map { "U+" + String($0.value, radix: 16, uppercase: true) }
  }
}
