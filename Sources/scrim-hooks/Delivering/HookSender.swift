import Logging
import ScrimCurl
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimService
import Synchronization
import SystemPackage

/// Delivers to one hook, on threads of its own: a slow hook delays no other.
final class HookSender: Sendable {
  let hook: Hook
  private let store: DeliveryStore
  private let logger: Logger
  private let target: Target
  private let retries: HookRetries
  private let queue: Mutex<DeliveryQueue>
  private let wake: WakeEvent
  private let counters = Mutex(HookCounters())

  private enum Target: Sendable {
    case program(ProgramTarget)
    case endpoint(Secrets, [AddressRange])
  }

  /// How long a thread waits when the disk refuses.
  private static let pause = Duration.seconds(5)

  /// - Throws: ``SecretFile/Unusable``; `SystemError`.
  init(
    _ hook: Hook, store: DeliveryStore, configuration: HooksConfiguration, logger: Logger
  ) throws {
    self.hook = hook
    self.store = store
    self.logger = logger
    retries = configuration.retries
    switch hook.kind {
    case .program:
      target = .program(
        ProgramTarget(hook: hook) { delivery, line in
          logger.info(
            "program output",
            metadata: [
              "hook": "\(hook.name)", "id": "\(delivery.id)", "text": "\(quotedLine(line))",
            ])
        })
    case .endpoint:
      target = .endpoint(
        try Secrets(file: hook.secretFile),
        configuration.allowedAddresses.compactMap(AddressRange.init))
    }
    wake = try WakeEvent()
    queue = Mutex(DeliveryQueue(retries: configuration.retries))
    try scan()
  }

  /// Adds deliveries that are on the disk but not in memory: at the start, and after `scrim-hooks retry`.
  func scan() throws(SystemError) {
    let found = try store.waiting(of: hook.name)
    for delivery in found.sorted(by: { $0.id.description < $1.id.description }) { add(delivery) }
  }

  func has(_ id: JobID) -> Bool { queue.withLock { $0.has(id) } }

  func add(_ delivery: Delivery) {
    // One that failed before the service was started again is not repeated at once: all would be.
    let wait = delivery.failures == 0 ? .zero : min(retries.wait(after: 3), .seconds(60))
    queue.withLock { $0.add(delivery, due: .now + wait) }
    wake.signal()
  }

  var snapshot: (counters: HookCounters, waiting: Int, oldest: JobID?) {
    let counters = counters.withLock { $0 }
    return queue.withLock { (counters, $0.count, $0.oldest) }
  }

  /// Delivers until the service stops; several threads may run it.
  func run(until stop: ShutdownEvent) {
    var endpoint: Endpoint?
    if case .endpoint(let secrets, let allowed) = target {
      endpoint = Endpoint(hook, secrets: secrets, allowed: allowed)
    }
    while !stop.isSet {
      let (next, time) = queue.withLock { ($0.next(now: .now), $0.nextTime) }
      guard let next else {
        try? wake.wait(orFor: stop, timeout: time.map { max(.zero, $0 - .now) })
        continue
      }
      do {
        try attempt(next, endpoint, until: stop)
      } catch {
        logger.error(
          "hooks paused after a system error",
          metadata: ["hook": "\(hook.name)", "id": "\(next.id)", "reason": "\(error)"])
        queue.withLock { $0.release(next, due: .now + Self.pause) }
        _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: Self.pause)
      }
      // Another thread may go on.
      wake.signal()
    }
  }

  private func attempt(
    _ delivery: Delivery, _ endpoint: Endpoint?, until stop: ShutdownEvent
  ) throws(SystemError) {
    let report: OwnedDescriptor
    let stored: Int
    do {
      (report, stored) = try store.open(delivery, of: hook.name)
    } catch {
      guard error.code == .noSuchFileOrDirectory else { throw error }
      // Deleted by hand.
      return queue.withLock { $0.finish(delivery) }
    }
    let begin = ContinuousClock.now
    let outcome =
      switch target {
      case .program(let target): target.deliver(delivery, report, until: stop)
      case .endpoint:
        endpoint?.deliver(
          delivery, try report.readAll(limit: 64 << 20, of: delivery.file), until: stop)
          ?? .unavailable(reason: "out of memory", after: nil)
      }
    let time = ContinuousClock.now - begin
    var metadata: Logger.Metadata = [
      "hook": "\(hook.name)", "id": "\(delivery.id)", "attempt": "\(delivery.failures + 1)",
    ]
    switch outcome {
    case .delivered:
      try store.remove(delivery, of: hook.name)
      queue.withLock {
        $0.finish(delivery)
        $0.resume()
      }
      counters.withLock { $0.delivered(in: time) }
      metadata["ms"] = "\(Int((time / .milliseconds(1)).rounded()))"
      logger.info("delivered", metadata: metadata)
    case .retry(let reason):
      if try isBuried(delivery, stored, reason, metadata) { return }
      let next = try failed(delivery, reason, metadata)
      queue.withLock { $0.retry(next, now: .now) }
    case .unavailable(let reason, let after):
      // First, so that a receiver that is down gets few requests while deliveries become too old.
      queue.withLock { $0.pause(after: after, now: .now) }
      if try isBuried(delivery, stored, reason, metadata) { return }
      let next = try failed(delivery, reason, metadata)
      queue.withLock { $0.retry(next, after: after, now: .now) }
    case .dead(let reason):
      metadata["reason"] = "\(reason)"
      queue.withLock { $0.resume() }
      try bury(delivery, reason, metadata)
    case .stopped:
      queue.withLock { $0.release(delivery, due: .now) }
    }
  }

  /// Gives up a delivery that has become too old.
  private func isBuried(
    _ delivery: Delivery, _ stored: Int, _ reason: String, _ metadata: Logger.Metadata
  ) throws(SystemError) -> Bool {
    guard .milliseconds(WallClock.milliseconds - stored) >= retries.giveUp else { return false }
    var metadata = metadata
    metadata["reason"] = "\(reason)"
    try bury(delivery, reason, metadata)
    return true
  }

  private func failed(
    _ delivery: Delivery, _ reason: String, _ metadata: Logger.Metadata
  ) throws(SystemError) -> Delivery {
    let next = try store.failed(delivery, of: hook.name)
    counters.withLock { $0.failed += 1 }
    var metadata = metadata
    metadata["reason"] = "\(reason)"
    logger.warning("delivery failed", metadata: metadata)
    return next
  }

  private func bury(
    _ delivery: Delivery, _ reason: String, _ metadata: Logger.Metadata
  ) throws(SystemError) {
    try store.bury(delivery, of: hook.name, reason: reason)
    queue.withLock { $0.finish(delivery) }
    counters.withLock { $0.dead += 1 }
    logger.error("delivery given up", metadata: metadata)
  }
}
