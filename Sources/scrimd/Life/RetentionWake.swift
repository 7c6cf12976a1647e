import ScrimLinux
import Synchronization

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
