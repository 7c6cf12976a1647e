import Glibc
import ScrimDocument
import ScrimSpool
import Synchronization

/// What the daemon is at, for whoever asks.
final class StatusBoard: Sendable {
  private struct Worker {
    var process: Int32
    var job: JobID?
  }

  private struct State {
    var workers: [Int: Worker] = [:]
    var done = 0
    var failed = 0
    var crashes = 0
    var lacking: [String] = []
    var trouble: String?
  }

  private let state = Mutex(State())
  private let started = time(nil)

  func worker(_ slot: Int, process: Int32) {
    state.withLock { $0.workers[slot] = Worker(process: process) }
  }

  func began(_ slot: Int, _ job: JobID) {
    state.withLock { state in
      state.workers[slot]?.job = job
      state.trouble = nil
    }
  }

  func ended(_ slot: Int) {
    state.withLock { $0.workers[slot]?.job = nil }
  }

  func trouble(_ reason: String) {
    state.withLock { $0.trouble = reason }
  }

  func count(done: Int = 0, failed: Int = 0, crashes: Int = 0) {
    state.withLock { state in
      state.done += done
      state.failed += failed
      state.crashes += crashes
    }
  }

  /// - Returns: True the first time.
  func lacks(_ what: [String]) -> Bool {
    state.withLock { state in
      guard state.lacking != what else { return false }
      state.lacking = what
      return true
    }
  }

  /// Jobs that did not come out since the start.
  var failures: Int { state.withLock { $0.failed } }

  /// As systemd shows it.
  func line(_ counts: SpoolCounts) -> String {
    let busy = state.withLock { $0.workers.values.count { $0.job != nil } }
    return "\(counts.unfinished) waiting, \(busy) in work"
  }

  func json(_ counts: SpoolCounts) -> JSON {
    state.withLock { state in
      let workers = state.workers.sorted { $0.key < $1.key }.map { _, worker -> JSON in
        [
          "pid": .integer(Int(worker.process)),
          "job": worker.job.map { .string($0.description) } ?? .null,
        ]
      }
      return [
        "pid": .integer(Int(getpid())), "started": .integer(started), "counts": counts.json,
        "workers": .array(workers), "done": .integer(state.done),
        "failed": .integer(state.failed), "crashes": .integer(state.crashes),
        "lacking": .array(state.lacking.map(JSON.string)),
        "trouble": state.trouble.map(JSON.string) ?? .null,
      ]
    }
  }
}
