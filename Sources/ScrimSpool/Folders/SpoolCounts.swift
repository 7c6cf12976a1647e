import Glibc
package import ScrimJSON
import ScrimLinux
package import ScrimRecords

/// Number of jobs in each state, from listing the folders.
package struct SpoolCounts: Sendable {
  package let states: [(state: State, count: Int)]
  /// Jobs in `queue/` by owner, in descending order.
  package let waiting: [(owner: Owner, count: Int)]
  /// Since when the oldest job of each state has been waiting: UTC, milliseconds since 1970. A job with an earliest
  /// start waits from then on.
  package let oldest: [(state: State, time: Int)]

  /// Unfinished jobs, including those in `drop/`.
  package var unfinished: Int {
    states.filter(\.state.isUnfinished).reduce(0) { $0 + $1.count }
  }

  /// True if no job is in progress. Entries of `drop/` may have to stay there.
  package func isIdle(exceptDrop: Bool) -> Bool {
    states.allSatisfy { state, count in
      count == 0 || !state.isUnfinished || (exceptDrop && state == .drop)
    }
  }
}

extension Spool {
  /// Counts the jobs of each state.
  ///
  /// - Throws: ``SystemError``.
  package func counts() throws -> SpoolCounts {
    var dropped = 0
    try drop.eachName { bytes in
      guard let name = String(validating: bytes, as: UTF8.self) else { return }
      if !DropName.isIgnored(name) && DropName(name) != nil { dropped += 1 }
    }
    var states = [(State.drop, dropped)]
    var oldest: [(State, Int)] = []
    var owners: [Owner: Int] = [:]
    for state in State.allCases where state != .drop {
      var count = 0
      var first: Int?
      try folder(of: state).eachName { bytes in
        count += 1
        var rest = bytes[...]
        guard state.isUnfinished, let id = JobID(head: &rest) else { return }
        let start = AttemptName(bytes: bytes[...])?.notBefore ?? id.time
        first = min(first ?? .max, max(id.time, start))
        if state == .queue { owners[id.owner, default: 0] += 1 }
      }
      states.append((state, count))
      if let first { oldest.append((state, first)) }
    }
    let waiting = owners.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return SpoolCounts(
      states: states, waiting: waiting.map { ($0.key, $0.value) }, oldest: oldest)
  }

  /// Writes `status.json`, for readers without access to the status socket.
  ///
  /// - Throws: ``SystemError``.
  package func publish(status: JSON) throws {
    let bytes = status.bytes(pretty: true)
    // An idle daemon does not write.
    if let old = try? root.read("status.json", limit: 1 << 20), old == bytes { return }
    try root.write(bytes, as: "status.json", mode: Self.publicMode, isFlushed: false)
  }
}
