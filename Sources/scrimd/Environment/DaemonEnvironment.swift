import ScrimLinux
import ScrimRecords
import ScrimWorkerClient
import Synchronization

/// The environment in which this daemon renders jobs, for clients that ask, such as `scrim-node`. Nothing is read
/// before the first of these.
final class DaemonEnvironment: Sendable {
  private struct Answer {
    /// `nil` until it is known.
    var digest: Result<String, CommandError>?
    var isWanted = false
  }

  private let reader: EnvironmentReader
  private let answer = Mutex(Answer())
  /// Wakes the thread that calls ``renew(of:)``.
  private let wake: WakeEvent

  /// - Parameters:
  ///   - reader: Reads it, for jobs that require one, too.
  ///   - wake: Wakes the thread that calls ``renew(of:)``.
  init(_ reader: EnvironmentReader, wake: WakeEvent) {
    self.reader = reader
    self.wake = wake
  }

  /// The digest for clients, as it was when the last one asked; "" if this is the first. Returns at once.
  ///
  /// - Throws: `CommandError` if the files could not be read.
  func digest() throws(CommandError) -> String {
    let now = answer.withLock { answer in
      answer.isWanted = true
      return answer.digest
    }
    wake.signal()
    return try now?.get() ?? ""
  }

  /// Reads the environment if a client has asked since the last call.
  func renew(of program: WorkerProgram) {
    let isWanted = answer.withLock { answer in
      defer { answer.isWanted = false }
      return answer.isWanted
    }
    guard isWanted else { return }
    let found: Result<String, CommandError>
    do {
      found = .success(try reader.read(program).environment.digest)
    } catch {
      found = .failure(CommandError(.failed, "the environment cannot be read: \(error)."))
    }
    answer.withLock { $0.digest = found }
  }
}
