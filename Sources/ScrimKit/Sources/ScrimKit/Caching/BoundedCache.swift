/// Values by their keys. When they cost more than is allowed, the longest unused go.
@_spi(Host) public struct BoundedCache<Key: Hashable, Value> {
  /// What all of them may cost.
  public let limit: Int
  /// What they cost now.
  public private(set) var cost = 0

  private struct Entry {
    let value: Value
    let cost: Int
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  private var uses = 0

  /// A cache with nothing in it.
  ///
  /// - Parameter limit: What all values may cost, in whatever `keep(_:for:cost:)` is told; 0 keeps nothing.
  public init(limit: Int) {
    self.limit = limit
  }

  /// The value of a key, which has been used now.
  public mutating func value(for key: Key) -> Value? {
    uses += 1
    guard let index = entries.index(forKey: key) else { return nil }
    entries.values[index].lastUse = uses
    return entries.values[index].value
  }

  /// Keeps a value.
  ///
  /// - Parameters:
  ///   - value: What is kept, in place of what the key had.
  ///   - key: The key.
  ///   - cost: What it costs. If that is more than everything together may, nothing is kept.
  public mutating func insert(_ value: Value, for key: Key, cost: Int) {
    if let old = entries.removeValue(forKey: key) { self.cost -= old.cost }
    guard cost <= limit else { return }
    while self.cost + cost > limit,
      let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries.removeValue(forKey: oldest.key)
      self.cost -= oldest.value.cost
    }
    uses += 1
    entries[key] = Entry(value: value, cost: cost, lastUse: uses)
    self.cost += cost
  }
}
