import Glibc
public import ScrimJSON
import ScrimLinux

/// Number of jobs in each state, from listing the folders.
public struct SpoolCounts: Sendable {
  public let states: [(state: State, count: Int)]
  /// Jobs in `queue/` by owner, in descending order.
  public let waiting: [(owner: Owner, count: Int)]
  /// Drop time of the oldest job of each state: UTC, milliseconds since 1970.
  public let oldest: [(state: State, time: Int)]

  public var json: JSON {
    .object(states.map { JSON.Member($0.state.rawValue, .integer($0.count)) })
  }

  /// Unfinished jobs, including those in `drop/`.
  public var unfinished: Int {
    states.filter(\.state.isUnfinished).reduce(0) { $0 + $1.count }
  }

  /// True if no job is in progress. Entries of `drop/` may have to stay there.
  public func isIdle(exceptDrop: Bool) -> Bool {
    states.allSatisfy { state, count in
      count == 0 || !state.isUnfinished || (exceptDrop && state == .drop)
    }
  }
}

extension Spool {
  /// Counts the jobs of each state.
  ///
  /// - Throws: ``SystemError``.
  public func counts() throws -> SpoolCounts {
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
        first = min(first ?? id.time, id.time)
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
  public func publish(status: JSON) throws {
    let bytes = status.bytes(pretty: true)
    // An idle daemon does not write.
    if let old = try? root.read("status.json", limit: 1 << 20), old == bytes { return }
    try root.write(bytes, as: "status.json", mode: Self.publicMode, isFlushed: false)
  }
}
