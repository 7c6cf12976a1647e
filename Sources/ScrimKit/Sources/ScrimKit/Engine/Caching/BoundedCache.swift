/// Values by keys. When they cost more than the limit, the least recently used are removed.
///
/// Which these are takes a look at all of them. Where there are many, an eighth is removed at once therefore, so that
/// the time of an insertion does not grow with the number of values.
struct BoundedCache<Key: Hashable, Value> {
  /// The cost of all values together.
  let limit: Int
  /// The cost of the cached values.
  private(set) var cost = 0

  private struct Entry {
    let value: Value
    let cost: Int
    var lastUse: Int
  }

  private var entries: [Key: Entry] = [:]
  private var uses = 0

  /// An empty cache.
  ///
  /// - Parameter limit: The cost of all values together, in the unit of `insert(_:for:cost:)`; with 0 nothing is
  ///   cached.
  init(limit: Int) {
    self.limit = limit
  }

  /// The value of a key; it counts as used now.
  mutating func value(for key: Key) -> Value? {
    uses += 1
    guard let index = entries.index(forKey: key) else { return nil }
    entries.values[index].lastUse = uses
    return entries.values[index].value
  }

  /// Caches a value.
  ///
  /// - Parameters:
  ///   - value: The value; replaces that of the key.
  ///   - key: The key.
  ///   - cost: Its cost. A value that alone costs more than the limit isn't cached.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    if let old = entries.removeValue(forKey: key) { self.cost -= old.cost }
    guard cost <= limit else { return }
    if self.cost + cost > limit { makeRoom(for: cost) }
    uses += 1
    entries[key] = Entry(value: value, cost: cost, lastUse: uses)
    self.cost += cost
  }

  /// Removes the least recently used values.
  private mutating func makeRoom(for cost: Int) {
    let oldest = entries.values.map { (use: $0.lastUse, cost: $0.cost) }.sorted { $0.use < $1.use }
    var last = 0
    for (count, entry) in oldest.enumerated() {
      guard self.cost + cost > limit || count < oldest.count / 8 else { break }
      self.cost -= entry.cost
      last = entry.use
    }
    entries = entries.filter { $0.value.lastUse > last }
  }
}
