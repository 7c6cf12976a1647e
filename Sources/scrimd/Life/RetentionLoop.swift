import Logging
import ScrimLinux
import ScrimSpool

/// Deletes what exceeds the retention. It has a thread of its own, so that neither intake nor a command waits for a
/// walk through many files.
struct RetentionLoop: Sendable {
  let parts: DaemonParts

  /// Interval of passes; shorter while a pass leaves work behind.
  private static let interval = Duration.seconds(60)
  private static let breath = Duration.milliseconds(500)
  /// Interval of passes through `out/` and `drop/`, of which each file is looked at; longer if they take long.
  private static let longInterval = Duration.seconds(600)

  /// Runs until the daemon stops.
  func run() {
    var nextWalk = ContinuousClock.now
    while !parts.stop.isSet {
      var pause = Self.interval
      do {
        let retention = parts.current.now.retention
        if try parts.spool.forget(retention) { pause = Self.breath }
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
      _ = try? Readiness.wait(for: [parts.stop.descriptor.raw], timeout: pause)
    }
  }

  private func walk(_ retention: Retention) throws {
    let logger = parts.log.logger
    let partial = try parts.spool.removePartialDrops(retention)
    if partial > 0 {
      logger.notice("partial names deleted from drop/", metadata: ["count": "\(partial)"])
    }
    let results = try parts.spool.removeResults(retention)
    if results > 0 { logger.notice("results deleted from out/", metadata: ["count": "\(results)"]) }
  }
}
