/// Where words of a text are divided with `hyphens: auto` (CSS Text 4 §6).
struct Hyphenation {
  /// UTF-8 offsets at which a hyphen is drawn if a line ends there.
  private(set) var breaks: Set<Int> = []

  /// What CSS's `auto` means.
  private static let limits = [5, 2, 2]

  /// - Parameters:
  ///   - text: The words.
  ///   - spec: Their settings.
  /// - Throws: `TextDiagnostic` if a dictionary is not installed.
  init(_ text: StyledString, _ spec: TextSpec) throws(TextDiagnostic) {
    guard spec.hyphens == .auto, spec.wrap != .none, spec.wrap != .character else { return }
    let limits = zip(Self.limits.indices, Self.limits).map { index, usual in
      index < spec.hyphenateLimitChars.count ? spec.hyphenateLimitChars[index] : usual
    }
    var offset = 0
    var rest = text.string[...]
    while let start = rest.firstIndex(where: \.isHyphenated) {
      offset += rest[..<start].utf8.count
      let word = rest[start...].prefix(while: \.isHyphenated)
      // Of a word that has hyphens of its own, others are not looked for.
      if !word.unicodeScalars.contains(softHyphen),
        let language = text.language(at: offset, of: spec)
      {
        let scalars = word.unicodeScalars
        for count in try HyphenDictionary.of(language, at: "hyphens").breaks(
          in: word, limits: limits)
        {
          let place = scalars.index(scalars.startIndex, offsetBy: count)
          breaks.insert(offset + word.utf8.distance(from: word.startIndex, to: place))
        }
      }
      offset += word.utf8.count
      rest = rest[word.endIndex...]
    }
  }
}

let softHyphen: Unicode.Scalar = "\u{ad}"

extension Character {
  /// Whether it is part of a word that may be divided: a letter with its marks, or a soft hyphen.
  fileprivate var isHyphenated: Bool { isLetter || unicodeScalars.first == softHyphen }
}

extension StyledString {
  /// The language of the words at an offset; `nil` if it is not known.
  fileprivate func language(at offset: Int, of spec: TextSpec) -> String? {
    for span in spans.reversed() where span.range.contains(offset) {
      if case .language(let name) = span.change { return name }
    }
    return spec.language?.tag
  }
}
