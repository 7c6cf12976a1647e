import ScrimDocument
import ScrimLinux
import ScrimRecords
import Synchronization

/// The clients that wait for the end of their jobs, or get events. Reports are read as files, and never waited for: who
/// asks the daemon is a task.
final class JobClients: Sendable {
  typealias Completion = JobTasks.Completion

  /// A client that waits for the end of its job.
  private struct Wait: Sendable {
    let token: String
    let key: ServiceKey
    let end: ContinuousClock.Instant
    let completion: Completion
  }

  private struct State {
    var waits: [Wait] = []
    var events: [JobEvents] = []
    /// No client waits any more.
    var isStopping = false
  }

  private let jobs: StoredJobs
  private let tasks: JobTasks
  private let state = Mutex(State())
  private let wake: WakeEvent

  /// How often reports of jobs are looked for that a client waits for.
  private static let look = Duration.milliseconds(40)
  /// How often jobs are looked at whose events a client gets.
  private static let interval = Duration.milliseconds(500)
  private static let idle = Duration.seconds(2)
  /// Clients of one key that get events.
  private static let mostEvents = 16

  /// - Parameters:
  ///   - jobs: What they wait for.
  ///   - tasks: Ask the daemon.
  /// - Throws: `SystemError`.
  init(_ jobs: StoredJobs, _ tasks: JobTasks) throws(SystemError) {
    self.jobs = jobs
    self.tasks = tasks
    wake = try WakeEvent()
  }

  /// Answers with the result of a job, or after some time, or at the end of the service, with its address.
  func wait(
    for token: String, of key: ServiceKey, _ time: Duration, _ completion: @escaping Completion
  ) {
    let wait = Wait(token: token, key: key, end: .now + time, completion: completion)
    let isStopping = state.withLock { state in
      if !state.isStopping { state.waits.append(wait) }
      return state.isStopping
    }
    if isStopping { completion(Answer(accepted: token)) } else { wake.signal() }
  }

  /// Answers with the events of a job.
  ///
  /// - Throws: A problem if the key has too many such clients.
  func follow(
    _ token: String, of key: ServiceKey, _ completion: @escaping Completion
  ) throws(Problem) {
    let events = JobEvents(of: token, for: key)
    try state.withLock { (state) throws(Problem) in
      guard !state.isStopping else { throw .stopping }
      guard state.events.count(where: { $0.key.name == key.name }) < Self.mostEvents else {
        throw .events(key.name, limit: Self.mostEvents)
      }
      state.events.append(events)
    }
    completion(Answer(events))
    wake.signal()
  }

  /// Looks for reports and changes until the service ends. Blocks.
  func run() {
    var nextEvents = ContinuousClock.now
    while !jobs.stop.isSet {
      let timeout = state.withLock { state in
        !state.waits.isEmpty ? Self.look : !state.events.isEmpty ? Self.interval : Self.idle
      }
      try? wake.wait(orFor: jobs.stop, timeout: timeout)
      lookForReports()
      guard .now >= nextEvents else { continue }
      nextEvents = .now + Self.interval
      lookForEvents()
    }
  }

  /// Clients that wait get the addresses of their jobs.
  func beginStop() {
    let (waits, events) = state.withLock { state in
      state.isStopping = true
      defer { (state.waits, state.events) = ([], []) }
      return (state.waits, state.events)
    }
    for events in events { events.finish() }
    for wait in waits { wait.completion(Answer(accepted: wait.token)) }
  }

  /// Answers the clients whose jobs have ended, and those whose time is over.
  private func lookForReports() {
    let waits = state.withLock { $0.waits }
    guard !waits.isEmpty else { return }
    let now = ContinuousClock.now
    for wait in waits {
      let report = jobs.spool.report(wait.token)
      guard report != nil || wait.end <= now else { continue }
      let isFirst = state.withLock { state in
        let count = state.waits.count
        state.waits.removeAll { $0.token == wait.token }
        return state.waits.count < count
      }
      guard isFirst else { continue }
      guard let report else {
        wait.completion(Answer(accepted: wait.token))
        continue
      }
      jobs.records.finished(wait.token)
      // Too many tasks are not a reason to send an accepted job again.
      tasks.run(for: wait.key, { _ in wait.completion(Answer(accepted: wait.token)) }) { [jobs] in
        JobTasks.answer(wait.completion) { () throws(Problem) in
          wait.completion(try jobs.answer(wait.token, report))
        }
      }
    }
  }

  /// Has the jobs looked at whose events a client gets.
  private func lookForEvents() {
    let all = state.withLock { state in
      state.events.removeAll { $0.isEnded }
      return state.events
    }
    for events in all where events.ask() {
      tasks.run(for: events.key, { _ in events.skip() }) { [jobs] () throws(Problem) in
        guard jobs.records.isOf(events.key.name, events.token) else { return events.finish() }
        let (job, isFinished) = try jobs.details(of: events.token)
        events.send(job, isLast: isFinished)
      }
    }
  }
}
