/// How decoys look besides what the whole text looks like.
struct DecoyStyle {
  /// What markup says of the whole text.
  let whole: [StyleChange]
  /// What it says of visible words, of which decoys have some.
  let choices: [[StyleChange]]

  /// The share of words that have one of the choices.
  private static let share = 1.0 / 8

  /// - Parameters:
  ///   - words: What is looked at.
  ///   - seed: Chooses the words with a style of their own; `nil` for none.
  /// - Returns: The words with their styles.
  func applied(to words: String, seed: UInt64?) -> StyledString {
    var builder = StyledString.Builder()
    let outer = whole.map { builder.begin($0) }
    // Another sequence than that of the letters.
    var generator = SeededGenerator(seed: seed ?? 0)
    var chooser = SeededGenerator(seed: ~generator.next())
    for (index, word) in words.split(separator: " ", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 { builder.append(Array(" ".utf8)[...], at: 0) }
      let unit = chooser.unit()
      let choice = Int(chooser.unit() * Double(choices.count))
      let isPlain = seed == nil || choices.isEmpty || unit >= Self.share
      let inner = isPlain ? [] : choices[choice].map { builder.begin($0) }
      builder.append(Array(word.utf8)[...], at: 0)
      for number in inner.reversed() { builder.end(number) }
    }
    for number in outer.reversed() { builder.end(number) }
    return builder.finish()
  }
}
