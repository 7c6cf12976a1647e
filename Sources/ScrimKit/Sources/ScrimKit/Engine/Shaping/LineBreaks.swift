/// Where lines may break otherwise than Pango 1.50 finds.
struct LineBreaks {
  static let zeroWidthSpace: Unicode.Scalar = "\u{200b}"

  /// Where further breaks are, as UTF-8 offsets.
  private(set) var added: Set<Int> = []
  /// The parts in which there are none.
  private(set) var forbidden: [Range<Int>] = []

  /// - Parameters:
  ///   - string: The words.
  ///   - spec: Their settings.
  init(_ string: String, _ spec: TextSpec) {
    let wrap = spec.wrap
    if spec.hyphens == .none { forbidSoftHyphens(of: string) }
    // The scripts in question begin with U+0E00.
    guard wrap != .none, string.utf8.contains(where: { $0 >= 0xe0 }) else { return }
    if wrap != .word { forbidClusters(of: string) }
    let quotes = wrap == .character ? [] : Self.quotes(of: string)
    guard
      wrap != .character,
      !quotes.isEmpty || string.unicodeScalars.contains(where: \.needsDictionary),
      let unicode = UnicodeLibrary.shared
    else { return }
    let breaks = unicode.lineBreaks(in: string)
    added = breaks.intersection(quotes)
    var (offset, start) = (0, 0)
    var last: Unicode.Scalar = "\n"
    for scalar in string.unicodeScalars {
      let isBreak = breaks.contains(offset)
      if isBreak, last.needsDictionary, scalar.needsDictionary, !last.isThai || !scalar.isThai {
        added.insert(offset)
      } else if !isBreak, last.needsDictionary != scalar.needsDictionary, last != "\n" {
        forbidden.append(start..<offset + UTF8.width(scalar))
      }
      (last, start) = (scalar, offset)
      offset += UTF8.width(scalar)
    }
  }

  /// Where lines may break beside a quotation mark because letters around it are East Asian (UAX #14, LB19a of
  /// Unicode 16): before one that opens, after one that closes; as UTF-8 offsets.
  private static func quotes(of string: String) -> Set<Int> {
    var found: Set<Int> = []
    var offset = 0
    var before: Unicode.Scalar = "\n"
    var quote: Unicode.Scalar?
    for scalar in string.unicodeScalars {
      if let mark = quote, before.isEastAsian, scalar.isEastAsian {
        let opens = mark.properties.generalCategory == .initialPunctuation
        found.insert(opens ? offset - UTF8.width(mark) : offset)
      }
      if scalar.isQuotation {
        quote = scalar
      } else {
        (before, quote) = (scalar, nil)
      }
      offset += UTF8.width(scalar)
    }
    return found
  }

  private mutating func forbidSoftHyphens(of string: String) {
    var (offset, start) = (0, 0)
    var last: Unicode.Scalar = "\n"
    for scalar in string.unicodeScalars {
      if last == softHyphen { forbidden.append(start..<offset + UTF8.width(scalar)) }
      (last, start) = (scalar, offset)
      offset += UTF8.width(scalar)
    }
  }

  /// Forbids breaks within grapheme clusters of Unicode 15.1, which keep conjuncts (UAX #29, GB9c), unlike Pango's.
  private mutating func forbidClusters(of string: String) {
    var offset = 0
    for character in string {
      let end = offset + character.utf8.count
      if character.unicodeScalars.count > 2 { forbidden.append(offset..<end) }
      offset = end
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isQuotation: Bool {
    [.initialPunctuation, .finalPunctuation].contains(properties.generalCategory)
  }

  /// Whether its East_Asian_Width is F, W or H, as far as lines may break beside it.
  fileprivate var isEastAsian: Bool {
    switch value {
    case 0x1100...0x115f, 0x2e80...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe30...0xfe6f, 0xff01...0xffdc, 0x1b000...0x1b2ff, 0x20000...0x3fffd:
      true
    default: false
    }
  }

  fileprivate var isThai: Bool { (0xe00...0xe7f).contains(value) }

  /// Whether its script has no spaces between words, or breaks at syllables: UAX #14's classes SA, AK, AP and AS, of
  /// which Pango knows Thai only.
  fileprivate var needsDictionary: Bool {
    switch value {
    // Thai, Lao; Myanmar; Khmer; Tai Le, New Tai Lue; Buginese, Tai Tham; Balinese, Sundanese, Batak; Kayah Li;
    // Javanese, Myanmar; Cham, Myanmar, Tai Viet.
    case 0xe00...0xeff, 0x1000...0x109f, 0x1780...0x17ff, 0x1950...0x19df, 0x1a00...0x1aaf,
      0x1b00...0x1bff, 0xa900...0xa92f, 0xa980...0xa9ff, 0xaa00...0xaadf:
      true
    // Brahmi; Grantha; Tirhuta's neighbours with conjuncts; Ahom; Makasar; Kawi.
    case 0x11000...0x1107f, 0x11300...0x1137f, 0x11700...0x1174f, 0x11ee0...0x11eff,
      0x11f00...0x11f5f:
      true
    default: false
    }
  }
}
