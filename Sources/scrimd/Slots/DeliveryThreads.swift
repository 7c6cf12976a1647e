package import ScrimLinux
import Synchronization

/// Delivers a slot's jobs while its worker is at the next ones: most of a delivery is waiting for the disk, and
/// deliveries that wait at the same time share their flushes.
package final class DeliveryThreads: Sendable {
  private let shared: Shared
  private let threads: [Thread]

  /// - Parameter count: How many jobs may be delivered at the same time.
  /// - Throws: ``SystemError`` if a thread cannot be created.
  package init(count: Int) throws(SystemError) {
    let shared = Shared(count)
    self.shared = shared
    var threads: [Thread] = []
    do throws(SystemError) {
      for _ in 0..<count { threads.append(try Thread { shared.work() }) }
    } catch {
      shared.end(threads)
      throw error
    }
    self.threads = threads
  }

  /// Waits for the deliveries under way.
  deinit {
    _ = wait()
    shared.end(threads)
  }

  /// Runs `deliver`, which returns the system error, if there was one. Waits for another delivery to end if all threads
  /// are busy.
  package func run(_ deliver: @escaping @Sendable () -> String?) {
    shared.free.wait()
    shared.state.withLock { $0.next.append(deliver) }
    shared.begun.signal()
  }

  /// A system error of deliveries that have ended; once.
  package func takeError() -> String? { shared.state.withLock { $0.systemError.take() } }

  /// Waits until no delivery is under way.
  ///
  /// - Returns: A system error; once.
  package func wait() -> String? {
    for _ in 0..<shared.count { shared.free.wait() }
    for _ in 0..<shared.count { shared.free.signal() }
    return takeError()
  }

  private final class Shared: Sendable {
    struct State {
      var next: [@Sendable () -> String?] = []
      var systemError: String?
    }

    let count: Int
    let state = Mutex(State())
    let begun = Semaphore()
    /// Counts idle threads.
    let free = Semaphore()

    init(_ count: Int) {
      self.count = count
      for _ in 0..<count { free.signal() }
    }

    /// Runs until it is woken without a delivery.
    func work() {
      repeat { begun.wait() } while deliver()
    }

    /// - Returns: False when there was none.
    private func deliver() -> Bool {
      do {
        // After `wait()` the job's lock is free: its last reference is released before.
        guard let deliver = state.withLock({ $0.next.isEmpty ? nil : $0.next.removeFirst() })
        else { return false }
        if let error = deliver() { state.withLock { $0.systemError = error } }
      }
      free.signal()
      return true
    }

    func end(_ threads: [Thread]) {
      for _ in threads { begun.signal() }
      for thread in threads { thread.join() }
    }
  }
}
