import Glibc
package import ScrimLinux
import ScrimRecords
import Synchronization
import SystemPackage

/// Flushes to disk what several threads have written, with one system call for all that ask at the same time.
///
/// The first thread that asks flushes at once; those that ask meanwhile wait for the next flush, which one of them
/// does for all. So a lone job never waits for others. After a flush that served several threads, the next one begins a
/// moment later, so that these can take their next step and join it.
package final class Flusher: Sendable {
  /// What is to be on the disk after a flush. A flush may write more than that.
  package enum Scope {
    /// The names in a folder.
    case names(Folder)
    /// The names in a job's folder, and the content of its files and folders; what was dropped only if it may become
    /// the document itself.
    case tree(Folder)
    /// One entry of a folder, with its content.
    case entry(String, Folder)
    /// One entry of `drop/`, as far as its submitter does not change it meanwhile.
    case dropped(String, Folder)
  }

  /// The time from which on a thread has written what it will have flushed.
  package struct Start: Sendable {
    fileprivate let failures: Int
  }

  private enum Outcome {
    case flushed(SystemError?)
    /// The thread is to flush for all that wait.
    case leads
  }

  private final class Request: Sendable {
    let failures: Int
    let wake = Semaphore()
    let outcome = Mutex<Outcome?>(nil)

    init(_ start: Start) { failures = start.failures }

    func end(_ outcome: Outcome) {
      self.outcome.withLock { $0 = outcome }
      wake.signal()
    }
  }

  private struct State {
    var isFlushing = false
    var waiting: [Request] = []
    /// Whether a thread that does not wait has asked for a further flush.
    var isRequested = false
    /// Whether the last flush was for several threads.
    var isShared = false
    /// Failed flushes so far, and the last one's error.
    var failures = 0
    var error: SystemError?
    /// Until when files are flushed singly, since the file system has much else to write.
    var fsyncUntil: ContinuousClock.Instant?
  }

  /// How long threads are waited for after a flush that served several, microseconds: about as long as a rename takes.
  private static let gathering: useconds_t = 300
  private static let slow = Duration.milliseconds(250)
  private static let fsyncTime = Duration.seconds(30)

  private let syncFileSystem: @Sendable () throws(SystemError) -> Void
  private let state = Mutex(State())

  /// - Parameter syncFileSystem: Flushes the whole file system.
  package init(syncing syncFileSystem: @escaping @Sendable () throws(SystemError) -> Void) {
    self.syncFileSystem = syncFileSystem
  }

  /// Threads that wait for the next flush.
  package var waitingThreads: Int { state.withLock { $0.waiting.count } }

  /// To be called before the first write that a later ``flush(_:since:)`` is for.
  ///
  /// After a failed flush the kernel forgets what it could not write: a later one would succeed without it. So a
  /// failure is the error of all who had written by then.
  package func start() -> Start { Start(failures: state.withLock { $0.failures }) }

  /// Returns once everything in `scopes` that was written since `start` is on the disk.
  ///
  /// - Throws: ``SystemError`` if a flush has failed since `start`: what was written must be written again, to new
  ///   files.
  package func flush(_ scopes: [Scope], since start: Start) throws(SystemError) {
    if state.withLock({ $0.fsyncUntil.map { $0 > .now } ?? false }) {
      return try flushSingly(scopes, since: start)
    }
    let request = Request(start)
    let leads = state.withLock { state in
      if state.isFlushing {
        state.waiting.append(request)
        return false
      }
      state.isFlushing = true
      return true
    }
    if !leads {
      request.wake.wait()
      if case .flushed(let error) = request.outcome.withLock({ $0 }) {
        if let error { throw error }
        return
      }
    }
    if let error = flushForAll(request) { throw error }
  }

  /// Has everything in `scopes` flushed without waiting for other threads' flush: at once by this thread or, if
  /// another one flushes just now, by the flush after that one.
  ///
  /// - Throws: ``SystemError``, as the thread's next ``flush(_:since:)`` will.
  package func flushSoon(_ scopes: [Scope]) throws(SystemError) {
    let isLeftToOthers = state.withLock { state in
      if state.isFlushing { state.isRequested = true }
      return state.isFlushing
    }
    if !isLeftToOthers { try flush(scopes, since: start()) }
  }

  /// - Returns: What concerns `own`.
  private func flushForAll(_ own: Request) -> SystemError? {
    if state.withLock({ $0.isShared }) { usleep(Self.gathering) }
    let others = state.withLock { state in
      defer { (state.waiting, state.isRequested) = ([], false) }
      return state.waiting
    }
    let begin = ContinuousClock.now
    var failure: SystemError?
    do throws(SystemError) {
      try syncFileSystem()
    } catch {
      failure = error
    }
    let time = ContinuousClock.now - begin
    let (next, isRequested, failures, error) = state.withLock { state in
      if let failure {
        state.failures += 1
        state.error = failure
      }
      if time > Self.slow { state.fsyncUntil = .now + Self.fsyncTime }
      let next = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      let isRequested = next == nil && state.isRequested
      state.isFlushing = next != nil || isRequested
      state.isShared = !others.isEmpty
      return (next, isRequested, state.failures, state.error)
    }
    for request in others {
      request.end(.flushed(request.failures == failures ? nil : error))
    }
    next?.end(.leads)
    if isRequested { _ = flushForAll(own) }
    return own.failures == failures ? nil : error
  }

  private func flushSingly(_ scopes: [Scope], since start: Start) throws(SystemError) {
    for scope in scopes {
      switch scope {
      case .names(let folder): try folder.sync()
      case .tree(let folder): try Tree.sync(folder)
      case .entry(let name, let folder): try Tree.sync(name, in: folder)
      case .dropped(let name, let folder): try Tree.sync(dropped: name, in: folder)
      }
    }
    let (failures, error) = state.withLock { ($0.failures, $0.error) }
    if let error, failures != start.failures { throw error }
  }
}
