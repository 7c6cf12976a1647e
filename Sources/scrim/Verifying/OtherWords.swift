import ScrimDocument

/// Other words in place of those that effects conceal of a text.
struct OtherWords {
  enum Kind: String, CaseIterable {
    /// Each letter is another one; lengths, spaces and markup are the same.
    case letters
    /// As many lines of other lengths.
    case lines
    /// The same with emoji, digits, a script of the other direction, and a character that no font has.
    case signs
    /// The same with a larger, a bold and a struck word.
    case styles
  }

  /// A text with other words.
  struct Candidate {
    let text: String
    /// The other words, without tags.
    let hidden: String
  }

  /// Texts of a kind that are tried.
  private static let most = 36

  /// The written string or markup.
  private let text: [UInt8]
  private let content: ConcealedContent
  private let ranges: [Range<Int>]

  /// - Parameters:
  ///   - text: The string or markup that has the words.
  ///   - content: What is concealed of it.
  init?(in text: String, _ content: ConcealedContent) {
    let bytes = Array(text.utf8)
    let ranges = (content.ranges ?? []).filter { $0.count == 2 }.map { (max(0, $0[0]), $0[1]) }
      .filter { $0.0 <= $0.1 && $0.1 <= bytes.count }.map { $0.0..<$0.1 }
    guard !ranges.isEmpty else { return nil }
    self.text = bytes
    self.content = content
    self.ranges = ranges
  }

  /// The concealed words as they are written, tags included.
  var hidden: [String] { ranges.map { String(decoding: text[$0], as: UTF8.self) } }

  /// What precedes the last concealed words.
  private var visible: String {
    String(decoding: text[..<(ranges.last?.lowerBound ?? 0)], as: UTF8.self)
  }

  /// Texts of a kind, of which the first with the same facts is rendered.
  ///
  /// - Parameters:
  ///   - kind: How they differ.
  ///   - keepsNextWord: Whether the first concealed word stays.
  /// - Returns: The whole texts.
  func candidates(_ kind: Kind, keepsNextWord: Bool = false) -> [Candidate] {
    guard kind != .letters else {
      return (1...9).map { number in
        replacing { index, part in
          let keeps = keepsNextWord && index == ranges.count - 1
          return Pieces(part, content.isMarkup).exchanging(by: number, fromWord: keeps ? 1 : 0)
        }
      }
    }
    // Lines can be made up only where decoys replace all words up to the end.
    guard let facts = content.facts, kind != .styles || content.isMarkup,
      kind == .lines || !facts.continues || facts.lines != 1
    else { return [] }
    return (0..<Self.most).map { number in
      replacing { index, part in
        index < ranges.count - 1
          ? Pieces(part, content.isMarkup).exchanging(by: number % 9 + 1)
          : lines(kind, number, in: part, facts, keepsNextWord: keepsNextWord)
      }
    }
  }

  private func replacing(_ body: (Int, String) -> String) -> Candidate {
    var (result, end): ([UInt8], Int) = ([], 0)
    var hidden: [String] = []
    for (index, range) in ranges.enumerated() where range.lowerBound >= end {
      result += text[end..<range.lowerBound]
      let other = body(index, String(decoding: text[range], as: UTF8.self))
      result += other.utf8
      hidden.append(Pieces(other, content.isMarkup).words)
      end = range.upperBound
    }
    return Candidate(
      text: String(decoding: result + text[end...], as: UTF8.self),
      hidden: hidden.joined(separator: "\n"))
  }

  // MARK: Annotations

  /// Whether some words are anywhere but where they are concealed.
  func shows(_ words: String) -> Bool {
    let visible = replacing { _, _ in "\n" }.text
    return Pieces(visible, content.isMarkup).words.contains(words)
  }

