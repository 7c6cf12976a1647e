package import Logging
import ScrimDocument
import ScrimJSON
package import ScrimLinux
import ScrimRecords
import ScrimService
import ScrimWorkerClient
import ScrimWorkers
import Synchronization

/// Answers requests: with images from memory, from the cache on disk or from workers.
///
/// It never waits in the thread that asks: what is not in memory is found by threads of its own. It evaluates no
/// template and renders nothing itself. Only images are stored, never errors. Keys share no caches: neither an answer
/// nor its time shows what another key has asked for.
package final class ImageService: Sendable {
  let logger: Logger
  let catalog: TemplateCatalog
  let queue: ImageQueue
  /// Of links.
  private let sources: LinkSources
  /// `nil` without a spool.
  let jobs: JobService?
  let counters = Mutex(ServiceCounters())
  private let caches: KeyCaches
  private let pool: WorkerPool
  private let wakes: [WakeEvent]
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

  private static let lookupThreads = 2
  /// How often templates and the environment are looked at.
  private static let look = Duration.seconds(2)
  /// How often images are looked for that no client waits for any more.
  private static let interval = Duration.milliseconds(500)
  /// After a worker could not be started.
  private static let pause = Duration.seconds(1)

  /// Reads the templates and the environment.
  ///
  /// - Throws: `SystemError`, `WorkerError`, ``KeyCaches/InUse``.
  package init(_ configuration: HTTPConfiguration, _ logger: Logger) throws {
    self.logger = logger
    stop = try ShutdownEvent()
    workers = try configuration.workerSettings()
    wakes = try (0..<configuration.workerCount).map { _ in try WakeEvent() }
    queue = ImageQueue(wakes: wakes)
    let catalog = TemplateCatalog(at: configuration.templates)
    self.catalog = catalog
    let log = WorkerLog(logger)
    pool = WorkerPool(of: workers.program) { log.write($0) }
    let fetcher = JobSources(pool, workers, cache: configuration.cacheFolder, logger)
    sources = LinkSources(fetcher)
    jobs =
      configuration.spool.isEmpty ? nil : try JobService(configuration, catalog, fetcher, logger)
    caches = try KeyCaches(
      at: configuration.cacheFolder, bytes: configuration.cacheBytes,
      memoryBytes: configuration.cacheMemory, keys: configuration.keys.map(\.name))
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

  /// The answers that are not images; `nil` for an image.
  private func page(_ request: ServiceRequest, _ route: Route) throws(Problem) -> Answer? {
    if route == .image { return nil }
    guard request.query == nil else { throw .notFound }
    let key = route.needsKey ? try bearer(of: request) : nil
    switch route {
    case .health:
      let isReady = state.withLock { $0.environment != nil && !$0.isStopping }
      let status: JSON = ["status": .string(isReady ? "ok" : "unavailable")]
      return Answer(type: "application/json", status.bytes(), status: isReady ? 200 : 503)
    case .metrics:
      guard key?.metrics == true else { throw .forbidden }
      return Answer(type: "text/plain; version=0.0.4; charset=utf-8", Array(metrics.utf8))
    case .openAPI:
      let document = OpenAPI.document(catalog.all, hasJobs: jobs != nil)
      return Answer(type: "application/json", document.bytes(pretty: true))
    case .templates:
      let list = catalog.all.map { template -> JSON in
        .object([
          .init("template", .string("\(template.version)")),
          .init("variants", .array(template.variants.map(JSON.string))),
          .init("schema", .string("/templates/\(template.version)/schema")),
        ])
      }
      return Answer(type: "application/json", JSON.array(list).bytes(pretty: true))
    case .schema:
      let steps = request.path.split(separator: "/")
      guard let version = TemplateVersion(steps[1]), let template = catalog[version] else {
        throw .notFound
      }
      return Answer(type: "application/schema+json", template.schema.bytes(pretty: true))
    case .image, .variantImage, .jobs, .job, .output, .events: throw .notFound
    }
  }

  /// The key whose secret a request has in its field `Authorization`.
  ///
  /// - Throws: A problem without one.
  private func bearer(of request: ServiceRequest) throws(Problem) -> ServiceKey {
    let keys = state.withLock { $0.keys }
    guard let key = keys.bearer(of: request.authorization) else { throw .unauthorized }
    return key
  }

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
    let urls = linked.map(\.url)
    if let pinned = sources.pinned(urls, for: image.key) {
      image.pinned = pinned
      return answer(try work(image, state), request, completion)
    }
    let wait = ClientWait()
    let fetch = try sources.fetch(urls, for: image.key) { fetched in
      linked.compactMap { url, path in
        fetched[url]?.error.map { error in
          Diagnostic(
            code: "missing-source",
            message: "\(quoted(SourceName.shown(url))) cannot be fetched: \(error).", path: path)
        }
      }
    } _: { [self, image] result in
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
    let identity = work.identity
    func isNamed(_ identity: ImageIdentity) -> Bool {
      request.ifNoneMatch.map { identity.isNamed(in: $0) } ?? false
    }
    if isNamed(identity) {
      count(.unchanged)
      completion(Answer(unchanged: identity, maxAge(of: work.request)))
      return nil
    }
    if let found = caches[work.request.key.name]?.memory[identity] {
      count(.memory)
      completion(Answer(found, maxAge(of: work.request), isNamed: false))
      return nil
    }
    let wait = queue.ask(for: work) { [self, ifNoneMatch = request.ifNoneMatch] in
      switch $0 {
      case .success(let image):
        // The environment may have changed meanwhile, and with it the identity.
        let isNamed = ifNoneMatch.map { image.identity.isNamed(in: $0) } ?? false
        completion(Answer(image, maxAge(of: work.request), isNamed: isNamed))
      case .failure(let problem): completion(Answer(problem))
      }
    }
    guard let wait else { return nil }
    return { [queue] in queue.leave(wait) }
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

  private func count(_ source: ServiceCounters.Source) {
    counters.withLock { $0.images[source, default: 0] += 1 }
  }

  /// Notes that an answer was sent.
  package func sent(status: Int) {
    counters.withLock { $0.answers[status, default: 0] += 1 }
  }

  // MARK: Threads

  /// Answers until ``end()``, and looks at templates and environment meanwhile. Blocks.
  ///
  /// - Throws: `SystemError` if a thread cannot be started.
  package func run() throws(SystemError) {
    var threads: [Thread] = []
    defer {
      queue.end(lookupThreads: Self.lookupThreads)
      for thread in threads { thread.join() }
    }
    for _ in 0..<Self.lookupThreads {
      threads.append(try Thread { self.lookup() })
    }
    for wake in wakes {
      threads.append(try Thread { self.render(on: wake) })
    }
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
      let abandoned = queue.stopAbandoned()
      counters.withLock { $0.abandonedRenders += abandoned }
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
    queue.renew()
    sources.renew()
    jobs?.renew()
    do {
      try caches.renew(next.keys.map(\.name))
    } catch {
      logger.error("caches not divided", metadata: ["reason": "\(error)"])
    }
    lookAtTemplates()
    return changes
  }

  private func lookup() {
    while true {
      switch queue.nextLookup() {
      case .task(let task): lookUp(task)
      case .left: break
      case .end: return
      }
    }
  }

  private func lookUp(_ task: ImageQueue.Task) {
    let work = task.work
    let share = caches[work.request.key.name]
    if let share, let bytes = share.disk.read(work.identity) {
      let image = RenderedImage(
        identity: work.identity, type: work.request.link.type, bytes: bytes)
      count(.disk)
      share.memory.insert(image, for: image.identity, bytes: image.bytes.count)
      queue.complete(task, .success(image))
      return
    }
    do throws(Problem) {
      try queue.enqueue(task)
    } catch {
      queue.complete(task, .failure(error))
    }
  }

  private func render(on wake: WakeEvent) {
    let log = WorkerLog(logger)
    let slot = WorkerSlot(pool, workers) { log.write($0) }
    let renderer = ImageRenderer(slot, health: pool.health)
    while !stop.isSet {
      guard let task = queue.take() else {
        slot.startReplacement()
        do {
          try slot.wait(.seconds(5), for: wake, stop)
        } catch {
          logger.error("system error", metadata: ["reason": "\(error)"])
          _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: Self.pause)
        }
        continue
      }
      let result = render(task, renderer)
      queue.finished(task)
      queue.complete(task, result)
    }
    slot.dropWorkers()
  }

  private func render(
    _ task: ImageQueue.Task, _ renderer: ImageRenderer
  ) -> Result<RenderedImage, Problem> {
    let work = task.work
    let begin = ContinuousClock.now
    let result: Result<RenderedImage, Problem>
    do throws(Problem) {
      result = .success(try renderer.render(work.request, stop: task.stop))
    } catch {
      result = .failure(error)
    }
    let time = ContinuousClock.now - begin
    counters.withLock { counters in
      counters.renders += 1
      counters.renderSeconds += time / .seconds(1)
      if case .failure = result { counters.failedRenders += 1 }
    }
    var metadata: Logger.Metadata = [
      "template": "\(work.request.template.version)", "key": "\(work.request.key.name)",
      "ms": "\(Int((time / .milliseconds(1)).rounded()))",
    ]
    switch result {
    case .success(let image):
      count(.rendered)
      let share = caches[work.request.key.name]
      share?.memory.insert(image, for: image.identity, bytes: image.bytes.count)
      do {
        try share?.disk.store(image)
      } catch {
        logger.error("image not stored", metadata: ["reason": "\(error)"])
      }
      logger.debug("rendered", metadata: metadata)
    case .failure where task.stop.isSet:
      logger.info("given up, as no client waits for it", metadata: metadata)
    case .failure(let problem):
      if let pinned = work.request.pinned {
        sources.forget(pinned.sources.all.map(\.url), of: work.request.key)
      }
      metadata["problem"] = "\(problem.code)"
      metadata["reason"] = "\(problem.errors.first?.message ?? problem.detail)"
      logger.log(level: problem.status >= 500 ? .error : .info, "not rendered", metadata: metadata)
    }
    return result
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
