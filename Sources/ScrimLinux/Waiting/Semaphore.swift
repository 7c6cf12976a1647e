import Glibc

/// A count that threads wait for (sem_overview(7)): it starts at 0.
// sem_t is for several threads, and its place does not change while the object lives.
public final class Semaphore: @unchecked Sendable {
  private let count = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  public init() {
    sem_init(count, 0, 0)
  }

  deinit {
    sem_destroy(count)
    count.deallocate()
  }

  /// Adds one, which ends one wait.
  public func signal() {
    sem_post(count)
  }

  /// Waits until there is one to take.
  public func wait() {
    while sem_wait(count) != 0 {}
  }
}
