import Synchronization

/// How many bodies of a key arrive at the same time: each takes memory.
final class UploadSlots: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// - Throws: A problem if the key has as many as it may.
  func take(_ key: ServiceKey) throws(Problem) {
    try counts.withLock { (counts) throws(Problem) in
      guard counts[key.name, default: 0] < key.uploads else {
        throw .uploads(key.name, limit: key.uploads)
      }
      counts[key.name, default: 0] += 1
    }
  }

  func release(_ key: ServiceKey) {
    counts.withLock { counts in
      let count = counts[key.name, default: 1] - 1
      counts[key.name] = count > 0 ? count : nil
    }
  }
}
