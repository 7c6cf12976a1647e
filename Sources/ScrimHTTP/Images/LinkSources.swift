import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import Synchronization

/// The images by URL of links: fetched for the hosts of a link's key, and then used by all its links for a while.
///
/// Each URL is fetched once, however many links of a key want it with the same others. Fetches have threads of their
/// own, a bounded number per key, and are given up when no client waits for them any more. Errors are not remembered.
final class LinkSources: Sendable {
  /// What a link's image is rendered from, besides its inputs.
  struct Pinned: Sendable {
    let sources: PinnedSources
    /// The SHA-256 of the sources, in the order of their URLs by bytes.
    let digests: [String]
    /// When the first of them is to be fetched again.
    let end: ContinuousClock.Instant

    /// Seconds until then, at least 0.
    var secondsLeft: Int { max(0, Int((end - .now) / .seconds(1))) }
  }

  typealias Completion = @Sendable (Result<Pinned, Problem>) -> Void

  /// One of those who wait for sources.
  struct Wait: Sendable {
    fileprivate let fetch: Int
    fileprivate let number: Int
  }

  /// With all settings of the key: what was fetched with others is not used.
  fileprivate struct Fetch: Hashable {
    let key: ServiceKey
    let urls: [String]
  }

  /// URLs that are being fetched.
  private struct Running {
    let fetch: Fetch
    /// Set when no client waits for them any more.
    let stop: ShutdownEvent
    /// By number.
    var completions: [Int: Completion] = [:]
    /// Since when no client waits.
    var abandoned: ContinuousClock.Instant?
  }

  private struct Pin {
    let source: PinnedSource
    let folder: OwnedDescriptor?
    let end: ContinuousClock.Instant
  }

  private struct State {
    var pins: [ServiceKey: [String: Pin]] = [:]
    /// By number; also those that were given up, until their program has ended.
    var fetches: [Int: Running] = [:]
    var rates: [ServiceKey: RateLimit] = [:]
    var last = 0

    mutating func next() -> Int {
      last += 1
      return last
    }

    /// The number of one that clients may wait for.
    func running(_ fetch: Fetch) -> Int? {
      fetches.first { $0.value.fetch == fetch && !$0.value.stop.isSet }?.key
    }

    func pinned(_ fetch: Fetch) -> Pinned? {
      let now = ContinuousClock.now
      var sources = PinnedSources()
      var digests: [String] = []
      var end: ContinuousClock.Instant?
      for url in fetch.urls {
        guard let pin = pins[fetch.key]?[url], pin.end > now, let digest = pin.source.sha256 else {
          return nil
        }
        sources.add(url, pin.source, in: pin.folder)
        digests.append(digest)
        end = min(end ?? pin.end, pin.end)
      }
      return end.map { Pinned(sources: sources, digests: digests, end: $0) }
    }

    mutating func pin(_ fetched: PinnedSources, _ fetch: Fetch, until end: ContinuousClock.Instant)
    {
      let now = ContinuousClock.now
      var pins = pins[fetch.key, default: [:]].filter { $0.value.end > now }
      for url in fetch.urls {
        // One that is used already keeps its end: links with it have that as their max-age.
        guard pins[url] == nil, let source = fetched[url] else { continue }
        if pins.count >= LinkSources.mostPins,
          let first = pins.min(by: { $0.value.end < $1.value.end })
        {
          pins[first.key] = nil
        }
        pins[url] = Pin(source: source, folder: fetched.folder(of: url), end: end)
      }
      self.pins[fetch.key] = pins
    }
  }

  /// URLs of one link.
  static let mostURLs = 8
  /// Of a key, at the same time.
  private static let mostFetches = 4
  /// Of a key; each may have the descriptor of a folder.
  private static let mostPins = 512
  /// A page that is loaded again asks for the same images at once: they are not given up.
  private static let patience = Duration.seconds(1)

  private let sources: JobSources
  private let state = Mutex(State())

  /// - Parameter sources: Fetches.
  init(_ sources: JobSources) {
    self.sources = sources
  }

  /// What is pinned for URLs; `nil` unless all of them are.
  func pinned(_ linked: [LinkedURL], for key: ServiceKey) -> Pinned? {
    state.withLock { $0.pinned(Fetch(key: key, urls: linked.map(\.url))) }
  }

