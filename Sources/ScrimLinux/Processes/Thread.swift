import Glibc
import SystemPackage

/// A thread for work that waits in system calls, which Swift's own threads must not do.
public struct Thread: Sendable {
  private let id: pthread_t

  /// Starts a thread, for which ``join()`` must be called.
  ///
  /// - Throws: ``SystemError`` when there is no thread to be had.
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

  /// Waits for the thread's end; once.
  public func join() {
    pthread_join(id, nil)
  }

  /// Runs `body` on a new thread and waits for its end without holding up one of Swift's.
  ///
  /// - Throws: ``SystemError`` when there is no thread to be had.
  public static func run(_ body: @escaping @Sendable () -> Void) async throws {
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      do {
        let thread = try Thread {
          body()
          ended.resume()
        }
        pthread_detach(thread.id)
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
