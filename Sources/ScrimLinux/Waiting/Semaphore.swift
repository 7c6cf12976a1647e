import Glibc

/// A counting semaphore (sem_overview(7)), initially 0.
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

  /// Increments the count, which ends one wait.
  public func signal() {
    sem_post(count)
  }

  /// Waits until the count is positive, and decrements it.
  public func wait() {
    while sem_wait(count) != 0 {}
  }
}