  /// Fetches URLs.
  ///
  /// - Parameters:
  ///   - linked: In their order by bytes, each once.
  ///   - key: The key.
  ///   - completion: Called once, by this thread or by another one.
  /// - Returns: For ``leave(_:)``.
  /// - Throws: A problem if the key has had too many fetched.
  func fetch(
    _ linked: [LinkedURL], for key: ServiceKey, _ completion: @escaping Completion
  ) throws(Problem) -> Wait {
    let fetch = Fetch(key: key, urls: linked.map(\.url))
    let (wait, stop) = try state.withLock { (state) throws(Problem) -> (Wait, ShutdownEvent?) in
      if let running = state.running(fetch) {
        let wait = Wait(fetch: running, number: state.next())
        state.fetches[running]?.completions[wait.number] = completion
        state.fetches[running]?.abandoned = nil
        return (wait, nil)
      }
      guard state.fetches.values.count(where: { $0.fetch.key == key }) < Self.mostFetches else {
        throw .fetches(key.name, limit: Self.mostFetches)
      }
      var rate = state.rates[key] ?? RateLimit(perMinute: key.rendersPerMinute)
      if let seconds = rate.take() {
        throw .rate(key.name, limit: key.rendersPerMinute, retryAfter: seconds)
      }
      state.rates[key] = rate
      let wait = Wait(fetch: state.next(), number: state.next())
      let stop = try Self.stop()
      state.fetches[wait.fetch] = Running(
        fetch: fetch, stop: stop, completions: [wait.number: completion])
      return (wait, stop)
    }
    guard let stop else { return wait }
    do {
      try Thread.start { [self] in
        let result: Result<Pinned, Problem>
        do throws(Problem) {
          result = .success(try get(fetch, stop, linked))
        } catch {
          result = .failure(error)
        }
        end(wait.fetch, result)
      }
    } catch {
      end(wait.fetch, .failure(.unavailable("\(error).", retryAfter: 1)))
    }
    return wait
  }

  private static func stop() throws(Problem) -> ShutdownEvent {
    do throws(SystemError) {
      return try ShutdownEvent()
    } catch {
      throw .unavailable("\(error).", retryAfter: 1)
    }
  }

  /// Forgets one who waits: the client has left.
  func leave(_ wait: Wait) {
    state.withLock { state in
      state.fetches[wait.fetch]?.completions[wait.number] = nil
      guard state.fetches[wait.fetch]?.completions.isEmpty == true else { return }
      state.fetches[wait.fetch]?.abandoned = .now
    }
  }

  /// Gives up what lost its last client a second ago. Files that have arrived stay in the key's cache.
  func stopAbandoned() {
    let now = ContinuousClock.now
    state.withLock { state in
      for running in state.fetches.values {
        guard let abandoned = running.abandoned, now - abandoned >= Self.patience else { continue }
        running.stop.set()
      }
    }
  }

  /// Fetches URLs again when they are wanted next: nothing could be rendered from them.
  func forget(_ urls: [String], of key: ServiceKey) {
    state.withLock { state in
      for url in urls { state.pins[key]?[url] = nil }
    }
  }

  /// Forgets everything: keys may have changed.
  func renew() {
    state.withLock { ($0.pins, $0.rates) = ([:], [:]) }
  }

  private func get(
    _ fetch: Fetch, _ stop: ShutdownEvent, _ linked: [LinkedURL]
  ) throws(Problem) -> Pinned {
    let fetched = try sources.fetch(fetch.urls, for: fetch.key, stop: stop)
    let errors = linked.compactMap { linked in
      fetched[linked.url]?.error.map { error in
        Diagnostic(
          code: "missing-source",
          message: "\(quoted(SourceName.shown(linked.url))) cannot be fetched: \(error).",
          path: linked.path)
      }
    }
    guard errors.isEmpty else {
      throw fetch.key.fetchHosts.isEmpty ? .job(errors) : .sources(errors)
    }
    // At least for the links that wait for it.
    let end = ContinuousClock.now + fetch.key.fetchMaxAge
    let pinned = state.withLock { state in
      state.pin(fetched, fetch, until: end)
      return state.pinned(fetch)
    }
    guard let pinned else { throw .unavailable("The sources have changed.", retryAfter: 1) }
    return pinned
  }

  private func end(_ fetch: Int, _ result: Result<Pinned, Problem>) {
    let running = state.withLock { $0.fetches.removeValue(forKey: fetch) }
    for completion in (running?.completions ?? [:]).values { completion(result) }
  }
}
