import ScrimLinux
import Synchronization

/// The images that are asked for and not yet there. Each is rendered once, however many ask for it with one key; keys
/// share nothing, so that none learns from the time of an answer what another has had rendered.
///
/// First a thread looks into the cache on disk; what is not there waits for a worker, in turn by key. An image that
/// no client waits for any more is not looked for and not rendered, and given up while it is being rendered.
final class ImageQueue: Sendable {
  /// What comes of an image; called once, by the thread that has it.
  typealias Completion = @Sendable (Result<RenderedImage, Problem>) -> Void

  struct Work: Sendable {
    let request: ImageRequest
    let identity: ImageIdentity

    fileprivate var place: Place { Place(key: request.key.name, identity: identity) }
  }

  /// An image on its way.
  struct Task: Sendable {
    fileprivate let number: Int
    let work: Work
    /// Set when the service ends, and when no client waits for the image any more.
    let stop: ShutdownEvent
  }

  /// One of those who wait for an image.
  struct Wait: Sendable {
    fileprivate let place: Place
    fileprivate let number: Int
  }

  fileprivate struct Place: Hashable {
    let key: String
    let identity: ImageIdentity
  }

  private struct Entry {
    let task: Task
    /// By number.
    var completions: [Int: Completion] = [:]
    var isRunning = false
    /// Since when no client waits while it is being rendered.
    var abandoned: ContinuousClock.Instant?
  }

  private struct State {
    var entries: [Place: Entry] = [:]
    /// Being rendered, by number: also those that were given up.
    var stops: [Int: ShutdownEvent] = [:]
    var lookups: [Task] = []
    var waiting: [String: [Task]] = [:]
    var running: [String: Int] = [:]
    /// The keys with waiting images; the first one is served next.
    var turns: [String] = []
    var rates: [String: RateLimit] = [:]
    var last = 0
    var isEnded = false

    mutating func next() -> Int {
      last += 1
      return last
    }
  }

  /// A worker takes about this long to start: an image that takes less is not given up.
  private static let patience = Duration.seconds(1)

  private let state = Mutex(State())
  /// Counts lookups.
  private let lookups = Semaphore()
  /// Of each thread that renders.
  private let wakes: [WakeEvent]

  init(wakes: [WakeEvent]) {
    self.wakes = wakes
  }

  // MARK: Asking

  /// Asks for an image.
  ///
  /// - Returns: For ``leave(_:)``; `nil` if it was answered at once.
  func ask(for work: Work, _ completion: @escaping Completion) -> Wait? {
    enum Outcome { case joined(Wait), new(Wait), refused(Problem) }
    let outcome = state.withLock { state -> Outcome in
      guard !state.isEnded else { return .refused(.stopping) }
      let wait = Wait(place: work.place, number: state.next())
      if state.entries[work.place] != nil {
        state.entries[work.place]?.completions[wait.number] = completion
        state.entries[work.place]?.abandoned = nil
        return .joined(wait)
      }
      do throws(SystemError) {
        let task = Task(number: state.next(), work: work, stop: try ShutdownEvent())
        state.entries[work.place] = Entry(task: task, completions: [wait.number: completion])
        state.lookups.append(task)
        return .new(wait)
      } catch {
        return .refused(.unavailable("\(error).", retryAfter: 1))
      }
    }
    switch outcome {
    case .joined(let wait): return wait
    case .new(let wait):
      lookups.signal()
      return wait
    case .refused(let problem):
      completion(.failure(problem))
      return nil
    }
  }

  /// Forgets one who waits: the client has left. Its completion is not called any more, unless it is being called.
  func leave(_ wait: Wait) {
    state.withLock { state in
      guard var entry = state.entries[wait.place] else { return }
      entry.completions[wait.number] = nil
      state.entries[wait.place] = entry
      guard entry.completions.isEmpty else { return }
      guard !entry.isRunning else {
        state.entries[wait.place]?.abandoned = .now
        return
      }
      // One that is just looked up has no entry then, and is not enqueued.
      state.entries[wait.place] = nil
      state.lookups.removeAll { $0.number == entry.task.number }
      let key = wait.place.key
      state.waiting[key]?.removeAll { $0.number == entry.task.number }
      if state.waiting[key]?.isEmpty == true {
        state.waiting[key] = nil
        state.turns.removeAll { $0 == key }
      }
    }
  }

