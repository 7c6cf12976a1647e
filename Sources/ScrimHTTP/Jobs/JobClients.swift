import ScrimDocument
import ScrimLinux
import ScrimRecords
import Synchronization

/// The clients that wait for the end of their jobs, or get events. Its thread never waits for another process: who asks
/// one is a task.
final class JobClients: Sendable {
  typealias Completion = JobTasks.Completion

  /// A client that waits for the end of its job.
  private struct Wait: Sendable {
    let id: String
    let key: ServiceKey
    let end: ContinuousClock.Instant
    let completion: Completion
  }

  private struct State {
    /// By numbers, in the order in which they began.
    var waits: [Int: Wait] = [:]
    var count = 0
    /// Keys for which it is being looked which jobs have ended.
    var asked: Set<String> = []
    var events: [JobEvents] = []
    /// No client waits any more.
    var isStopping = false
  }

  private let jobs: any JobStore
  private let stop: ShutdownEvent
  private let tasks: JobTasks
  private let state = Mutex(State())
  private let wake: WakeEvent

  /// How often jobs are looked at whose events a client gets.
  private static let interval = Duration.milliseconds(500)
  private static let idle = Duration.seconds(2)
  /// Clients of one key that get events.
  private static let mostEvents = 16

  /// - Parameters:
  ///   - jobs: What they wait for.
  ///   - tasks: Ask about them.
  ///   - stop: Set when the service ends.
  /// - Throws: `SystemError`.
  init(_ jobs: any JobStore, _ tasks: JobTasks, _ stop: ShutdownEvent) throws(SystemError) {
    self.jobs = jobs
    self.stop = stop
    self.tasks = tasks
    wake = try WakeEvent()
  }

  /// Answers with the result of a job, or after some time, or at the end of the service, with its address.
  func wait(
    for id: String, of key: ServiceKey, _ time: Duration, _ completion: @escaping Completion
  ) {
    let wait = Wait(id: id, key: key, end: .now + time, completion: completion)
    let isStopping = state.withLock { state in
      guard !state.isStopping else { return true }
      state.count += 1
      state.waits[state.count] = wait
      return false
    }
    if isStopping { completion(Answer(accepted: id)) } else { wake.signal() }
  }

  /// Answers with the events of a job.
  ///
  /// - Throws: A problem if the key has too many such clients.
  func follow(
    _ id: String, of key: ServiceKey, _ completion: @escaping Completion
  ) throws(Problem) {
    let events = JobEvents(of: id, for: key)
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

  /// Looks for ends and changes of jobs until the service ends. Blocks.
  func run() {
    var nextEvents = ContinuousClock.now
    while !stop.isSet {
      let timeout = state.withLock { state in
        !state.waits.isEmpty ? jobs.pace : !state.events.isEmpty ? Self.interval : Self.idle
      }
      try? wake.wait(orFor: stop, timeout: timeout)
      lookForEnds()
      guard .now >= nextEvents else { continue }
      nextEvents = .now + Self.interval
      lookForEvents()
    }
  }

  /// Clients that wait get the addresses of their jobs.
  func beginStop() {
    let (waits, events) = state.withLock { state in
      state.isStopping = true
      defer { (state.waits, state.events) = ([:], []) }
      return (state.waits.values, state.events)
    }
    for events in events { events.finish() }
    for wait in waits { wait.completion(Answer(accepted: wait.id)) }
  }

  /// Looks which jobs have ended, once for all of a key's, and answers the clients whose time is over.
  private func lookForEnds() {
    let waits = state.withLock { $0.waits.values.sorted { $0.end < $1.end } }
    for (name, waits) in Dictionary(grouping: waits, by: \.key.name) {
      guard state.withLock({ $0.asked.insert(name).inserted }) else { continue }
      let (key, ids) = (waits[0].key, Array(Set(waits.map(\.id))))
      if jobs.isRemote {
        tasks.run(for: key, { [self] _ in answered(name) }) { [self] () throws(Problem) in
          finish(try jobs.ended(ids, of: key), of: name)
          answered(name)
        }
      } else {
        finish((try? jobs.ended(ids, of: key)) ?? [], of: name)
        answered(name)
      }
    }
    let now = ContinuousClock.now
    for wait in take({ $0.end <= now }) { wait.completion(Answer(accepted: wait.id)) }
  }

  private func answered(_ key: String) { state.withLock { _ = $0.asked.remove(key) } }

  private func take(_ isWanted: (Wait) -> Bool) -> [Wait] {
    state.withLock { state in
      let taken = state.waits.filter { isWanted($0.value) }
      for number in taken.keys { state.waits[number] = nil }
      return taken.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Answers the clients of a key that wait for jobs which have ended.
  private func finish(_ ids: Set<String>, of key: String) {
    for wait in take({ $0.key.name == key && ids.contains($0.id) }) {
      // Too many tasks are not a reason to send an accepted job again.
      tasks.run(for: wait.key, { _ in wait.completion(Answer(accepted: wait.id)) }) { [jobs] in
        JobTasks.answer(wait.completion) { () throws(Problem) in
          wait.completion(try jobs.result(of: wait.id, for: wait.key))
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
        do throws(Problem) {
          let (job, isFinished) = try jobs.page(of: events.id, for: events.key)
          events.send(job, isLast: isFinished)
        } catch  where error == .unknownJob {
          events.finish()
        }
      }
    }
  }
}
