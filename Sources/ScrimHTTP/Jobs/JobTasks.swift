import ScrimLinux
import Synchronization

/// What takes longer than a request may hold up others, by a few threads in the order of arrival: a bounded number of
/// each key.
final class JobTasks: Sendable {
  typealias Completion = @Sendable (Answer) -> Void

  private struct Task: Sendable {
    let key: String
    let run: @Sendable () -> Void
  }

  private struct State {
    var tasks: [Task] = []
    var isEnded = false
  }

  private let state = Mutex(State())
  /// Counts tasks.
  private let pending = Semaphore()

  static let threads = 4
  /// Of one key, that may wait for a thread.
  private static let most = 64

  /// Runs a task by one of the threads; its problems are answers.
  func run(
    for key: ServiceKey, _ completion: @escaping Completion,
    _ body: @escaping @Sendable () throws(Problem) -> Void
  ) {
    let task = Task(key: key.name) { Self.answer(completion, body) }
    let refusal = state.withLock { state -> Problem? in
      guard !state.isEnded else { return .stopping }
      guard state.tasks.count(where: { $0.key == key.name }) < Self.most else {
        return .unavailable("\(Self.most) requests of the key wait.", retryAfter: 1)
      }
      state.tasks.append(task)
      return nil
    }
    if let refusal { completion(Answer(refusal)) } else { pending.signal() }
  }

  /// Problems of a task are its answer.
  static func answer(_ completion: Completion, _ body: () throws(Problem) -> Void) {
    do throws(Problem) {
      try body()
    } catch {
      completion(Answer(error))
    }
  }

  /// Starts the threads. They are not waited for at the end: a daemon that hangs does not keep the service from
  /// stopping.
  ///
  /// - Throws: `SystemError` if one cannot be started.
  func start() throws(SystemError) {
    for _ in 0..<Self.threads {
      try Thread.start { [self] in
        while let task = next() { task.run() }
      }
    }
  }

  /// Takes no more tasks.
  func refuse() { state.withLock { $0.isEnded = true } }

  /// Ends threads that wait for a task.
  func end() {
    for _ in 0..<Self.threads { pending.signal() }
  }

  private func next() -> Task? {
    pending.wait()
    return state.withLock { state in
      state.tasks.isEmpty ? nil : state.tasks.removeFirst()
    }
  }
}
