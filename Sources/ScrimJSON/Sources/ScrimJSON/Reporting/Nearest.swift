/// The candidate that a misspelt word was most likely meant to be.
///
/// Spelling is compared without regard to case by the number of letters to add, remove, replace
/// or swap (optimal string alignment). Short words allow fewer: none up to 2 letters, 1 up to 5,
/// 2 up to 8, then 3. If none is that near, a candidate of which the word is a part will do
/// (`radius` for `cornerRadius`), one that is a part of it (`size` for `fontSize`), or one that it
/// abbreviates (`src` for `source`).
///
/// - Parameters:
///   - word: What was written.
///   - candidates: What is allowed; of equally near ones the first counts.
/// - Returns: The nearest candidate, if one is near enough.
public func nearest(to word: String, in candidates: some Sequence<String>) -> String? {
  let letters = Array(word.lowercased().unicodeScalars)
  guard !letters.isEmpty, letters.count <= 64 else { return nil }
  var best: (distance: Int, candidate: String)?
  var containing: String?
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
    if containing == nil, letters.count >= 4, other.count > letters.count,
      other.starts(with: letters) || other.suffix(letters.count).elementsEqual(letters)
    {
      containing = candidate
    }
    // The last part of a word says most: `fontSize` is a size.
    if other.count >= 4, letters.count > other.count {
      if letters.suffix(other.count).elementsEqual(other) {
        contained = candidate
      } else if contained == nil, letters.starts(with: other) {
        contained = candidate
      }
    }
    if abbreviated == nil, isAbbreviation(letters, of: other) { abbreviated = candidate }
  }
  return best?.candidate ?? containing ?? contained ?? abbreviated
}

/// Whether a word of three letters or more has the first letter of another and only letters of it,
/// in their order.
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

/// The fewest insertions, deletions, replacements and swaps of neighbours between two words.
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
