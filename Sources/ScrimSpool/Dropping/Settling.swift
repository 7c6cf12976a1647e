/// Whether something in `drop/` is whole, judged by what was seen of it.
///
/// Pure: it is told what stands there and what time it is, so that every rule can be tested without
/// waiting.
package struct Settling {
  /// What is seen of one name.
  package struct Probe {
    /// Changes whenever content or names in it do.
    package let fingerprint: Int
    /// How long ago the file system says it last changed; negative when clocks disagree.
    package let age: Duration
    package let isFolder: Bool
    /// Files: has another name too, so that somebody may still be about to remove that.
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
    /// To be looked at again then.
    case wait(Duration)
  }

  private struct Memory {
    var fingerprint: Int
    var since: ContinuousClock.Instant
    var wasClosed = false
    var wasMoved = false
    /// When it was not there yet; `nil` for what was there before anybody looked.
    var arrivedAfter: ContinuousClock.Instant?
  }

  package var settle: Duration
  package var blind: Duration
  /// By the names' bytes: to Swift, é and e with an accent are equal, and two files would be one.
  private var memories: [[UInt8]: Memory] = [:]
  /// The names of the last look, and when that was.
  private var known: Set<[UInt8]> = []
  private var lastPoll: ContinuousClock.Instant?

  package init(settle: Duration, blind: Duration) {
    self.settle = settle
    self.blind = blind
  }

  /// Something closed after writing (a hint).
  package mutating func sawClose(_ name: String) { hint(name) { $0.wasClosed = true } }

  /// Something renamed into the folder: it was whole before it came.
  package mutating func sawMove(_ name: String) { hint(name) { $0.wasMoved = true } }

  private mutating func hint(_ name: String, _ note: (inout Memory) -> Void) {
    let name = Array(name.utf8)
    var memory = memories[name] ?? Memory(fingerprint: 0, since: .now)
    note(&memory)
    memories[name] = memory
  }

  /// Forgets all names but these, which are there now.
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

  /// Forgets a name that is taken: what comes under it next is something else.
  mutating func forget(_ name: String) {
    memories[Array(name.utf8)] = nil
    known.remove(Array(name.utf8))
  }

  /// Judges one name. `isComplete` is asked only when the answer matters.
  package mutating func evaluate(
    _ name: String, _ probe: Probe, now: ContinuousClock.Instant, isComplete: () -> Bool
  ) -> Verdict {
    let name = Array(name.utf8)
    var memory = memories[name] ?? Memory(fingerprint: 0, since: now)
    if memory.fingerprint != probe.fingerprint {
      if memory.fingerprint == 0 {
        // What lay there before it was looked for need not lie there as long again. Only then is
        // the file system's age believed: its clock may be set while somebody writes.
        let since = now - max(probe.age, .zero)
        memory.since = memory.arrivedAfter.map { max($0, since) } ?? since
      } else {
        // What came by a rename and changes all the same is written in place from now on.
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
    // A tree says nothing of whether its pictures are whole, so it gets more time.
    let rest = probe.isFolder ? settle * 4 : settle
    if unchanged < rest { return .wait(rest - unchanged) }
    if isComplete() { return .take }
    // Closed, but its JSON has no end: others may append to it, each closing it in turn.
    let patience = memory.wasClosed ? settle * 6 : blind
    return unchanged >= patience ? .take : .wait(patience - unchanged)
  }
}
