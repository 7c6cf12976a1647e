import Logging
import ScrimLinux
import ScrimQueue
import ScrimRecords

/// The connection of the node's own thread, and when what is due on it.
struct QueueLink {
  private(set) var leases: QueueLeases?
  /// Before the last claim, renewal or resumption was sent.
  private(set) var renewed = ContinuousClock.now

  private let settings: NodeConfiguration
  private let connector: QueueConnector
  private var maintenance: QueueMaintenance?
  private var attempts = 0
  private var nextConnection = ContinuousClock.now
  private var nextClaim = ContinuousClock.now
  private var nextAdvance = ContinuousClock.now
  private var nextTidying = ContinuousClock.now
  private var nextSign = ContinuousClock.now
  private var nextMetrics = ContinuousClock.now
  private var nextForgetting = ContinuousClock.now
  private var nextSweep = ContinuousClock.now
  private var nextLook = ContinuousClock.now
  private var environment: NodeEnvironment
  /// Whether operators let it get no more jobs.
  private(set) var isDrained = false
  /// After an error that is not the connection's.
  private(set) var pausedUntil = ContinuousClock.now
  private var delayed: [(time: ContinuousClock.Instant, work: () -> Void)] = []

  /// - Parameters:
  ///   - settings: The node's.
  ///   - wake: Signalled when a connection has been opened, or could not be.
  init(_ settings: NodeConfiguration, wake: WakeEvent) {
    self.settings = settings
    connector = QueueConnector(settings, wake: wake)
    environment = NodeEnvironment(LocalSpool(path: settings.spool))
  }

  /// A time around this one, so that nodes don't do everything together.
  private static func about(_ interval: Duration) -> ContinuousClock.Instant {
    .now + interval * Double.random(in: 0.8...1.2)
  }

  /// When the node must look again.
  ///
  /// - Parameter hasRoom: Whether it can take jobs; otherwise a claim may be due all the time.
  /// - Returns: The time; it may be over.
  func nextDue(hasRoom: Bool) -> ContinuousClock.Instant {
    var times = delayed.map(\.time)
    if leases == nil {
      if !connector.isOpening { times.append(nextConnection) }
    } else {
      times += [nextAdvance, renewed + settings.lease / 3].map { max($0, pausedUntil) }
      if hasRoom { times.append(max(nextClaim, pausedUntil)) }
    }
    // While a connection is opened, its end wakes the node.
    return times.min() ?? .now + .seconds(1)
  }

  // MARK: Connecting

  /// Connects when it is time, and renews the leases that this node has on the server.
  ///
  /// - Parameter isFirst: Whether to wait for the connection; otherwise it is opened beside the node's work.
  /// - Returns: The jobs of those leases; `nil` as long as there is no connection.
  /// - Throws: `QueueError`.
  mutating func connect(isFirst: Bool) throws(QueueError) -> [LeasedJob]? {
    if isFirst { return try adopt(connector.open()) }
    if let connection = try connector.take() { return try adopt(connection) }
    if .now >= nextConnection, !connector.isOpening { try connector.start() }
    return nil
  }

  private mutating func adopt(_ connection: QueueConnection) throws(QueueError) -> [LeasedJob] {
    let leases = QueueLeases(
      connection, node: settings.name, environment: environment.digest, duration: settings.lease)
    if let holder = try leases.reserveName() {
      throw QueueError(
        .unavailable,
        "another connection, of role \(holder), has the name \(settings.name): set node.name.")
    }
    // First: what is submitted from here on is not missed.
    try connection.run("LISTEN scrim_jobs")
    let before = ContinuousClock.now
    let jobs = try leases.resume()
    renewed = before
    self.leases = leases
    maintenance = QueueMaintenance(connection)
    attempts = 0
    (nextClaim, nextAdvance, nextSign) = (.now, .now, .now)
    return jobs
  }

  /// Leaves the connection alone for a moment.
  mutating func pause() { pausedUntil = .now + .seconds(1) }

  mutating func disconnect() {
    leases = nil
    maintenance = nil
    attempts += 1
    let seconds = min(10.0, 0.25 * Double(1 << min(attempts, 6)))
    nextConnection = Self.about(.seconds(seconds))
  }

  // MARK: Leasing

