import Glibc

/// How often a report is looked for: every 2 ms at first, so that a job of 20 ms is not waited for much longer, and
/// ever more rarely, at most once a second.
struct ReportPolling {
  /// As that of timeout(1).
  static let timedOut: Int32 = 124

  private let begin: ContinuousClock.Instant
  /// When the wait ends; `nil` for no limit.
  let deadline: ContinuousClock.Instant?

  /// - Parameter timeout: The longest time to wait; `nil` for no limit.
  init(timeout: Duration?) {
    let now = ContinuousClock.now
    begin = now
    deadline = timeout.map { now + $0 }
  }

  var elapsed: Duration { ContinuousClock.now - begin }

  var hasTimedOut: Bool { deadline.map { .now >= $0 } ?? false }

  /// Waits until it is worth looking again, or the time is up.
  func pause() {
    let pause = Self.pause(after: elapsed)
    let left = deadline.map { max(.zero, $0 - ContinuousClock.now) } ?? pause
    usleep(useconds_t(min(pause, left) / .microseconds(1)) + 1)
  }

  /// An eighth of the time so far, up to 100 ms; from 2 minutes on a part of 1,200, up to 1 s.
  static func pause(after elapsed: Duration) -> Duration {
    max(.milliseconds(2), min(elapsed / 8, .milliseconds(100)), min(elapsed / 1200, .seconds(1)))
  }
}
