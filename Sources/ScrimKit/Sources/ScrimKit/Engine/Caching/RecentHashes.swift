/// Remembers the most recent hashes, so that a content is recognised when it is used again.
struct RecentHashes {
  private let count: Int
  private var hashes: Set<Int> = []
  private var order: [Int] = []
  private var next = 0

  /// - Parameter count: The number of hashes that are remembered.
  init(count: Int) {
    self.count = count
  }

  /// Notes a hash.
  ///
  /// - Returns: Whether it was noted before.
  mutating func note(_ hash: Int) -> Bool {
    guard hashes.insert(hash).inserted else { return true }
    if order.count < count {
      order.append(hash)
    } else {
      hashes.remove(order[next])
      order[next] = hash
      next = (next + 1) % count
    }
    return false
  }
}
