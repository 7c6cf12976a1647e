import Glibc
import SystemPackage

/// A thread for work that waits in system calls, which Swift's own threads must not do.
public enum Thread {
  /// Runs `body` on a new thread and waits for its end without holding up one of Swift's.
  ///
  /// - Throws: ``SystemError`` when there is no thread to be had.
  public static func run(_ body: @escaping @Sendable () -> Void) async throws {
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      let box = Unmanaged.passRetained(
        Body {
          body()
          ended.resume()
        })
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { argument in
          if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().act() }
          return nil
        }, box.toOpaque())
      guard failure != 0 else {
        pthread_detach(thread)
        return
      }
      box.release()
      ended.resume(throwing: SystemError(Errno(rawValue: failure), "start a thread"))
    }
  }

  private final class Body {
    let act: () -> Void

    init(_ act: @escaping () -> Void) {
      self.act = act
    }
  }
}
