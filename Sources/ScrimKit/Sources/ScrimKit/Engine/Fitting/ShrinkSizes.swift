/// The sizes that a text may shrink to: two bounds and the multiples of 1/8 px between them.
struct ShrinkSizes {
  static let step = 0.125
  /// The smallest size for a text without `minSize`, px.
  static let minSizeFloor = 1.0
  /// The largest size for a text without `maxSize`, px.
  static let maxSizeCeiling = 2000.0

  private let least: Double
  private let most: Double
  private let first: Int
  private let last: Int

  /// - Parameters:
  ///   - least: The smallest size, px.
  ///   - most: The largest size, px.
  init(from least: Double, to most: Double) {
    self.least = least
    self.most = most
    first = Int((least / Self.step).rounded(.down)) + 1
    last = max(first - 1, Int((most / Self.step).rounded(.up)) - 1)
  }

  /// The number of sizes.
  var count: Int { last - first + 1 + (least < most ? 2 : 1) }

  /// The sizes in ascending order.
  subscript(index: Int) -> Double {
    if index == 0 { return least }
    return index == count - 1 ? most : Double(first + index - 1) * Self.step
  }

  /// The index of the largest size that fits; `nil` if none does. All smaller sizes must fit too.
  ///
  /// - Throws: Errors of `fits`.
  func largest(where fits: (Double) throws -> Bool) rethrows -> Int? {
    guard try fits(self[0]) else { return nil }
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if try fits(self[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}
