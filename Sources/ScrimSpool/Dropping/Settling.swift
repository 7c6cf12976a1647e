/// Decides from observations whether an entry of `drop/` is complete.
///
/// A pure function of what it is passed (observations and time), so that every rule can be tested without waiting.
package struct Settling {
  /// The observed state of one name.
  package struct Probe {
    /// Changes whenever the content, or names in it, change.
    package let fingerprint: Int
    /// Time since the last change according to the file system; negative if the clocks disagree.
    package let age: Duration
    package let isFolder: Bool
    /// Whether a file has a second link, which its writer may be about to remove.
    package let isLinked: Bool

    package init(fingerprint: Int, age: Duration, isFolder: Bool, isLinked: Bool) {
      self.fingerprint = fingerprint
      self.age = age
      self.isFolder = isFolder
      self.isLinked = isLinked
    }
  }

  package enum Verdict: Equatable {
    case take
    /// To be inspected again after this time.
    case wait(Duration)
  }

  private struct Memory {
    var fingerprint: Int
    var since: ContinuousClock.Instant
    var wasClosed = false
    var wasMoved = false
    /// Latest time at which the name was absent; `nil` for names present in the first list.
    var arrivedAfter: ContinuousClock.Instant?
  }

  package var settle: Duration
  package var blind: Duration
  /// Keyed by the names' bytes: Swift compares strings by canonical equivalence, which would merge two files.
  private var memories: [[UInt8]: Memory] = [:]
  /// The names of the last list, and its time.
  private var known: Set<[UInt8]> = []
  private var lastPoll: ContinuousClock.Instant?

  package init(settle: Duration, blind: Duration) {
    self.settle = settle
    self.blind = blind
  }

  /// Records that a file was closed after writing (a hint).
  package mutating func sawClose(_ name: String) { hint(name) { $0.wasClosed = true } }

  /// Records that an entry was renamed into the folder: it was complete before.
  package mutating func sawMove(_ name: String) { hint(name) { $0.wasMoved = true } }

  private mutating func hint(_ name: String, _ note: (inout Memory) -> Void) {
    let name = Array(name.utf8)
    var memory = memories[name] ?? Memory(fingerprint: 0, since: .now)
    note(&memory)
    memories[name] = memory
  }

  /// Forgets all names but these, which are present.
  package mutating func keep(only names: Set<[UInt8]>, now: ContinuousClock.Instant = .now) {
    memories = memories.filter { names.contains($0.key) }
    if let lastPoll {
      for name in names where !known.contains(name) {
        memories[name, default: Memory(fingerprint: 0, since: now)].arrivedAfter = lastPoll
      }
    }
    known = names
    lastPoll = now
  }

  /// Forgets a claimed name; a later entry of that name is a new one.
  mutating func forget(_ name: String) {
    memories[Array(name.utf8)] = nil
    known.remove(Array(name.utf8))
  }

  /// Decides about one name. `isComplete` is called only if its result matters.
  package mutating func evaluate(
    _ name: String, _ probe: Probe, now: ContinuousClock.Instant, isComplete: () -> Bool
  ) -> Verdict {
    let name = Array(name.utf8)
    var memory = memories[name] ?? Memory(fingerprint: 0, since: now)
    if memory.fingerprint != probe.fingerprint {
      if memory.fingerprint == 0 {
        // An entry that was there before the first observation need not wait again. Only then is the file system's
        // time used: its clock may be set while the file is being written.
        let since = now - max(probe.age, .zero)
        memory.since = memory.arrivedAfter.map { max($0, since) } ?? since
      } else {
        // An entry that changes after a rename is being written in place.
        memory.wasMoved = false
        memory.since = now
      }
      memory.fingerprint = probe.fingerprint
    }
    memories[name] = memory
    if memory.wasMoved && !probe.isLinked { return .take }
    let unchanged = now - memory.since
    if unchanged >= blind { return .take }
    if probe.isLinked { return .wait(blind - unchanged) }
    // A tree does not show whether its images are complete, so it gets more time.
    let rest = probe.isFolder ? settle * 4 : settle
    if unchanged < rest { return .wait(rest - unchanged) }
    if isComplete() { return .take }
    // Closed, but the JSON is incomplete: several processes may append to it, each closing it in turn.
    let patience = memory.wasClosed ? settle * 6 : blind
    return unchanged >= patience ? .take : .wait(patience - unchanged)
  }
}
