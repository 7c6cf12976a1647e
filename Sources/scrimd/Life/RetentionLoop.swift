import Logging
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Synchronization

/// Deletes what exceeds the retention. It has a thread of its own, so that neither intake nor a command waits for a
/// walk through many files.
struct RetentionLoop: Sendable {
  let parts: DaemonParts

  /// Interval of passes, shorter while many jobs are done.
  private static let interval = Duration.seconds(60)
  /// Interval of passes through `out/` and `drop/`, of which each file is looked at; longer if they take long.
  private static let longInterval = Duration.seconds(600)

  /// Runs until the daemon stops.
  func run() {
    var nextWalk = ContinuousClock.now
    while !parts.stop.isSet {
      var isMore = false
      let begin = ContinuousClock.now
      do {
        let retention = parts.current.now.retention
        isMore = try parts.spool.forget(
          retention, isStopped: { parts.stop.isSet }, parts.log.note)
        if ContinuousClock.now >= nextWalk {
          let begin = ContinuousClock.now
          try walk(retention)
          if !parts.current.now.metricsFile.isEmpty {
            parts.log.board.measured(try parts.spool.usage())
          }
          // A hundredth of the time at most.
          nextWalk = .now + max(Self.longInterval, (.now - begin) * 100)
        }
      } catch {
        parts.log.board.systemError("\(error)")
        parts.log.logger.error("retention failed", metadata: ["reason": "\(error)"])
      }
      pause(after: .now - begin, isMore: isMore)
    }
  }

  /// Waits until the next pass is due. Passes take at most a tenth of the time, since each lists all jobs. Only while
  /// jobs remain to be deleted does one follow the other: they may be done as fast as one thread can delete them.
  private func pause(after spent: Duration, isMore: Bool) {
    let least = isMore ? max(.milliseconds(50), spent / 10) : min(spent * 10, Self.interval)
    _ = try? Readiness.wait(for: [parts.stop.descriptor.raw], timeout: least)
    guard !isMore else { return }
    try? parts.wakes.retention.event.wait(orFor: parts.stop, timeout: Self.interval - least)
  }

  private func walk(_ retention: Retention) throws {
    let logger = parts.log.logger
    let partial = try parts.spool.removePartialDrops(retention)
    if partial > 0 {
      logger.notice("partial names deleted from drop/", metadata: ["count": "\(partial)"])
    }
    let results = try parts.spool.removeResults(retention, parts.log.note)
    if results > 0 { logger.notice("results deleted from out/", metadata: ["count": "\(results)"]) }
  }
}

/// Wakes the retention once many jobs are done: those of a whole minute could be more than it can delete beside others.
final class RetentionWake: Sendable {
  /// Done jobs for which it is woken.
  private static let jobs = 1000

  let event: WakeEvent
  private let done = Atomic(0)

  /// - Throws: `SystemError`.
  init() throws(SystemError) { event = try WakeEvent() }

  /// Counts a job that is done.
  func count() {
    guard done.wrappingAdd(1, ordering: .relaxed).newValue >= Self.jobs else { return }
    done.store(0, ordering: .relaxed)
    event.signal()
  }
}