  /// Gives up the images that are being rendered and that no client has waited for for a second.
  ///
  /// - Returns: How many.
  func stopAbandoned() -> Int {
    let now = ContinuousClock.now
    let given = state.withLock { state in
      let given = state.entries.filter { entry in
        entry.value.abandoned.map { now - $0 >= Self.patience } ?? false
      }
      for place in given.keys { state.entries[place] = nil }
      return given.values.map(\.task.stop)
    }
    for stop in given { stop.set() }
    return given.count
  }

  /// Gives what came of an image to all who wait for it.
  func complete(_ task: Task, _ result: Result<RenderedImage, Problem>) {
    let completions = state.withLock { state -> [Completion] in
      let place = task.work.place
      // One that was given up may be asked for again.
      guard let entry = state.entries[place], entry.task.number == task.number else { return [] }
      state.entries[place] = nil
      return Array(entry.completions.values)
    }
    for completion in completions { completion(result) }
  }

  // MARK: Lookups

  /// Waits for the next image that is to be looked for in the cache; `nil` after ``end(lookupThreads:)``.
  func nextLookup() -> Lookup {
    lookups.wait()
    return state.withLock { state in
      if !state.lookups.isEmpty { return .task(state.lookups.removeFirst()) }
      return state.isEnded ? .end : .left
    }
  }

  enum Lookup {
    case task(Task)
    /// The one that asked has left.
    case left
    case end
  }

  // MARK: Rendering

  /// Lets an image wait for a worker, unless no client wants it any more.
  ///
  /// - Throws: A problem if the key has had too many, or too many wait.
  func enqueue(_ task: Task) throws(Problem) {
    let key = task.work.request.key
    try state.withLock { (state) throws(Problem) in
      guard !state.isEnded else { throw .stopping }
      guard state.entries[task.work.place]?.task.number == task.number else { return }
      guard state.waiting[key.name]?.count ?? 0 < key.waiting else {
        throw .waiting(key.name, limit: key.waiting)
      }
      let rate = state.rates[key.name]
      var limit = rate ?? RateLimit(perMinute: key.rendersPerMinute)
      if let seconds = limit.take() {
        throw .rate(key.name, limit: key.rendersPerMinute, retryAfter: seconds)
      }
      state.rates[key.name] = limit
      if state.waiting[key.name, default: []].isEmpty { state.turns.append(key.name) }
      state.waiting[key.name, default: []].append(task)
    }
    for wake in wakes { wake.signal() }
  }

  /// Takes the next image that may be rendered now; ``finished(_:)`` must follow.
  func take() -> Task? {
    state.withLock { state in
      for (index, name) in state.turns.enumerated() {
        guard let next = state.waiting[name]?.first else { continue }
        let parallel = next.work.request.key.parallel
        guard parallel == 0 || state.running[name, default: 0] < parallel else { continue }
        state.waiting[name]?.removeFirst()
        state.turns.remove(at: index)
        if state.waiting[name]?.isEmpty == false {
          state.turns.append(name)
        } else {
          state.waiting[name] = nil
        }
        state.running[name, default: 0] += 1
        state.stops[next.number] = next.stop
        state.entries[next.work.place]?.isRunning = true
        return next
      }
      return nil
    }
  }

  /// Notes that an image does not occupy a worker any more.
  func finished(_ task: Task) {
    let name = task.work.request.key.name
    let others = state.withLock { state in
      let count = state.running[name, default: 1] - 1
      state.running[name] = count > 0 ? count : nil
      state.stops[task.number] = nil
      return !state.turns.isEmpty
    }
    if others { for wake in wakes { wake.signal() } }
  }

  /// Gives up all images, and takes no more.
  ///
  /// - Parameter threads: The threads that wait for lookups; they end.
  func end(lookupThreads threads: Int) {
    let (rest, stops) = state.withLock { state in
      state.isEnded = true
      defer { (state.lookups, state.waiting, state.turns) = ([], [:], []) }
      return (state.lookups + state.waiting.values.joined(), Array(state.stops.values))
    }
    for stop in stops { stop.set() }
    for task in rest { complete(task, .failure(.stopping)) }
    for _ in 0..<threads { lookups.signal() }
  }

  /// Forgets the rates, whose limits may have changed.
  func renew() {
    state.withLock { $0.rates = [:] }
  }

  /// By key: images that wait for a worker and images that are being rendered.
  var counts: [(key: String, waiting: Int, running: Int)] {
    state.withLock { state in
      Set(state.waiting.keys).union(state.running.keys).sorted().map {
        ($0, state.waiting[$0]?.count ?? 0, state.running[$0] ?? 0)
      }
    }
  }
}
