import Glibc
import ScrimJSON
import ScrimProtocol
import ScrimSpool
import ScrimSupervisor

/// The state of the daemon and of its spool at a moment: for `scrim status`, `status.json`, systemd,
/// and Prometheus.
struct Snapshot {
  let state: StatusBoard.State
  let started: Int
  let counts: SpoolCounts
  let space: DiskSpace
  let disabledPlugins: [DisabledPlugin]
  /// UTC, milliseconds since 1970.
  let now: Int

  /// Users that are told of one by one: a snapshot must fit a socket's buffer.
  static let maxUsers = 200

  func counter(_ counter: StatusBoard.Counter) -> Int { state.counters[counter, default: 0] }

  /// Seconds since the oldest job of a state was dropped.
  var ages: [(state: String, seconds: Double)] {
    counts.oldest.map { ($0.state.rawValue, Double(max(0, now - $0.time)) / 1000) }
  }

  var waiting: ArraySlice<(user: UInt32, count: Int)> { counts.waiting.prefix(Self.maxUsers) }

  var stages: [(name: String, value: StatusBoard.Stage)] {
    state.stages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// As systemd shows it.
  var line: String {
    let busy = state.workers.values.count { $0.job != nil }
    let pressure = state.pressure.map { "; intake suspended: \($0)" } ?? ""
    return "\(counts.unfinished) waiting, \(busy) running\(pressure)"
  }

  /// Without what changes by itself, so that an idle daemon has nothing to write.
  var lasting: JSON { .object(members) }

  var json: JSON {
    .object(
      members + [
        .init("freeBytes", .integer(space.free)),
        .init(
          "oldestSeconds",
          .object(ages.map { JSON.Member($0.state, .integer(Int($0.seconds))) })),
      ])
  }

  private var members: [JSON.Member] {
    let workers = state.workers.sorted { $0.key < $1.key }.map { _, worker -> JSON in
      [
        "pid": .integer(Int(worker.process)),
        "job": worker.job.map { .string($0.description) } ?? .null,
      ]
    }
    let counters = StatusBoard.Counter.allCases.map {
      JSON.Member($0.rawValue, .integer(counter($0)))
    }
    return [
      .init("pid", .integer(Int(getpid()))), .init("started", .integer(started)),
      .init("counts", counts.json), .init("workers", .array(workers)),
    ] + counters + [
      .init("waitingByUser", .object(waiting.map { .init("\($0.user)", .integer($0.count)) })),
      .init("refusedPlugins", .array(state.refusedPlugins.map(\.json))),
      .init("disabledPlugins", .array(disabledPlugins.map(\.json))),
      .init("lacking", .array(state.lacking.map(JSON.string))),
      .init("trouble", state.systemError.map(JSON.string) ?? .null),
      .init("pressure", state.pressure.map { .string("\($0)") } ?? .null),
    ]
  }
}
