/// Remembers the last so many numbers: whose hash is noted a second time is worth keeping.
@_spi(Host) public struct RecentMarks {
  private let count: Int
  private var marks: Set<Int> = []
  private var order: [Int] = []
  private var next = 0

  /// - Parameter count: How many it remembers.
  public init(count: Int) {
    self.count = count
  }

  /// Notes a number.
  ///
  /// - Returns: Whether it was noted before.
  public mutating func note(_ mark: Int) -> Bool {
    guard marks.insert(mark).inserted else { return true }
    if order.count < count {
      order.append(mark)
    } else {
      marks.remove(order[next])
      order[next] = mark
      next = (next + 1) % count
    }
    return false
  }
}
