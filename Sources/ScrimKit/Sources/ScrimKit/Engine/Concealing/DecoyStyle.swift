/// The style of decoys in addition to that of the text's spec.
struct DecoyStyle {
  /// Markup styles of the entire text.
  let whole: [StyleChange]
  /// Markup styles of visible words; some decoy words get one of them.
  let choices: [[StyleChange]]

  /// The fraction of words that get one of the choices.
  private static let share = 1.0 / 8

  /// - Parameters:
  ///   - words: The decoy words.
  ///   - seed: Selects the words with a style of their own; `nil` for none.
  /// - Returns: The words with their styles.
  func applied(to words: String, seed: UInt64?) -> StyledString {
    var builder = StyledString.Builder()
    let outer = whole.map { builder.begin($0) }
    // A sequence independent of the one that generates the letters.
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
