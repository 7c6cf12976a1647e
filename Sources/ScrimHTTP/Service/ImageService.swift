package import Logging
import ScrimDocument
import ScrimJSON
package import ScrimLinux
import ScrimRecords
import ScrimService
import ScrimWorkerClient
import ScrimWorkers
import Synchronization

/// Answers requests: reads links, checks keys, and passes on what takes longer, so that it never waits in the thread
/// that asks. It evaluates no template and renders nothing itself.
package final class ImageService: Sendable {
  let logger: Logger
  let catalog: TemplateCatalog
  let images: ImageDelivery
  /// Of links.
  private let sources: LinkSources
  /// `nil` without a spool or a queue.
  let jobs: JobService?
  /// By status, since the start.
  let answers = Mutex<[Int: Int]>([:])
  private let pool: WorkerPool
  private let stop: ShutdownEvent
  private let workers: WorkerSettings
  private let state: Mutex<State>

  private struct State {
    var configuration: HTTPConfiguration
    var keys: LinkKeys
    /// The digest of the environment; `nil` while it cannot be read.
    var environment: String?
    var isStopping = false
    /// Links that were read with these keys, in this environment and with the templates of now. Reading one costs more
    /// than sending its image.
    var links = KnownLinks(limit: ImageService.knownLinkBytes)
  }

  /// By target, with the signature; those of a key are of no use to another.
  private typealias KnownLinks = RecentValues<String, ImageQueue.Work>

  private static let knownLinkBytes = 16 << 20

  /// How often templates and the environment are looked at.
  private static let look = Duration.seconds(2)
  /// How often images are looked for that no client waits for any more.
  private static let interval = Duration.milliseconds(500)

  /// Reads the templates and the environment.
  ///
  /// - Throws: `SystemError`, `WorkerError`, ``KeyCaches/InUse``.
  package init(_ configuration: HTTPConfiguration, _ logger: Logger) throws {
    self.logger = logger
    stop = try ShutdownEvent()
    workers = try configuration.workerSettings()
    let catalog = TemplateCatalog(at: configuration.templates)
    self.catalog = catalog
    let log = WorkerLog(logger)
    pool = WorkerPool(of: workers.program) { log.write($0) }
    let fetcher = JobSources(pool, workers, cache: configuration.cacheFolder, logger)
    sources = LinkSources(fetcher)
    jobs = try JobService(configuration, catalog, fetcher, logger)
    images = try ImageDelivery(configuration, pool, workers, sources, stop, logger)
    state = Mutex(State(configuration: configuration, keys: configuration.linkKeys))
    if workers.requiresSandbox { try workers.program.insist(on: workers.program.lacking()) }
    lookAtTemplates()
    lookAtEnvironment()
  }

  // MARK: Answering

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: Without a body.
  ///   - completion: Called once, by this thread or by another one; not any more after the client has left.
  /// - Returns: To be called if the client leaves before the answer.
  package func answer(
    _ request: ServiceRequest, _ completion: @escaping @Sendable (Answer) -> Void
  ) -> (@Sendable () -> Void)? {
    do throws(Problem) {
      let route = try route(of: request)
      if route.isOfJobs, let jobs {
        try jobs.answer(request, route, of: bearer(of: request), completion)
        return nil
      }
      if let answer = try page(request, route) {
        completion(answer)
        return nil
      }
      return try answer(image: request, completion)
    } catch {
      completion(Answer(error))
      return nil
    }
  }

  /// Begins to read the body of a `POST`. Its bytes are given to the upload, and then it is submitted.
  ///
  /// - Throws: A problem: the body is not to be read.
  package func begin(_ request: ServiceRequest) throws(Problem) -> Upload {
    _ = try route(of: request)
    guard let jobs else { throw .notFound }
    return try jobs.begin(request, of: bearer(of: request))
  }

  /// Submits a complete upload. The completion is called once, by this thread or by another one.
  package func submit(_ upload: Upload, _ completion: @escaping @Sendable (Answer) -> Void) {
    guard let jobs else { return completion(Answer(.notFound)) }
    jobs.submit(upload, completion)
  }

  /// The address of a request, if it has the method.
  private func route(of request: ServiceRequest) throws(Problem) -> Route {
    guard let route = Route(path: request.path), jobs != nil || !route.isOfJobs else {
      throw .notFound
    }
    guard route.has(request.method) else { throw .method(route.allowed) }
    return route
  }

  /// The problem of a method that no address has.
  package func refusal(ofMethodAt path: String) -> Problem {
    guard let route = Route(path: path), jobs != nil || !route.isOfJobs else { return .notFound }
    return .method(route.allowed)
  }

  /// The key whose secret a request has in its field `Authorization`.
  ///
  /// - Throws: A problem without one.
  func bearer(of request: ServiceRequest) throws(Problem) -> ServiceKey {
    let keys = state.withLock { $0.keys }
    guard let key = keys.bearer(of: request.authorization) else { throw .unauthorized }
    return key
  }

  /// Whether images can be rendered.
  var isReady: Bool { state.withLock { $0.environment != nil && !$0.isStopping } }

  private func answer(
    image request: ServiceRequest, _ completion: @escaping @Sendable (Answer) -> Void
  ) throws(Problem) -> (@Sendable () -> Void)? {
    let (state, now) = (state.withLock { $0 }, WallClock.milliseconds / 1000)
    if let known = state.links[request.target] {
      try checkExpiry(of: known.request, now)
      return answer(known, request, completion)
    }
    var image = try image(request, state.keys)
    try checkExpiry(of: image, now)
    let linked = try image.linkedURLs()
    guard !linked.isEmpty else {
      let work = try work(image, state)
      state.links.insert(work, for: request.target, bytes: 2 * request.target.utf8.count)
      return answer(work, request, completion)
    }
    if let pinned = sources.pinned(linked, for: image.key) {
      image.pinned = pinned
      return answer(try work(image, state), request, completion)
    }
    let wait = ClientWait()
    let fetch = try sources.fetch(linked, for: image.key) { [self, image] result in
      guard !wait.hasLeft else { return }
      do throws(Problem) {
        var image = image
        image.pinned = try result.get()
        let work = try work(image, self.state.withLock { $0 })
        wait.next(answer(work, request, completion))
      } catch {
        completion(Answer(error))
      }
    }
    wait.next { [sources] in sources.leave(fetch) }
    return { wait.leave() }
  }

  private func checkExpiry(of image: ImageRequest, _ now: Int) throws(Problem) {
    guard let expiry = image.payload.expiry, expiry <= now else { return }
    throw .expired(Self.text(ofSeconds: expiry))
  }

  /// For how long clients may use an image from now on.
  private func maxAge(of image: ImageRequest) -> Answer.MaxAge {
    var seconds = Int(state.withLock { $0.configuration.maxAge } / .seconds(1))
    if let expiry = image.payload.expiry {
      seconds = min(seconds, max(0, expiry - WallClock.milliseconds / 1000))
    }
    if let pinned = image.pinned { seconds = min(seconds, pinned.secondsLeft) }
    return Answer.MaxAge(seconds: seconds, isImmutable: image.pinned == nil)
  }

  private func answer(
    _ work: ImageQueue.Work, _ request: ServiceRequest,
    _ completion: @escaping @Sendable (Answer) -> Void
  ) -> (@Sendable () -> Void)? {
    images.answer(
      work, ifNoneMatch: request.ifNoneMatch, maxAge: { [self] in maxAge(of: work.request) },
      completion)
  }

  private func work(_ image: ImageRequest, _ state: State) throws(Problem) -> ImageQueue.Work {
    guard let environment = state.environment else {
      throw .unavailable("The environment of workers cannot be read.", retryAfter: 5)
    }
    do throws(SystemError) {
      return ImageQueue.Work(request: image, identity: try image.identity(in: environment))
    } catch {
      throw .unavailable("\(error).", retryAfter: 1)
    }
  }

  /// Reads a link. The signature comes first: before it is right, nothing is decoded or looked up.
  private func image(_ request: ServiceRequest, _ keys: LinkKeys) throws(Problem) -> ImageRequest {
    guard let link = ImageLink(path: request.path) else { throw .notFound }
    guard let query = request.query, query.hasPrefix("s="),
      let key = keys.signer(of: request.path, query.dropFirst(2))
    else { throw .signature }
    let payload: LinkPayload
    do throws(Diagnostic) {
      payload = try LinkPayload(decoding: link.payload)
    } catch {
      throw .payload(error)
    }
    guard payload.key == key.name else { throw .signature }
    guard let template = catalog[link.template] else { throw .unknownTemplate(link.template) }
    let isVariant = link.variant.map(template.variants.contains) ?? template.variants.isEmpty
    guard isVariant else { throw .variant(link, among: template.variants) }
    return ImageRequest(key: key, link: link, payload: payload, template: template)
  }

  private static func text(ofSeconds seconds: Int) -> String {
    let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
    guard !milliseconds.overflow, Timestamp.times.contains(milliseconds.partialValue) else {
      return "\(seconds) s after 1970"
    }
    return Timestamp.text(ofMilliseconds: milliseconds.partialValue)
  }

  /// Notes that an answer was sent.
  package func sent(status: Int) {
    answers.withLock { $0[status, default: 0] += 1 }
  }

  // MARK: Threads

  /// Answers until ``end()``, and looks at templates and environment meanwhile. Blocks.
  ///
  /// - Throws: `SystemError` if a thread cannot be started.
  package func run() throws(SystemError) {
    var threads: [Thread] = []
    defer {
      images.end()
      for thread in threads { thread.join() }
    }
    try images.start(&threads)
    if let jobs {
      threads.append(
        try Thread { [logger] in
          do {
            try jobs.run()
          } catch {
            logger.critical("threads not started", metadata: ["reason": "\(error)"])
          }
        })
    }
    var nextLook = ContinuousClock.now
    while !stop.isSet {
      _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: Self.interval)
      guard !stop.isSet else { break }
      sources.stopAbandoned()
      images.stopAbandoned()
      guard .now >= nextLook else { continue }
      nextLook = .now + Self.look
      lookAtTemplates()
      lookAtEnvironment()
    }
  }

  /// From now on ``answer(_:_:)`` says that the service is not healthy, and goes on.
  package func beginStop() {
    state.withLock { $0.isStopping = true }
    jobs?.beginStop()
  }

  /// Ends ``run()``. Images that are being rendered are given up.
  package func end() {
    stop.set()
    jobs?.end()
  }

  /// Takes the keys and limits of another configuration.
  ///
  /// - Returns: The keys of the file that need a restart.
  package func renew(_ next: HTTPConfiguration) -> [String] {
    let changes = state.withLock { state in
      let changes = state.configuration.restartKeys(changedIn: next)
      state.configuration = next
      state.keys = next.linkKeys
      state.links = KnownLinks(limit: Self.knownLinkBytes)
      return changes
    }
    images.renew(next)
    sources.renew()
    jobs?.renew(next.keys)
    lookAtTemplates()
    return changes
  }

  // MARK: Looks

  private func lookAtTemplates() {
    do throws(SystemError) {
      let changes = try catalog.look()
      if !changes.added.isEmpty || !changes.removed.isEmpty {
        state.withLock { $0.links = KnownLinks(limit: Self.knownLinkBytes) }
      }
      for version in changes.added.map(\.description).sorted() {
        logger.notice("template found", metadata: ["template": "\(version)"])
      }
      for version in changes.removed.map(\.description).sorted() {
        logger.notice("template removed", metadata: ["template": "\(version)"])
      }
      for (name, reason) in changes.unusable.sorted(by: { $0.key < $1.key }) {
        logger.error(
          "template not usable", metadata: ["folder": "\(printable(name))", "reason": "\(reason)"])
      }
    } catch {
      logger.error("templates not read", metadata: ["reason": "\(error)"])
    }
  }

  private func lookAtEnvironment() {
    let next: String?
    do {
      next = try pool.environment.read(workers.program).environment.digest
    } catch {
      logger.error("environment not read", metadata: ["reason": "\(error)"])
      next = nil
    }
    let before = state.withLock { state in
      defer { state.environment = next }
      if next != state.environment { state.links = KnownLinks(limit: Self.knownLinkBytes) }
      return state.environment
    }
    if let next, next != before {
      logger.notice("environment read", metadata: ["environment": "\(next)"])
    }
  }
}

/// What a client waits for, one thing after the other; it may leave at any time.
private final class ClientWait: Sendable {
  private struct State {
    var hasLeft = false
    var leave: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// Notes how to stop waiting for the next thing; does so at once if the client has left.
  func next(_ leave: (@Sendable () -> Void)?) {
    let hasLeft = state.withLock { state in
      state.leave = leave
      return state.hasLeft
    }
    if hasLeft { leave?() }
  }

  /// The client has left.
  func leave() {
    let leave = state.withLock { state in
      state.hasLeft = true
      return state.leave
    }
    leave?()
  }
}
