import Logging
import ScrimLinux
import ScrimQueue
import Synchronization

/// Connections to the queue's server, those of each key as a role of its own: what a tenant may do and see, the server
/// decides.
///
/// There are as many as tasks run at the same time; idle ones are closed after a minute. A server that cannot be
/// reached is tried again after some seconds; until then requests are refused at once. A statement that the server does
/// not answer is given up.
///
/// DIAGNOSTICS
/// - "queue not usable": with key and reason; requests of the key are answered with 503. Once for each reason.
/// - "queue usable": with the key, at the start and after such a reason.
final class QueueConnections: Sendable {
  // Of one thread at a time, which has taken it.
  private final class Line: @unchecked Sendable {
    let connection: QueueConnection
    let role: String

    init(_ connection: QueueConnection, _ role: String) {
      self.connection = connection
      self.role = role
    }

    var isUsable: Bool { (try? connection.notifications()) != nil && !connection.isLost }
  }

  private struct State {
    /// Those that no task uses, each with the time since when.
    var idle: [(line: Line, since: ContinuousClock.Instant)] = []
    /// Why no connection could be made, and until when none is tried, by role; of the server itself without one.
    var failures: [String?: (error: QueueError, end: ContinuousClock.Instant)] = [:]
    /// What was logged last, by role; "" if all is well.
    var reasons: [String: String] = [:]
  }

  private let url: String
  /// Of a statement.
  private let limit: Duration
  private let logger: Logger
  private let state = Mutex(State())

  /// How long the network may carry nothing.
  private static let patience = Duration.seconds(10)
  /// After a failure.
  private static let pause = Duration.seconds(5)
  private static let longestIdle = Duration.seconds(60)
  /// Beyond the time limit of statements, which a server that hangs does not keep.
  private static let grace = Duration.seconds(5)

  /// - Parameters:
  ///   - url: Of the queue, without a role.
  ///   - limit: How long a statement may take.
  ///   - logger: Logs what becomes of connections.
  init(_ url: String, limit: Duration, _ logger: Logger) {
    self.url = url
    self.limit = limit
    self.logger = logger
  }

  /// Asks the queue on behalf of a key.
  ///
  /// - Throws: ``QueueError``, or what `work` throws.
  func use<Value>(_ key: ServiceKey, _ work: (QueueClient) throws -> Value) throws -> Value {
    do {
      let line = try line(for: key)
      defer { putBack(line) }
      let value = try work(QueueClient(line.connection))
      report(nil, of: key)
      return value
    } catch let error as QueueError {
      if error.kind != .refused, error.kind != .deleted { report(error.message, of: key) }
      throw error
    }
  }

  private func line(for key: ServiceKey) throws -> Line {
    while let line = takeIdle(key.role) {
      if line.isUsable { return line }
    }
    let failure = state.withLock { $0.failures[key.role] ?? $0.failures[nil] }
    if let failure, .now < failure.end { throw failure.error }
    do throws(QueueError) {
      let line = Line(try Self.open(url, as: key.role, limit: limit), key.role)
      state.withLock { state in
        state.failures[key.role] = nil
        state.failures[nil] = nil
      }
      return line
    } catch {
      let isOfServer = error.kind == .unavailable
      state.withLock { $0.failures[isOfServer ? nil : key.role] = (error, .now + Self.pause) }
      throw error
    }
  }

  private func takeIdle(_ role: String) -> Line? {
    state.withLock { state in
      state.idle.lastIndex { $0.line.role == role }.map { state.idle.remove(at: $0).line }
    }
  }

  /// A connection that was lost goes with the idle ones, whose server has hung or ended.
  private func putBack(_ line: Line) {
    let lost = state.withLock { state in
      guard !line.connection.isLost else {
        defer { state.idle = [] }
        return state.idle
      }
      let others = state.idle.count { $0.line.role == line.role }
      if others < JobTasks.threads { state.idle.append((line, .now)) }
      return []
    }
    withExtendedLifetime(lost) {}
  }

  /// Connects as a tenant.
  ///
  /// - Throws: ``QueueError``.
  static func open(
    _ url: String, as role: String, limit: Duration
  ) throws(QueueError) -> QueueConnection {
    let (connection, session) = try QueueConnection.open(
      url, as: role, program: "scrim-http", patience: patience, silence: limit + grace)
    // An operator sees the jobs of all tenants.
    guard session.isTenant, !session.isAdmin, !session.isNode else {
      throw QueueError(
        .denied,
        "role \(role) must be a member of scrim_tenant (GRANT scrim_tenant TO \(role)), and of no other role of the "
          + "queue."
      )
    }
    try connection.run("SET statement_timeout = \(Int(limit / .milliseconds(1)))")
    return connection
  }

  /// Logs what changes.
  private func report(_ reason: String?, of key: ServiceKey) {
    let before = state.withLock { $0.reasons.updateValue(reason ?? "", forKey: key.role) }
    guard before != reason ?? "" else { return }
    if let reason {
      logger.error("queue not usable", metadata: ["key": "\(key.name)", "reason": "\(reason)"])
    } else {
      logger.notice("queue usable", metadata: ["key": "\(key.name)"])
    }
  }

  /// Closes connections that have been idle for long.
  func sweep() {
    let now = ContinuousClock.now
    let old = state.withLock { state in
      let old = state.idle.filter { now - $0.since > Self.longestIdle }
      state.idle.removeAll { now - $0.since > Self.longestIdle }
      return old
    }
    withExtendedLifetime(old) {}
  }
}
