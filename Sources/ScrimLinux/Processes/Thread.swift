import Glibc
import SystemPackage

/// A thread for blocking system calls, which must not run on the threads of Swift's concurrency.
public struct Thread: Sendable {
  private let id: pthread_t

  /// Starts a thread, which must be joined by ``join()``.
  ///
  /// - Throws: ``SystemError`` if the thread cannot be created.
  public init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let box = Unmanaged.passRetained(Body(act: body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().act() }
        return nil
      }, box.toOpaque())
    guard failure == 0 else {
      box.release()
      throw SystemError(Errno(rawValue: failure), "start a thread")
    }
    id = thread
  }

  /// Waits for the thread's end. Must be called once.
  public func join() {
    pthread_join(id, nil)
  }

  /// Starts a thread for whose end nobody waits.
  ///
  /// - Throws: ``SystemError`` if the thread cannot be created.
  public static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    pthread_detach(try Thread(body).id)
  }

  /// Runs `body` on a new thread and waits for its end, without blocking a thread of Swift's concurrency.
  ///
  /// - Throws: ``SystemError`` if the thread cannot be created.
  public static func run(_ body: @escaping @Sendable () -> Void) async throws {
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      do {
        try start {
          body()
          ended.resume()
        }
      } catch {
        ended.resume(throwing: error)
      }
    }
  }

  private final class Body: Sendable {
    let act: @Sendable () -> Void

    init(act: @escaping @Sendable () -> Void) {
      self.act = act
    }
  }
}
