/// Finds the candidate that a misspelt word probably means.
///
/// Words are compared case-insensitively by the number of letters to insert, delete, replace or swap (optimal string
/// alignment). The allowed number depends on the length: 0 up to 2 letters, 1 up to 5, 2 up to 8, then 3. If no
/// candidate is that close, the result ends in the word (`radius` for `cornerRadius`), the only one that begins
/// with it, one that the word
/// contains (`size` for `fontSize`), or one that it abbreviates (`src` for `source`).
///
/// - Parameters:
///   - word: The misspelt word.
///   - candidates: The allowed words; of equally close ones the first is chosen.
/// - Returns: The nearest candidate, if one is close enough.
public func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
  let letters = Array(word.lowercased().unicodeScalars)
  guard !letters.isEmpty, letters.count <= 64 else { return nil }
  var best: (distance: Int, candidate: String)?
  var containing: String?
  var beginning: [String] = []
  var contained: String?
  var abbreviated: String?
  for candidate in candidates {
    let other = Array(candidate.lowercased().unicodeScalars)
    if other.count > 64 { continue }
    let distance = editDistance(letters, other)
    if distance <= allowedDistance(max(letters.count, other.count)),
      distance < best?.distance ?? .max
    {
      best = (distance, candidate)
    }
    if letters.count >= 4, other.count > letters.count {
      if containing == nil, other.suffix(letters.count).elementsEqual(letters) {
        containing = candidate
      } else if other.starts(with: letters) {
        beginning.append(candidate)
      }
    }
    // The end of a word takes precedence over its start: `fontSize` is a size.
    if other.count >= 4, letters.count > other.count {
      if letters.suffix(other.count).elementsEqual(other) {
        contained = candidate
      } else if contained == nil, letters.starts(with: other) {
        contained = candidate
      }
    }
    if abbreviated == nil, isAbbreviation(letters, of: other) { abbreviated = candidate }
  }
  // The start of several candidates means none of them in particular: `text` for `textIndent` or `textTransform`.
  return best?.candidate ?? containing
    ?? (beginning.count > 1 ? nil : beginning.first ?? contained ?? abbreviated)
}

/// Whether a word of at least three letters abbreviates another: it has the same first letter, and its letters occur in
/// the other in the same order.
private func isAbbreviation(_ letters: [UnicodeScalar], of other: [UnicodeScalar]) -> Bool {
  guard letters.count >= 3, letters.first == other.first else { return false }
  var rest = letters[...]
  for letter in other where letter == rest.first { rest.removeFirst() }
  return rest.isEmpty
}

private func allowedDistance(_ length: Int) -> Int {
  switch length {
  case ...2: 0
  case ...5: 1
  case ...8: 2
  default: 3
  }
}

/// The minimum number of insertions, deletions, replacements and swaps of adjacent letters between two words.
private func editDistance(_ one: [UnicodeScalar], _ other: [UnicodeScalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...other.count)
  for (row, letter) in one.enumerated() {
    var current = [row + 1]
    current.reserveCapacity(last.count)
    for (column, otherLetter) in other.enumerated() {
      var cost = last[column] + (letter == otherLetter ? 0 : 1)
      cost = min(cost, last[column + 1] + 1, current[column] + 1)
      if row > 0, column > 0, letter == other[column - 1], one[row - 1] == otherLetter {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      current.append(cost)
    }
    (beforeLast, last) = (last, current)
  }
  return last[other.count]
}
