package import ScrimLinux
import Synchronization

/// Brings finished jobs to their end while their worker is at the next one: most of that is waiting for
/// the disk.
///
/// One job at a time, and no more than that: a slot that is faster than the disk waits for it.
package final class DeliveryThread: Sendable {
  private let handoff: Handoff
  private let thread: Thread

  /// - Throws: ``SystemError`` when there is no thread to be had.
  package init() throws(SystemError) {
    let handoff = Handoff()
    self.handoff = handoff
    thread = try Thread { handoff.work() }
  }

  /// Waits for what is at work.
  deinit {
    _ = wait()
    handoff.begun.signal()
    thread.join()
  }

  /// Has a job ended by `finish`, which returns what is wrong with the machine. Only after ``wait()``.
  package func hand(_ finish: @escaping @Sendable () -> String?) {
    handoff.state.withLock { state in
      state.next = finish
      state.isBusy = true
    }
    handoff.begun.signal()
  }

  /// Waits until nothing is at work any more.
  ///
  /// - Returns: What was wrong with the machine; once.
  package func wait() -> String? {
    guard handoff.state.withLock({ $0.isBusy }) else { return nil }
    handoff.ended.wait()
    return handoff.state.withLock { state in
      state.isBusy = false
      return state.systemError
    }
  }

  /// What the two threads share.
  private final class Handoff: Sendable {
    struct State {
      var next: (@Sendable () -> String?)?
      var systemError: String?
      /// From when something is handed over until its end was waited for.
      var isBusy = false
    }

    let state = Mutex(State())
    let begun = Semaphore()
    let ended = Semaphore()

    /// Runs until it is woken for nothing.
    func work() {
      repeat { begun.wait() } while finish()
    }

    /// - Returns: False when there was nothing.
    private func finish() -> Bool {
      do {
        // Whoever is told of the end finds the job's lock free: the last hold on it is let go first.
        guard let finish = state.withLock({ $0.next.take() }) else { return false }
        let systemError = finish()
        state.withLock { $0.systemError = systemError }
      }
      ended.signal()
      return true
    }
  }
}
