import Glibc
import ScrimDocument
import ScrimJSON
import ScrimProtocol
import ScrimRecords
import ScrimSpool
import Synchronization

/// The daemon's current activity and its counters since the start.
final class StatusBoard: Sendable {
  struct Worker {
    var process: Int32
    var job: JobID?
  }

  /// Number of passes, total time and duration histogram of a stage.
  struct Stage {
    /// Upper bounds of the buckets in seconds: from the time of a small image to the time limit of a job.
    static let borders = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60]

    private(set) var count = 0
    private(set) var milliseconds = 0.0
    /// Count per bucket; the last is for durations above all bounds.
    private(set) var buckets = [Int](repeating: 0, count: borders.count + 1)

    /// Returns a copy that shares no storage.
    var unshared: Stage {
      var copy = self
      copy.buckets = buckets.map(\.self)
      return copy
    }

    mutating func add(_ milliseconds: Double) {
      count += 1
      self.milliseconds += milliseconds
      let bucket = Self.borders.firstIndex { milliseconds <= $0 * 1000 } ?? Self.borders.count
      buckets[bucket] += 1
    }
  }

  typealias Counter = DaemonStatus.Counter

  struct State {
    var workers: [Int: Worker] = [:]
    var counters: [Counter: Int] = [:]
    var stages: [String: Stage] = [:]
    var lacking: [String] = []
    /// Third-party plugins.
    var refusedPlugins: [RefusedFile] = []
    /// Set during a system error.
    var systemError: String?
    /// Set while intake is suspended.
    var pressure: Pressure?
    /// Owners whose jobs stay in `drop/`, and the quota that they have reached.
    var overQuota: [(owner: Owner, reason: String)] = []
    /// Set once another release was installed over the running one.
    var isOutdated = false
    /// A folder of the spool that was replaced.
    var replacedFolder: String?
    /// Failed jobs by the code of their first error.
    var failures: [String: Int] = [:]
    /// Entries that stay in `drop/`, since the start.
    var left = 0
    /// Rows of batches that were delivered, and that failed.
    var rows = (done: 0, failed: 0)
    /// What the spool's files take; `nil` until they are measured, which takes a metrics file.
    var usage: SpoolUsage?
  }

  /// Seconds since 1970.
  let started = time(nil)
  private let state = Mutex(State())

  /// Returns a copy that shares no storage with the board, which continues to change.
  var now: State {
    state.withLock { state in
      var copy = state
      copy.workers = state.workers.mapValues(\.self)
      copy.counters = state.counters.mapValues(\.self)
      copy.stages = state.stages.mapValues(\.unshared)
      copy.failures = state.failures.mapValues(\.self)
      copy.overQuota = state.overQuota.map(\.self)
      copy.refusedPlugins = state.refusedPlugins.map(\.self)
      return copy
    }
  }

  func worker(_ slot: Int, process: Int32) {
    state.withLock { $0.workers[slot] = Worker(process: process) }
  }

  /// Records the refused files of the last scan of third-party plugins.
  func refused(_ plugins: [RefusedFile]) {
    state.withLock { $0.refusedPlugins = plugins }
  }

  func began(_ slot: Int, _ job: JobID) {
    state.withLock { state in
      state.workers[slot]?.job = job
      state.counters[.attempts, default: 0] += 1
      state.systemError = nil
    }
  }

  /// Records the end of a job; its worker may be rendering another one already.
  func ended(_ slot: Int, _ job: JobID) {
    state.withLock { state in
      if state.workers[slot]?.job == job { state.workers[slot]?.job = nil }
    }
  }

  /// Records that a slot neither renders nor delivers.
  func rests(_ slot: Int) {
    state.withLock { $0.workers[slot]?.job = nil }
  }

  func systemError(_ reason: String) {
    state.withLock { state in
      state.systemError = reason
      state.counters[.systemErrors, default: 0] += 1
    }
  }

  func measured(_ usage: SpoolUsage) {
    state.withLock { $0.usage = usage }
  }

  func pressure(_ pressure: Pressure?) {
    state.withLock { $0.pressure = pressure }
  }

  func overQuota(_ owners: [Owner: QueueQuota.Excess]) {
    let list = owners.sorted { $0.key < $1.key }.map { (owner: $0.key, reason: "\($0.value)") }
    state.withLock { $0.overQuota = list }
  }

  /// Records that another release is installed.
  ///
  /// - Returns: True for the first call.
  func isOutdated() -> Bool {
    state.withLock { state in
      defer { state.isOutdated = true }
      return !state.isOutdated
    }
  }

  func replaced(folder: String) {
    state.withLock { $0.replacedFolder = folder }
  }

  var replacedFolder: String? { state.withLock { $0.replacedFolder } }

  /// Counts a failed job by its first error. Codes are Scrim's own, so there are few.
  func failed(_ code: String?) {
    state.withLock { $0.failures[code ?? "unknown", default: 0] += 1 }
  }

  /// Counts an entry that stays in `drop/`: it is not a job.
  func countLeft() {
    state.withLock { $0.left += 1 }
  }

  func countRows(done: Int, failed: Int) {
    state.withLock { state in
      state.rows.done += done
      state.rows.failed += failed
    }
  }

  func count(_ counter: Counter) {
    state.withLock { $0.counters[counter, default: 0] += 1 }
  }

  func passed(_ stages: [Named<Double>]) {
    state.withLock { state in
      for stage in stages {
        state.stages[stage.name, default: Stage()].add(stage.value)
      }
    }
  }

  /// - Returns: True if it is the first call with this list.
  func lacks(_ what: [String]) -> Bool {
    state.withLock { state in
      guard state.lacking != what else { return false }
      state.lacking = what
      return true
    }
  }

  /// Number of jobs that failed since the start, and of entries that stay in `drop/`.
  var failures: Int {
    state.withLock { state in
      [.failed, .held, .corrupt].reduce(state.left) { $0 + state.counters[$1, default: 0] }
    }
  }
}
