import ScrimKit

/// Words that stand for those of concealed lines.
///
/// They depend on the seed, and on each line's number, script, place in its paragraph, font and room:
/// not on its words.
struct Decoys {
  private let text: TextLayout
  private let geometry: EffectGeometry
  private let generators: [SeededGenerator]

  init(for text: TextLayout, in geometry: EffectGeometry) {
    self.text = text
    self.geometry = geometry
    var seeds = geometry.random
    generators = text.lines.indices.map { _ in SeededGenerator(seed: seeds.next()) }
  }

  /// How wide a line shall be: 85–100 % of its room, the last of a paragraph 30–80 %; px.
  private func width(ofLine index: Int) -> Double {
    var generator = generators[index]
    let shares = text.lines[index].endsParagraph ? 0.3...0.8 : 0.85...1
    let share = shares.lowerBound + (shares.upperBound - shares.lowerBound) * generator.unit()
    return text.box.width * share
  }

  /// The words of a line: as many letters as its width takes, at least one.
  ///
  /// - Throws: `TextProblem`, `DrawingError`.
  func words(ofLine index: Int) throws -> String {
    let width = width(ofLine: index)
    var generator = generators[index]
    _ = generator.next()
    let alphabet = Alphabet(script: text.script(ofLine: index))
    // The narrowest letters are a fifth of the size wide.
    let count = min(Self.most, Int(width / (text.spec.size * 0.2)) + 2)
    var words = Array(alphabet.words(letters: count, &generator))
    let ends = try positions(of: String(words))
    words.removeLast(words.count - Self.count(reaching: width, within: text.box.width, ends, words))
    // Letters may be wider at the end of a word than inside it.
    while words.count > 1, try positions(of: String(words)).last ?? 0 > text.box.width {
      words.removeLast()
    }
    while words.count > 1, words.last == " " { words.removeLast() }
    return String(words)
  }

  /// How many letters to keep: the fewest that are `width` wide and end in no space, or one fewer where
  /// those have no room.
  private static func count(
    reaching width: Double, within room: Double, _ ends: [Double], _ letters: [Character]
  ) -> Int {
    let fits = ends.indices.filter { ends[$0] <= room && letters[$0] != " " }
    return 1 + (fits.first { ends[$0] >= width } ?? fits.last ?? 0)
  }

  /// Where each letter ends when they stand on one line from 0, px.
  private func positions(of words: String) throws -> [Double] {
    var spec = text.spec
    spec.string = words
    spec.markup = nil
    spec.wrap = .none
    spec.maxLines = nil
    spec.ellipsis = .none
    spec.fit = .none
    spec.missingGlyphs = .allow
    let line = try geometry.layOut(spec, in: Rect(x: 0, y: 0, width: 1e6, height: 1e6))
    var widths = Array(repeating: 0.0, count: words.utf8.count)
    for cluster in line.clusters { widths[cluster.range.lowerBound] += cluster.rectangle.width }
    var (sum, offset) = (0.0, 0)
    return words.map { letter in
      let end = offset + letter.utf8.count
      sum += widths[offset..<end].reduce(0, +)
      offset = end
      return sum
    }
  }

  /// Letters of a line, so that a frame of any width costs little.
  private static let most = 4000
}
