import Logging
import Synchronization

/// Limits how many lines of one kind a user can cause in the log: some per minute, then only their number.
///
/// Used by the threads of all loops.
final class LineBudget: Sendable {
  /// What is counted together.
  struct Kind: Hashable {
    /// The message of the lines.
    let message: String
    let user: UInt32?
  }

  private struct Window {
    let begin: ContinuousClock.Instant
    var lines = 0
    var suppressed = 0
  }

  /// Lines of one kind that are written per interval, as a rule.
  static let most = 20
  static let interval = Duration.seconds(60)

  private let windows = Mutex<[Kind: Window]>([:])

  /// Counts a line.
  ///
  /// - Parameters:
  ///   - kind: What it is counted with.
  ///   - most: How many of its kind are written per interval.
  ///   - now: The time.
  /// - Returns: Whether it is to be written.
  func admits(_ kind: Kind, most: Int = most, now: ContinuousClock.Instant = .now) -> Bool {
    windows.withLock { windows in
      var window = windows[kind] ?? Window(begin: now)
      defer { windows[kind] = window }
      guard window.lines < most else {
        window.suppressed += 1
        return false
      }
      window.lines += 1
      return true
    }
  }

  /// Ends the windows that are over.
  ///
  /// - Parameters:
  ///   - all: Ends the others, too: the daemon ends.
  ///   - now: The time.
  /// - Returns: The kinds of which lines were suppressed, and how many.
  func finished(
    all: Bool = false, now: ContinuousClock.Instant = .now
  ) -> [(kind: Kind, suppressed: Int)] {
    windows.withLock { windows in
      let over = windows.filter { all || now - $0.value.begin >= Self.interval }
      for kind in over.keys { windows[kind] = nil }
      return over.filter { $0.value.suppressed > 0 }
        .map { (kind: $0.key, suppressed: $0.value.suppressed) }
        .sorted { ($0.kind.message, $0.kind.user ?? 0) < ($1.kind.message, $1.kind.user ?? 0) }
    }
  }
}
