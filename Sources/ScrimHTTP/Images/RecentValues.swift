import Synchronization

/// The values that were used last, in memory.
///
/// Of two generations the older one is dropped when the newer one is full, so that a hit costs a look into two tables
/// and never a search.
package final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    let value: Value
    let bytes: Int
  }

  private struct State {
    /// Of both generations together.
    var limit: Int
    var newer: [Key: Entry] = [:]
    var older: [Key: Entry] = [:]
    /// Of the newer generation.
    var bytes = 0
  }

  private let state: Mutex<State>

  /// - Parameter limit: Bytes of values; 0 keeps none.
  init(limit: Int) {
    state = Mutex(State(limit: limit))
  }

  /// Changes the limit.
  func limit(to bytes: Int) {
    state.withLock { state in
      state.limit = bytes
      guard state.bytes > bytes / 2 else { return }
      (state.newer, state.older, state.bytes) = ([:], [:], 0)
    }
  }

  package subscript(key: Key) -> Value? {
    state.withLock { state in
      if let entry = state.newer[key] { return entry.value }
      guard let entry = state.older[key] else { return nil }
      insert(entry, for: key, &state)
      return entry.value
    }
  }

  /// Keeps a value, unless it alone would drop many others.
  package func insert(_ value: Value, for key: Key, bytes: Int) {
    state.withLock { state in
      guard bytes <= state.limit / 8 else { return }
      insert(Entry(value: value, bytes: bytes), for: key, &state)
    }
  }

  private func insert(_ entry: Entry, for key: Key, _ state: inout State) {
    guard state.newer[key] == nil else { return }
    if state.bytes + entry.bytes > state.limit / 2 {
      state.older = state.newer
      (state.newer, state.bytes) = ([:], 0)
    }
    state.newer[key] = entry
    state.bytes += entry.bytes
  }
}
