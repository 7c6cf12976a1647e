import ScrimLinux
import Synchronization

/// The images that are asked for and not yet there. Each is rendered once, however many ask for it.
///
/// First a thread looks into the cache on disk; what is not there waits for a worker, in turn by key.
final class ImageQueue: Sendable {
  /// What comes of an image; called once, by the thread that has it.
  typealias Completion = @Sendable (Result<RenderedImage, Problem>) -> Void

  struct Work: Sendable {
    let request: ImageRequest
    let identity: ImageIdentity
  }

  private struct State {
    /// Who waits for each image.
    var completions: [ImageIdentity: [Completion]] = [:]
    var lookups: [Work] = []
    var waiting: [String: [Work]] = [:]
    var running: [String: Int] = [:]
    /// The keys with waiting images; the first one is served next.
    var turns: [String] = []
    var rates: [String: RateLimit] = [:]
    var isEnded = false
  }

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
  func ask(for work: Work, _ completion: @escaping Completion) {
    let isNew = state.withLock { state -> Bool? in
      guard !state.isEnded else { return nil }
      state.completions[work.identity, default: []].append(completion)
      guard state.completions[work.identity]?.count == 1 else { return false }
      state.lookups.append(work)
      return true
    }
    switch isNew {
    case true?: lookups.signal()
    case false?: break
    case nil: completion(.failure(.stopping))
    }
  }

  /// Gives what came of an image to all who wait for it.
  func complete(_ work: Work, _ result: Result<RenderedImage, Problem>) {
    let completions = state.withLock { $0.completions.removeValue(forKey: work.identity) }
    for completion in completions ?? [] { completion(result) }
  }

  // MARK: Lookups

  /// Waits for the next image that is to be looked for in the cache; `nil` after ``end(lookupThreads:)``.
  func nextLookup() -> Work? {
    lookups.wait()
    return state.withLock { $0.lookups.isEmpty ? nil : $0.lookups.removeFirst() }
  }

  // MARK: Rendering

  /// Lets an image wait for a worker.
  ///
  /// - Throws: A problem if the key has had too many, or too many wait.
  func enqueue(_ work: Work) throws(Problem) {
    let key = work.request.key
    try state.withLock { (state) throws(Problem) in
      guard !state.isEnded else { throw .stopping }
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
      state.waiting[key.name, default: []].append(work)
    }
    for wake in wakes { wake.signal() }
  }

  /// Takes the next image that may be rendered now; ``finished(_:)`` must follow.
  func take() -> Work? {
    state.withLock { state in
      for (index, name) in state.turns.enumerated() {
        guard let next = state.waiting[name]?.first else { continue }
        let parallel = next.request.key.parallel
        guard parallel == 0 || state.running[name, default: 0] < parallel else { continue }
        state.waiting[name]?.removeFirst()
        state.turns.remove(at: index)
        if state.waiting[name]?.isEmpty == false {
          state.turns.append(name)
        } else {
          state.waiting[name] = nil
        }
        state.running[name, default: 0] += 1
        return next
      }
      return nil
    }
  }

  /// Notes that an image does not occupy a worker any more.
  func finished(_ work: Work) {
    let name = work.request.key.name
    let others = state.withLock { state in
      let count = state.running[name, default: 1] - 1
      state.running[name] = count > 0 ? count : nil
      return !state.turns.isEmpty
    }
    if others { for wake in wakes { wake.signal() } }
  }

  /// Gives up all images that wait, and takes no more.
  ///
  /// - Parameter threads: The threads that wait for lookups; they end.
  func end(lookupThreads threads: Int) {
    let rest = state.withLock { state in
      state.isEnded = true
      defer { (state.lookups, state.waiting, state.turns) = ([], [:], []) }
      return state.lookups + state.waiting.values.joined()
    }
    for work in rest { complete(work, .failure(.stopping)) }
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
