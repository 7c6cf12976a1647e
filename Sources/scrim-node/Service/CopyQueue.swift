import ScrimLinux
import Synchronization

/// Tasks on their way to copiers, and their results on the way back.
final class CopyQueue: Sendable {
  private struct State {
    var tasks: [CopyTask] = []
    var results: [CopyResult] = []
    var isClosed = false
  }

  private let state = Mutex(State())
  private let work = Semaphore()
  /// Signalled when there are results.
  let wake: WakeEvent

  /// - Throws: `SystemError`.
  init() throws(SystemError) {
    wake = try WakeEvent()
  }

  func add(_ task: CopyTask) {
    state.withLock { $0.tasks.append(task) }
    work.signal()
  }

  /// Ends all copiers once their present tasks are done.
  func close(copiers: Int) {
    state.withLock { $0.isClosed = true }
    for _ in 0..<copiers { work.signal() }
  }

  /// Waits for tasks: one to bring in, or all that wait to be returned, which share a transaction.
  ///
  /// - Parameter most: Of those that are returned.
  /// - Returns: `nil` once the queue is closed.
  func next(most: Int) -> [CopyTask]? {
    while true {
      work.wait()
      let (tasks, isClosed) = state.withLock { state -> ([CopyTask], Bool) in
        guard !state.isClosed else { return ([], true) }
        guard let first = state.tasks.first else { return ([], false) }
        guard case .returnResult = first else {
          state.tasks.removeFirst()
          return ([first], false)
        }
        var taken: [CopyTask] = []
        state.tasks.removeAll { task in
          guard taken.count < most, case .returnResult = task else { return false }
          taken.append(task)
          return true
        }
        return (taken, false)
      }
      if isClosed { return nil }
      // Empty: another copier took more than one.
      if !tasks.isEmpty { return tasks }
    }
  }

  func finish(_ results: [CopyResult]) {
    guard !results.isEmpty else { return }
    state.withLock { $0.results += results }
    wake.signal()
  }

  func results() -> [CopyResult] {
    state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
  }
}