  /// Takes notifications, which are hints to claim at once.
  ///
  /// - Throws: `QueueError`.
  mutating func hear() throws(QueueError) {
    guard let leases else { return }
    if try leases.connection.notifications().contains("scrim_jobs") { nextClaim = .now }
  }

  /// Lets the next claim be due: there is work that this node could not take before.
  mutating func claimSoon() { nextClaim = .now }

  /// Lets no claim be due for a time: this machine cannot take jobs.
  mutating func claimLater(_ interval: Duration) { nextClaim = .now + interval }

  var mayClaim: Bool { leases != nil && .now >= nextClaim }

  /// - Throws: `QueueError`.
  mutating func claim(_ count: Int, _ logger: Logger) throws(QueueError) -> [LeasedJob] {
    let jobs = try leases?.claim(count) ?? []
    for refusal in leases?.takeRefusals() ?? [] {
      logger.warning(
        "a tenant's jobs cannot be leased",
        metadata: ["tenant": "\(refusal.tenant)", "reason": "\(refusal.reason)"])
    }
    // As many as there was room for: there may be more, and room after the next result.
    nextClaim = jobs.count == count ? .now : Self.about(.seconds(1))
    return jobs
  }

  var mustRenew: Bool { leases != nil && .now >= renewed + settings.lease / 3 }

  /// - Throws: `QueueError`.
  mutating func renew(_ jobs: [(id: Int, token: Int)]) throws(QueueError) -> LeaseChange {
    let before = ContinuousClock.now
    let change = try leases?.renew(jobs) ?? LeaseChange()
    renewed = before
    return change
  }

  // MARK: Everything else

  /// The steps that keep the queue going, and this node's sign of life.
  ///
  /// - Throws: `QueueError`.
  mutating func maintain(_ logger: Logger) throws(QueueError) {
    guard let maintenance else { return }
    if .now >= nextAdvance {
      nextAdvance = Self.about(.seconds(1))
      let advance = try maintenance.advance()
      if advance.reclaimed > 0 {
        logger.notice("leases of other nodes ran out", metadata: ["jobs": "\(advance.reclaimed)"])
      }
      if advance.promoted + advance.reclaimed > 0 { nextClaim = .now }
    }
    if .now >= nextLook {
      nextLook = .now + environment.look()
      if leases?.environment != environment.digest {
        leases?.environment = environment.digest
        (nextSign, nextClaim) = (.now, .now)
      }
    }
    if .now >= nextSign {
      nextSign = Self.about(.seconds(10))
      let isDrained = try maintenance.seen(
        node: settings.name, release: ScrimNode.release, environment: environment.digest)
      if isDrained != self.isDrained {
        self.isDrained = isDrained
        logger.notice(isDrained ? "drained: no more jobs are taken" : "jobs are taken again")
        nextClaim = .now
      }
    }
    if .now >= nextTidying {
      nextTidying = Self.about(.seconds(3600))
      let (partitions, blobs) = try maintenance.tidy()
      if partitions + blobs > 0 {
        logger.info(
          "queue tidied", metadata: ["partitions": "\(partitions)", "files": "\(blobs)"])
      }
    }
  }

  var isTimeForMetrics: Bool {
    mutating get {
      guard .now >= nextMetrics else { return false }
      nextMetrics = .now + .seconds(5)
      return true
    }
  }

  var isTimeToSweep: Bool {
    mutating get {
      guard leases != nil, .now >= nextSweep else { return false }
      nextSweep = Self.about(.seconds(20))
      return true
    }
  }

  /// How often local jobs of lost leases are cancelled and deleted.
  static let forgetInterval = Duration.seconds(1)

  var isTimeToForget: Bool {
    mutating get {
      guard .now >= nextForgetting else { return false }
      nextForgetting = .now + Self.forgetInterval
      return true
    }
  }

  /// Does something after a time, in the node's thread.
  mutating func later(_ interval: Duration, _ work: @escaping () -> Void) {
    delayed.append((.now + interval, work))
  }

  /// Does what was put off until now.
  mutating func runDueTasks() {
    let due = delayed.filter { $0.time <= .now }
    delayed.removeAll { $0.time <= .now }
    for item in due { item.work() }
  }
}