  /// Words of a candidate for annotations of concealed words, nowhere visible: those in their place, or as long as
  /// these if possible, each after the one before.
  func words(like matches: [String], in candidate: Candidate) -> [String] {
    let own = Array(hidden.map { Pieces($0, content.isMarkup).words }.joined(separator: "\n"))
    let other = Array(candidate.hidden)
    var start = 0
    return matches.map { match in
      let length = match.count
      let place = own.indices.first { own[$0...].starts(with: match) }
      if own.count == other.count, let place, !shows(String(other[place..<place + length])) {
        return String(other[place..<place + length])
      }
      for count in (1...max(1, length)).reversed() {
        for index in stride(from: start, through: other.count - count, by: 1) {
          let words = other[index..<index + count]
          guard !words.contains(where: \.isWhitespace), !shows(String(words)) else { continue }
          start = index + count
          return String(words)
        }
      }
      return match
    }
  }

  /// Another annotation of as many letters.
  static func exchanged(_ annotation: String) -> String {
    Pieces(annotation, false).exchanging(by: 1)
  }

  // MARK: Lines of other words

  /// As many lines as the concealed words take, with a word each.
  private func lines(
    _ kind: Kind, _ number: Int, in hidden: String, _ facts: ConcealedContent.Facts,
    keepsNextWord: Bool
  ) -> String {
    let pieces = Pieces(hidden, content.isMarkup)
    let exchanged = Pieces(pieces.exchanging(by: number % 9 + 1), content.isMarkup)
    let letters = Array(exchanged.words.filter(\.isLetter))
    // Of a text that is shrunk, more lines than at the requested size are visible.
    let count = facts.lines.map { $0 - number / 9 } ?? 2 + number % 3
    var first = keepsNextWord ? pieces.firstWord : exchanged.firstWord
    if facts.continues, !keepsNextWord {
      // Of a width that does not fit where the visible words end, but fits on a line.
      first = String(first.prefix([24, 6, 3][number / 3 % 3]))
      if number % 2 == 1 { first += first }
    }
    var words = (0..<max(1, count)).map { line -> String in
      let length = 2 + (line + number) % 4
      return String((0..<length).map { Self.letter($0 + line * 5, of: letters) })
    }
    if facts.continues { words[0] = pieces.leadingSpaces + first }
    let last = words.count - 1
    switch kind {
    case .signs:
      words[last] += [" 🙂7", "\u{F0000}4", "🙂", " \u{05D0}\u{05D1}"][number % 4]
    case .styles:
      words[last] =
        ["<span size=\"200%\">", "<b><s>", "<span font_family=\"Nowhere\">"][number % 3]
        + words[last] + ["</span>", "</s></b>", "</span>"][number % 3]
    case .letters, .lines: break
    }
    let (early, late) = pieces.ends(ofTagsIn: content.isMarkup ? visible : "")
    // A tag that ends within the words ends after the first one.
    if !early.isEmpty { words[0] += early + (last == 0 ? " \(Self.letter(0, of: letters))" : "") }
    let isFirst = facts.continues || Pieces(visible, content.isMarkup).words.isEmpty
    return (isFirst ? "" : "\n") + words.joined(separator: "\n") + late
  }

  private static func letter(_ index: Int, of letters: [Character]) -> Character {
    letters.isEmpty ? Character(String(index % 10)) : letters[index % letters.count]
  }
}

/// A string or markup, in words and in what must stay: tags and entities.
private struct Pieces {
  private struct Piece {
    let text: String
    let isFixed: Bool

    /// Whether it begins or ends an element.
    var isTag: Bool { isFixed && text.hasPrefix("<") && !text.hasSuffix("/>") }
  }

  private var list: [Piece] = []

  init(_ text: String, _ isMarkup: Bool) {
    var part = ""
    var end: Character?
    func finish(_ isFixed: Bool) {
      if !part.isEmpty { list.append(Piece(text: part, isFixed: isFixed)) }
      part = ""
    }
    for character in text {
      if isMarkup, end == nil, character == "<" || character == "&" {
        finish(false)
        end = character == "<" ? ">" : ";"
      }
      part.append(character)
      if character == end {
        finish(true)
        end = nil
      }
    }
    finish(end != nil)
  }

