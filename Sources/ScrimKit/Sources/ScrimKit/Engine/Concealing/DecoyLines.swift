/// Lines of decoy words that replace concealed ones.
///
/// They depend only on the seed, each line's number, the style, the script and the width, never on hidden text.
struct DecoyLines {
  /// Extent of each line above and below its baseline, px.
  let above: Double
  let below: Double

  private let setting: Setting
  private let seeds: [UInt64]
  private var known: [Key: TextLayout] = [:]

  /// The settings of the lines.
  struct Setting {
    let library: FontLibrary
    /// The spec of the entire text.
    let spec: TextSpec
    let style: DecoyStyle
    let script: String?
    /// The available width of a line, px.
    let width: Double
    let words: Concealment.Words
  }

  private struct Key: Hashable {
    let number: Int
    let direction: TextDirection
    let endsParagraph: Bool
  }

  /// The words repeat after this many lines, so that a long text costs little; a blur hides the repetition.
  private static let period = 61
  /// Maximum number of letters per line, so that a frame of any width costs little.
  private static let maxLetters = 4000
  /// The fraction of lines that end a paragraph.
  private static let endingShare = 0.15

  /// - Parameters:
  ///   - setting: The settings of the lines.
  ///   - seed: The seed of their words.
  /// - Throws: `DrawingError`.
  init(_ setting: Setting, seed: UInt64) throws {
    self.setting = setting
    var generator = SeededGenerator(seed: seed)
    seeds = (0..<Self.period).map { _ in generator.next() }
    // All lines use the box of one sample, so that their pitch is known before they are generated.
    var sample = SeededGenerator(seed: 0)
    let line = try setting.set(
      setting.style.applied(to: setting.words(setting.script, 40, &sample), seed: nil),
      direction: .auto
    ).lines.first
    above = line.map { $0.baseline - $0.rectangle.top } ?? 0
    below = line.map { $0.rectangle.bottom - $0.baseline } ?? 0
  }

  /// Whether a line ends its paragraph.
  func endsParagraph(_ number: Int) -> Bool {
    var generator = SeededGenerator(seed: seeds[number % Self.period])
    return generator.unit() < Self.endingShare
  }

  /// A line: 85–100 % of the width, or 30–80 % if it ends its paragraph.
  ///
  /// - Parameters:
  ///   - number: Index of the concealed line, from 0.
  ///   - direction: The paragraph's direction; `auto` for the direction of the words.
  ///   - endsParagraph: Whether it is the last line of its paragraph.
  /// - Returns: A text of one line.
  /// - Throws: `DrawingError`.
  mutating func line(
    _ number: Int, direction: TextDirection, endsParagraph: Bool
  ) throws -> TextLayout {
    let key = Key(
      number: number % Self.period, direction: direction, endsParagraph: endsParagraph)
    if let line = known[key] { return line }
    let line = try makeLine(key)
    known[key] = line
    return line
  }

  private func makeLine(_ key: Key) throws -> TextLayout {
    let seed = seeds[key.number]
    var generator = SeededGenerator(seed: seed)
    _ = generator.next()
    let shares = key.endsParagraph ? 0.3...0.8 : 0.85...1
    let share = shares.lowerBound + (shares.upperBound - shares.lowerBound) * generator.unit()
    let wanted = setting.width * share
    func set(_ words: some Collection<Character>) throws -> TextLayout {
      try setting.set(
        setting.style.applied(to: String(words), seed: seed), direction: key.direction)
    }
    // Most glyphs are wider than a fifth of the font size.
    var count = min(Self.maxLetters, Int(wanted / (setting.spec.size * 0.2)) + 2)
    var words: [Character]
    var ends: [Double]
    repeat {
      var letters = generator
      words = Array(setting.words(setting.script, count, &letters))
      ends = Self.ends(of: words, in: try set(words))
      count *= 2
    } while ends.last ?? wanted < wanted && count <= Self.maxLetters
    let fitting = ends.indices.filter { ends[$0] <= setting.width && words[$0] != " " }
    let last = fitting.first { ends[$0] >= wanted } ?? fitting.last ?? 0
    words.removeLast(max(0, words.count - 1 - last))
    var line = try set(words)
    // A glyph may be wider at the end of a word than inside it.
    while words.count > 1, line.naturalWidth > setting.width || words.last == " " {
      words.removeLast()
      line = try set(words)
    }
    return line
  }

  /// The right edge of each character on a single line that starts at 0, px.
  private static func ends(of letters: [Character], in line: TextLayout) -> [Double] {
    var widths = Array(repeating: 0.0, count: line.string.utf8.count + 1)
    for cluster in line.clusters { widths[cluster.range.lowerBound] += cluster.rectangle.width }
    var (sum, offset) = (0.0, 0)
    return letters.map { letter in
      let end = offset + letter.utf8.count
      sum += widths[offset..<end].reduce(0, +)
      offset = end
      return sum
    }
  }
}

extension DecoyLines.Setting {
  /// Lays out words on one line.
  ///
  /// - Throws: `DrawingError`.
  fileprivate func set(_ text: StyledString, direction: TextDirection) throws -> TextLayout {
    var single = spec
    single.wrap = .none
    single.direction = spec.direction == .auto ? direction : spec.direction
    return try library.set(text, single, width: nil).layout
  }
}
