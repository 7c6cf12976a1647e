import ScrimLinux
import ScrimRecords
import ScrimWorkerClient
import Synchronization

/// The environment in which this daemon renders jobs, for their reports, and for clients that ask, such as
/// `scrim-node`. It is read at start, and when files have changed, by a thread that no job waits for.
final class DaemonEnvironment: Sendable {
  private struct Answer {
    /// `nil` until it is known.
    var digest: Result<String, CommandError>?
    var isWanted = true
  }

  private let reader: EnvironmentReader
  private let answer = Mutex(Answer())
  /// Wakes the thread that calls ``renew(of:stop:)``.
  private let wake: WakeEvent

  /// - Parameters:
  ///   - reader: Reads it, for jobs that require one, too.
  ///   - wake: Wakes the thread that calls ``renew(of:stop:)``.
  init(_ reader: EnvironmentReader, wake: WakeEvent) {
    self.reader = reader
    self.wake = wake
  }

  /// Has it read as it is now. Returns at once.
  func want() {
    answer.withLock { $0.isWanted = true }
    wake.signal()
  }

  /// The digest for clients, as it was when it was last wanted; "" if it is not read yet. Returns at once.
  ///
  /// - Throws: `CommandError` if the files could not be read.
  func digest() throws(CommandError) -> String {
    let now = answer.withLock { $0.digest }
    want()
    return try now?.get() ?? ""
  }

  /// Reads the environment at the first call, and if it has been wanted since the last one.
  ///
  /// - Returns: Why it cannot be read, if that was not so at the last call; `nil` otherwise.
  func renew(of program: WorkerProgram, stop: ShutdownEvent) -> CommandError? {
    let (isWanted, last) = answer.withLock { answer in
      defer { answer.isWanted = false }
      return (answer.isWanted, answer.digest)
    }
    guard isWanted else { return nil }
    let found: Result<String, CommandError>
    do {
      found = .success(try reader.read(program, stop: stop).environment.digest)
    } catch WorkerFailure.stopped {
      return nil
    } catch {
      found = .failure(CommandError(.failed, "the environment cannot be read: \(error)."))
    }
    answer.withLock { $0.digest = found }
    guard case .failure(let error) = found else { return nil }
    if case .failure(let known) = last, known.message == error.message { return nil }
    return error
  }
}
