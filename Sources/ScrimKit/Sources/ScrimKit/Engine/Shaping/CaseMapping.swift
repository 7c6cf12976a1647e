/// The letters of a text with their case changed by its settings and markup: Unicode's full mappings, in the text's
/// language.
struct CaseMapping {
  private let scalars: [Unicode.Scalar]
  /// For each scalar; empty if nothing changes.
  private var transforms: [TextTransform] = []
  /// For each scalar, the primary subtag in lower case; empty is none.
  private var languages: [String] = []

  /// Longer words are mapped in parts, since the time grows with the square.
  private static let longestWord = 64
  /// Languages with mappings of their own (SpecialCasing.txt of Unicode, and CLDR's transforms).
  private static let tailored: Set<String> = ["az", "el", "hy", "lt", "nl", "tr"]

  /// - Parameters:
  ///   - text: The words as written, with markup that may change the case of parts.
  ///   - spec: The settings of the entire text.
  /// - Throws: `TextDiagnostic` if the text has a language with mappings of its own, and ICU cannot be opened.
  init(_ text: StyledString, _ spec: TextSpec) throws(TextDiagnostic) {
    scalars = Array(text.string.unicodeScalars)
    let changesPart = text.spans.contains {
      if case .textTransform = $0.change { true } else { false }
    }
    guard spec.textTransform != .none || changesPart else { return }
    transforms = Array(repeating: spec.textTransform, count: scalars.count)
    languages = Array(repeating: Self.primary(spec.language?.tag), count: scalars.count)
    for span in text.spans {
      switch span.change {
      case .textTransform(let number):
        for index in indices(of: span.range) { transforms[index] = TextTransform(number: number) }
      case .language(let name):
        for index in indices(of: span.range) { languages[index] = Self.primary(name) }
      default: continue
      }
    }
    let tailored = zip(transforms, languages).first { $0 != .none && !$1.isEmpty }
    guard let tailored, UnicodeLibrary.shared == nil else { return }
    throw TextDiagnostic(
      .missingDictionary, at: spec.markup == nil ? "textTransform" : "markup",
      "the letters of the language \(quoted(tailored.1)) need \(UnicodeLibrary.file) of Swift's runtime, which cannot "
        + "be opened.")
  }

  private static func primary(_ tag: String?) -> String {
    let primary = tag?.prefix { $0 != "-" && $0 != "_" }.lowercased() ?? ""
    return tailored.contains(primary) ? primary : ""
  }

  /// The scalars at UTF-8 offsets.
  private func indices(of range: Range<Int>) -> [Int] {
    var (found, offset): ([Int], Int) = ([], 0)
    for (index, scalar) in scalars.enumerated() {
      if range.contains(offset) { found.append(index) }
      offset += UTF8.width(scalar)
    }
    return found
  }

  /// What is drawn for each scalar; `nil` if all stay as they are.
  var drawn: [String]? {
    guard !transforms.isEmpty else { return nil }
    var drawn: [String] = []
    var index = 0
    while index < scalars.count {
      let (transform, language) = (transforms[index], languages[index])
      let end =
        scalars.indices[index...].first {
          transforms[$0] != transform || languages[$0] != language
            || scalars[$0].properties.isWhitespace != scalars[index].properties.isWhitespace
        } ?? scalars.count
      let part = index..<min(end, index + Self.longestWord)
      switch transform {
      case .uppercase, .lowercase:
        if let mapped = mapped(part, transform, language) {
          drawn += mapped
        } else {
          drawn += part.map { transform == .uppercase ? upper($0) : lower($0) }
        }
      case .capitalize: drawn += part.map { capitalized($0, language) }
      case .none: drawn += scalars[part].map(String.init)
      }
      index = part.upperBound
    }
    return drawn
  }

  private func upper(_ index: Int) -> String { scalars[index].properties.uppercaseMapping }

  private func lower(_ index: Int) -> String {
    guard scalars[index] == "\u{3a3}" else { return scalars[index].properties.lowercaseMapping }
    return scalars.isFinalSigma(at: index) ? "\u{3c2}" : "\u{3c3}"
  }

  private func capitalized(_ index: Int, _ language: String) -> String {
    let scalar = scalars[index]
    if scalars.isWordStart(at: index) {
      if scalar == "i", ["az", "tr"].contains(language) { return "\u{130}" }
      let title = scalar.properties.titlecaseMapping
      // Letters such as ß have no capital of their own.
      return title.unicodeScalars.count == 1 ? title : String(scalar)
    }
    // The second letter of Dutch ij.
    let follows = index > 0 && scalar == "j" && ["i", "I"].contains(scalars[index - 1])
    if follows, language == "nl", scalars.isWordStart(at: index - 1) { return "J" }
    return String(scalar)
  }

  /// What is drawn for each scalar of a word in a language with mappings of its own; `nil` in others.
  private func mapped(
    _ word: Range<Int>, _ transform: TextTransform, _ language: String
  ) -> [String]? {
    guard !language.isEmpty, let unicode = UnicodeLibrary.shared else { return nil }
    func mapped(upTo end: Int) -> [Unicode.Scalar] {
      let part = scalars[word.lowerBound..<end].reduce(into: "") { $0.unicodeScalars.append($1) }
      return Array(unicode.cased(part, transform, language: language).unicodeScalars)
    }
    let whole = mapped(upTo: word.upperBound)
    // What a letter becomes depends on those around it, but hardly ever how many it becomes.
    var start = 0
    return word.map { index in
      let isLast = index == word.upperBound - 1
      let end = isLast ? whole.count : min(max(start, mapped(upTo: index + 1).count), whole.count)
      defer { start = end }
      return whole[start..<end].reduce(into: "") { $0.unicodeScalars.append($1) }
    }
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
