import Glibc

import ScrimDocument
import ScrimJSON
import ScrimProtocol
import ScrimRecords
import ScrimSpool

/// The state of the daemon and its spool at one time: for `scrim status`, `status.json`, systemd and Prometheus.
struct Snapshot {
  let state: StatusBoard.State
  let started: Int
  let counts: SpoolCounts
  let space: DiskSpace
  /// The batches whose rows are rendered.
  let batches: [BatchProgress]
  let disabledPlugins: [DisabledPlugin]
  let retention: Retention
  /// UTC, milliseconds since 1970.
  let now: Int

  /// Maximum number of batches listed individually.
  static let maxBatches = 100
  /// Maximum number of users listed individually: a snapshot must fit a socket's buffer.
  static let maxUsers = 200

  func counter(_ counter: StatusBoard.Counter) -> Int { state.counters[counter, default: 0] }

  /// Age in seconds of the oldest job of each state.
  var ages: [(state: String, seconds: Double)] {
    counts.oldest.map { ($0.state.rawValue, Double(max(0, now - $0.time)) / 1000) }
  }

  var waiting: ArraySlice<(owner: Owner, count: Int)> { counts.waiting.prefix(Self.maxUsers) }

  var stages: [(name: String, value: StatusBoard.Stage)] {
    state.stages.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// One line for systemd's status.
  var line: String {
    let busy = state.workers.values.count { $0.job != nil }
    let pressure = state.pressure.map { "; intake suspended: \($0)" } ?? ""
    return "\(counts.unfinished) waiting, \(busy) running\(pressure)"
  }

  /// For `status.json`: without what changes by itself, so that an idle daemon has nothing to write.
  var lasting: DaemonStatus {
    var status = DaemonStatus()
    status.process = Int(getpid())
    status.started = started
    status.version = Scrimd.release
    status.jobs = counts.states.map { Named($0.state.rawValue, $0.count) }
    status.workers = state.workers.sorted { $0.key < $1.key }.map {
      DaemonStatus.Worker(process: Int($0.value.process), job: $0.value.job?.description)
    }
    status.counters = state.counters
    status.waitingByUser = waiting.map { Named($0.owner.description, $0.count) }
    status.refusedPlugins = state.refusedPlugins
    status.disabledPlugins = disabledPlugins
    status.lacking = state.lacking
    status.systemError = state.systemError
    status.pressure = state.pressure.map { "\($0)" }
    status.overQuota = state.overQuota.prefix(Self.maxUsers).map { Named("\($0.owner)", $0.reason) }
    status.restartRequired = state.isOutdated
    status.retention = retention
    return status
  }

  /// For `scrim status`.
  var full: DaemonStatus {
    var status = lasting
    status.freeBytes = space.free
    status.batches = batches
    status.oldestSeconds = ages.map { Named($0.state, Int($0.seconds)) }
    return status
  }
}
