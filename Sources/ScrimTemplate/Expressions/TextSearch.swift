/// Finds a text in others in time proportional to their length (Knuth, Morris, Pratt 1977), so that no choice of texts
/// makes a search slow.
struct TextSearch {
  private let pattern: [UInt8]
  /// For each prefix of the pattern, the length of its longest proper prefix that is also its suffix.
  private let borders: [Int]

  init(_ text: String) {
    pattern = Array(text.utf8)
    var borders = [Int](repeating: 0, count: pattern.count)
    var length = 0
    for index in pattern.indices.dropFirst() {
      while length > 0, pattern[index] != pattern[length] { length = borders[length - 1] }
      if pattern[index] == pattern[length] { length += 1 }
      borders[index] = length
    }
    self.borders = borders
  }

  /// The offset of the first match at or after an offset. An empty text matches everywhere.
  func firstMatch(in text: [UInt8], from start: Int) -> Int? {
    guard !pattern.isEmpty else { return start }
    var length = 0
    for index in text.indices.dropFirst(start) {
      while length > 0, text[index] != pattern[length] { length = borders[length - 1] }
      if text[index] == pattern[length] { length += 1 }
      if length == pattern.count { return index + 1 - length }
    }
    return nil
  }
}
