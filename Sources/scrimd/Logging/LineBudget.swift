import Logging
import Synchronization

/// Limits how many log lines of one kind a user can cause: a number per minute, beyond that only their count.
///
/// Used by the threads of all loops.
final class LineBudget: Sendable {
  /// Lines that are counted together.
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

  /// Default number of lines of one kind per interval.
  static let most = 20
  static let interval = Duration.seconds(60)

  private let windows = Mutex<[Kind: Window]>([:])

  /// Counts a line.
  ///
  /// - Parameters:
  ///   - kind: The kind of line.
  ///   - most: Maximum lines of the kind per interval.
  ///   - now: The current time.
  /// - Returns: Whether to write the line.
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

  /// Closes the intervals that have ended.
  ///
  /// - Parameters:
  ///   - all: Whether to close current ones too, since the daemon stops.
  ///   - now: The current time.
  /// - Returns: The kinds with suppressed lines, and their numbers.
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
