/// A text with the case of its letters changed as far as Pango would change it wrongly: Pango looks at one letter at a
/// time, so that it takes every Σ for the last of its word, and the t of "don't" for the first of one.
///
/// The string is as long in UTF-8 as the text, so that offsets apply to both.
struct CasedString {
  private(set) var string: String
  /// What is left to Pango.
  private(set) var changes: [(range: Range<Int>, transform: TextTransform)] = []

  /// - Parameters:
  ///   - text: The words as written, with markup that may change the case of parts.
  ///   - spec: The settings of the entire text.
  init(_ text: StyledString, _ spec: TextSpec) {
    string = text.string
    if spec.textTransform != .none {
      changes.append((0..<text.string.utf8.count, spec.textTransform))
    }
    for span in text.spans {
      guard case .textTransform(let number) = span.change else { continue }
      changes.append((span.range, TextTransform(number: number)))
    }
    guard !changes.isEmpty else { return }
    var transforms = Array(repeating: TextTransform.none, count: text.string.utf8.count)
    for (range, transform) in changes {
      for offset in range { transforms[offset] = transform }
    }
    // Words are capitalized here.
    changes = changes.map { ($0.range, $0.transform == .capitalize ? .none : $0.transform) }
    change(transforms)
  }

  /// Changes single letters, given the transform at each offset.
  private mutating func change(_ transforms: [TextTransform]) {
    let scalars = Array(string.unicodeScalars)
    var cased = String.UnicodeScalarView()
    var offset = 0
    for (index, scalar) in scalars.enumerated() {
      let range = offset..<offset + UTF8.width(scalar)
      offset = range.upperBound
      var replacement = scalar
      switch transforms[range.lowerBound] {
      case .lowercase where scalar == "\u{3a3}":
        replacement = scalars.isFinalSigma(at: index) ? "\u{3c2}" : "\u{3c3}"
      case .capitalize:
        // Letters such as ß have no capital of their own.
        let title = scalar.properties.titlecaseMapping.unicodeScalars
        guard title.count == 1, let capital = title.first, capital != scalar,
          scalars.isWordStart(at: index)
        else { break }
        if UTF8.width(capital) == range.count {
          replacement = capital
        } else {
          changes.append((range, .uppercase))
        }
      default: break
      }
      cased.append(replacement)
    }
    string = String(cased)
  }
}

extension TextTransform {
  /// Its index in Pango's enumeration.
  var number: Int {
    switch self {
    case .none: 0
    case .lowercase: 1
    case .uppercase: 2
    case .capitalize: 3
    }
  }

  /// The transform of a number of Pango's enumeration.
  init(number: Int) {
    self = Self.allCases.first { $0.number == number } ?? .none
  }
}

extension [Unicode.Scalar] {
  /// Whether a sigma is the last letter of its word, by Unicode's condition Final_Sigma.
  fileprivate func isFinalSigma(at index: Int) -> Bool {
    let before = self[..<index].last { !$0.properties.isCaseIgnorable }
    let after = self[(index + 1)...].first { !$0.properties.isCaseIgnorable }
    return before?.properties.isCased == true && after?.properties.isCased != true
  }

  /// Whether a letter or a digit begins a word, by the rules of UAX #29 for them.
  fileprivate func isWordStart(at index: Int) -> Bool {
    guard let last = self[..<index].lastIndex(where: { !$0.isExtender }) else { return true }
    let before = self[last]
    if before.isWordLetter || before.isWordNumber { return false }
    guard before.joinsLetters, self[index].isWordLetter else { return true }
    return self[..<last].last { !$0.isExtender }?.isWordLetter != true
  }
}

extension Unicode.Scalar {
  /// Whether it belongs to the letter before it.
  fileprivate var isExtender: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format: true
    default: false
    }
  }

  fileprivate var isWordLetter: Bool {
    guard properties.isAlphabetic, !properties.isIdeographic else { return false }
    switch value {
    // Scripts without spaces between words: Thai and Lao, Myanmar, Khmer, kana.
    case 0xe00...0xeff, 0x1000...0x109f, 0x1780...0x17ff, 0x3040...0x30ff, 0x31f0...0x31ff,
      0xff66...0xff9f:
      return false
    default: return true
    }
  }

  /// Whether it is a digit, or a connector such as _.
  fileprivate var isWordNumber: Bool {
    [.decimalNumber, .connectorPunctuation].contains(properties.generalCategory)
  }

  /// Whether a letter before it and one after it are in the same word.
  fileprivate var joinsLetters: Bool {
    [
      "'", ".", ":", "\u{b7}", "\u{387}", "\u{55f}", "\u{5f4}", "\u{2018}", "\u{2019}", "\u{2024}",
      "\u{2027}", "\u{fe13}", "\u{fe52}", "\u{fe55}", "\u{ff07}", "\u{ff0e}", "\u{ff1a}",
    ].contains(self)
  }
}
