internal import CPango

/// The direction that its first strong character gives a paragraph (UAX #9, rules P2 and P3): characters in isolates
/// are skipped, and neither embeddings nor overrides are strong.
enum ParagraphDirection {
  case leftToRight, rightToLeft

  /// The direction of a paragraph in UTF-8; `nil` if no character is strong.
  init?(of words: some Sequence<UInt8>) {
    self.init(ofTypes: Self.types(of: words))
  }

  fileprivate init?(ofTypes types: [UInt32]) {
    var isolates = 0
    for type in types {
      if type == FRIBIDI_TYPE_PDI.rawValue {
        isolates = max(0, isolates - 1)
      } else if type & UInt32(FRIBIDI_MASK_ISOLATE) != 0 {
        isolates += 1
      } else if isolates == 0, type & UInt32(FRIBIDI_MASK_LETTER) != 0 {
        self.init(mask: type)
        return
      }
    }
    return nil
  }

  /// The direction of FriBidi's bits of a character; `nil` if it is not strong, as FriBidi also calls embeddings and
  /// overrides.
  fileprivate init?(mask: UInt32) {
    guard mask & UInt32(FRIBIDI_MASK_STRONG) != 0 else { return nil }
    self = mask & UInt32(FRIBIDI_MASK_RTL) == 0 ? .leftToRight : .rightToLeft
  }

  /// The bidirectional classes of characters, as FriBidi's bits.
  fileprivate static func types(of words: some Sequence<UInt8>) -> [UInt32] {
    String(decoding: Array(words), as: UTF8.self).unicodeScalars.map {
      fribidi_get_bidi_type($0.value).rawValue
    }
  }
}

extension StyledString {
  /// The text with a mark before each paragraph whose direction Pango would take from an isolate or an embedding.
  var directed: StyledString {
    // All formatting characters of UAX #9 begin with E2.
    guard string.utf8.contains(0xe2), string.unicodeScalars.contains(where: \.isBidiFormat) else {
      return self
    }
    var copy = self
    var start = 0
    let newline = UInt8(ascii: "\n")
    for paragraph in string.utf8.split(separator: newline, omittingEmptySubsequences: false) {
      let types = ParagraphDirection.types(of: paragraph)
      let direction = ParagraphDirection(ofTypes: types) ?? .leftToRight
      if let pango = types.lazy.compactMap(ParagraphDirection.init(mask:)).first, pango != direction
      {
        let added = copy.string.utf8.count - string.utf8.count
        copy = copy.directed(at: start + added, isRightToLeft: direction == .rightToLeft)
      }
      start += paragraph.count + 1
    }
    return copy
  }
}

extension Unicode.Scalar {
  /// Whether it begins or ends an isolate, an embedding or an override.
  fileprivate var isBidiFormat: Bool {
    switch self {
    case "\u{202a}"..."\u{202e}", "\u{2066}"..."\u{2069}": true
    default: false
    }
  }
}