  var words: String { list.filter { !$0.isFixed }.map(\.text).joined() }

  /// The spaces before the first word or entity.
  var leadingSpaces: String {
    let start = list.prefix { !$0.isFixed || $0.text.hasPrefix("<") }.filter { !$0.isFixed }
    return String(start.map(\.text).joined().prefix { $0.isWhitespace && !$0.isNewline })
  }

  var firstWord: String {
    String(words.drop(while: \.isWhitespace).prefix { !$0.isWhitespace }.prefix(24))
  }

  /// The text with other letters and digits, of the same script and kind.
  ///
  /// - Parameters:
  ///   - number: Which ones.
  ///   - first: The first word that changes.
  /// - Returns: The whole text.
  func exchanging(by number: Int, fromWord first: Int = 0) -> String {
    let alphabet = Alphabet(words)
    var (word, wasSpace) = (-1, true)
    return list.map { piece in
      guard !piece.isFixed else { return piece.text }
      var result = String.UnicodeScalarView()
      for scalar in piece.text.unicodeScalars {
        let isSpace = scalar.properties.isWhitespace
        if wasSpace, !isSpace { word += 1 }
        wasSpace = isSpace
        result.append(word < first ? scalar : alphabet.other(scalar, by: number))
      }
      return String(result)
    }.joined()
  }

  /// The closing tags that words need after a text: those that are followed by words here, and the others.
  func ends(ofTagsIn visible: String) -> (early: String, late: String) {
    var (depth, closed, early) = (0, 0, 0)
    for (index, piece) in list.enumerated() where piece.isTag {
      if !piece.text.hasPrefix("</") {
        depth += 1
      } else if depth > 0 {
        depth -= 1
      } else {
        closed += 1
        if list[(index + 1)...].contains(where: { !$0.isTag }) { early = closed }
      }
    }
    let tags = Pieces(visible, true).openTags.reversed().map { "</\($0)>" }
    return (tags.prefix(early).joined(), tags.dropFirst(early).joined())
  }

  /// The names of tags without an end, the outermost first.
  private var openTags: [String] {
    list.filter(\.isTag).reduce(into: []) { open, tag in
      if tag.text.hasPrefix("</") {
        _ = open.popLast()
      } else {
        open.append(String(tag.text.dropFirst().prefix { $0.isLetter || $0.isNumber }))
      }
    }
  }
}

/// The letters of a text, to exchange them.
private struct Alphabet {
  private var kinds: [Kind: [Unicode.Scalar]] = [:]

  /// Letters that replace each other. Blocks of 256 characters have one script, those of Han ideographs none other.
  private struct Kind: Hashable {
    let category: Unicode.GeneralCategory
    let block: UInt32

    init?(_ scalar: Unicode.Scalar) {
      category = scalar.properties.generalCategory
      switch category {
      case .uppercaseLetter, .lowercaseLetter, .otherLetter, .decimalNumber: break
      default: return nil
      }
      block = scalar.properties.isIdeographic ? 1 << 16 : scalar.value >> 8
    }
  }

  init(_ words: String) {
    for scalar in Set(words.unicodeScalars).union(Self.latin) {
      if let kind = Kind(scalar) { kinds[kind, default: []].append(scalar) }
    }
    for kind in kinds.keys { kinds[kind]?.sort() }
  }

  private static let latin = Array(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".unicodeScalars)

  /// Another letter of the same kind; the same one if there is none.
  func other(_ scalar: Unicode.Scalar, by number: Int) -> Unicode.Scalar {
    guard let kind = Kind(scalar), let all = kinds[kind], all.count > 1,
      let index = all.firstIndex(of: scalar)
    else { return scalar }
    return all[(index + 1 + (number - 1) % (all.count - 1)) % all.count]
  }
}
