/// A cache between jobs: values by the content that they are made from, with one policy for all.
///
/// - A key contains all of the content, and the job's owner is added to it: the time that a job takes must not reveal
///   what another owner's jobs contain.
/// - The first use of a content is only noted; a value is cached when its content is used for the second time, so that
///   a thousand jobs with nothing in common take no more memory than one.
/// - When the values cost more than the limit, the least recently used are removed.
@_spi(Host) public struct ContentCache<Key: Hashable, Value> {
  private struct OwnedKey: Hashable {
    let owner: String
    let key: Key
  }

  private var entries: BoundedCache<OwnedKey, Value>
  private var seen = RecentHashes(count: 4096)
  /// The owner of the job at hand: an id that no other owner has.
  public var owner = ""
  /// The number of values that were found so far.
  public private(set) var hits = 0

  /// An empty cache.
  ///
  /// - Parameter limit: The cost of all values together, bytes; with 0 nothing is cached.
  public init(limit: Int) {
    entries = BoundedCache(limit: limit)
  }

  /// The cost of all values together, bytes.
  public var limit: Int { entries.limit }
  /// The cost of the cached values, bytes.
  public var cost: Int { entries.cost }

  /// The cached value of a content, if there is one.
  public mutating func value(for key: Key) -> Value? {
    guard limit > 0, let value = entries.value(for: OwnedKey(owner: owner, key: key)) else {
      return nil
    }
    hits += 1
    return value
  }

  /// Notes that a content is used.
  ///
  /// - Parameter hash: A hash of the content, the same as long as the process runs.
  /// - Returns: Whether it was used before: then its value is worth caching.
  public mutating func isRepeated(_ hash: Int) -> Bool {
    guard limit > 0 else { return false }
    var hasher = Hasher()
    hasher.combine(owner)
    hasher.combine(hash)
    return seen.note(hasher.finalize())
  }

  /// Caches a value.
  ///
  /// - Parameters:
  ///   - value: The value; replaces that of the same content.
  ///   - key: The content.
  ///   - cost: Bytes. A value that alone costs more than the limit isn't cached.
  public mutating func insert(_ value: Value, for key: Key, cost: Int) {
    entries.insert(value, for: OwnedKey(owner: owner, key: key), cost: cost)
  }

  /// Removes all values; which contents were used stays known.
  public mutating func removeAll() { entries = BoundedCache(limit: limit) }
}
