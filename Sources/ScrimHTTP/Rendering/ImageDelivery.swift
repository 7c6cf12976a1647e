import Logging
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimWorkers
import Synchronization

/// Finds images: in memory, in the cache on disk, or by workers, which render them.
///
/// What is not in memory is found by threads of its own. Only images are stored, never errors. Keys share no caches:
/// neither an answer nor its time shows what another key has asked for.
///
/// DIAGNOSTICS
/// - "rendered", "not rendered": with template, key and time; the problem and its reason.
/// - "given up, as no client waits for it": of an image that was being rendered.
/// - "image not stored", "caches not divided": the cache cannot be written; images are rendered nevertheless.
final class ImageDelivery: Sendable {
  let queue: ImageQueue
  let counters = Mutex(ImageCounters())
  private let caches: KeyCaches
  private let pool: WorkerPool
  private let workers: WorkerSettings
  /// Of links.
  private let sources: LinkSources
  private let wakes: [WakeEvent]
  private let stop: ShutdownEvent
  private let logger: Logger

  private static let lookupThreads = 2
  /// After a worker could not be started.
  private static let pause = Duration.seconds(1)

  /// - Parameters:
  ///   - configuration: How many workers, and the caches.
  ///   - pool: Where workers come from.
  ///   - workers: How they are started.
  ///   - sources: What was fetched for links; what no image can be rendered from is forgotten.
  ///   - stop: Set when the service ends.
  ///   - logger: Logs what becomes of images.
  /// - Throws: `SystemError`, ``KeyCaches/InUse``.
  init(
    _ configuration: HTTPConfiguration, _ pool: WorkerPool, _ workers: WorkerSettings,
    _ sources: LinkSources, _ stop: ShutdownEvent, _ logger: Logger
  ) throws {
    wakes = try (0..<configuration.workerCount).map { _ in try WakeEvent() }
    queue = ImageQueue(wakes: wakes)
    caches = try KeyCaches(
      at: configuration.cacheFolder, bytes: configuration.cacheBytes,
      memoryBytes: configuration.cacheMemory, keys: configuration.keys.map(\.name))
    (self.pool, self.workers, self.sources) = (pool, workers, sources)
    (self.stop, self.logger) = (stop, logger)
  }

  /// Answers with an image.
  ///
  /// - Parameters:
  ///   - work: The image.
  ///   - ifNoneMatch: The field of this name, of images that the client has.
  ///   - maxAge: For how long the client may use it, from when it is called.
  ///   - completion: Called once, by this thread or by another one; not any more after the client has left.
  /// - Returns: To be called if the client leaves before the answer.
  func answer(
    _ work: ImageQueue.Work, ifNoneMatch: String?, maxAge: @escaping @Sendable () -> Answer.MaxAge,
    _ completion: @escaping @Sendable (Answer) -> Void
  ) -> (@Sendable () -> Void)? {
    let identity = work.identity
    if ifNoneMatch.map({ identity.isNamed(in: $0) }) ?? false {
      count(.unchanged)
      completion(Answer(unchanged: identity, maxAge()))
      return nil
    }
    if let found = caches[work.request.key.name]?.memory[identity] {
      count(.memory)
      completion(Answer(found, maxAge(), isNamed: false))
      return nil
    }
    let wait = queue.ask(for: work) {
      switch $0 {
      case .success(let image):
        // The environment may have changed meanwhile, and with it the identity.
        let isNamed = ifNoneMatch.map { image.identity.isNamed(in: $0) } ?? false
        completion(Answer(image, maxAge(), isNamed: isNamed))
      case .failure(let problem): completion(Answer(problem))
      }
    }
    guard let wait else { return nil }
    return { [queue] in queue.leave(wait) }
  }

  private func count(_ source: ImageCounters.Source) {
    counters.withLock { $0.images[source, default: 0] += 1 }
  }

  // MARK: Threads

  /// Starts its threads; they end after ``end()``.
  ///
  /// - Throws: `SystemError` if one cannot be started.
  func start(_ threads: inout [Thread]) throws(SystemError) {
    for _ in 0..<Self.lookupThreads {
      threads.append(try Thread { self.lookup() })
    }
    for wake in wakes {
      threads.append(try Thread { self.render(on: wake) })
    }
  }

  /// Gives up all images. The event of the service's stop is set.
  func end() {
    queue.end(lookupThreads: Self.lookupThreads)
  }

  /// Gives up the images that no client has waited for for a second.
  func stopAbandoned() {
    let abandoned = queue.stopAbandoned()
    counters.withLock { $0.abandonedRenders += abandoned }
  }

  /// Takes the keys and limits of another configuration.
  func renew(_ next: HTTPConfiguration) {
    queue.renew()
    do {
      try caches.renew(next.keys.map(\.name))
    } catch {
      logger.error("caches not divided", metadata: ["reason": "\(error)"])
    }
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
}
