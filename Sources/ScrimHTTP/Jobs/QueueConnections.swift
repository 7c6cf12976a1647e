import Glibc
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
  // Of one thread at a time, which has taken it; that which looks for late ones uses `cut` only.
  private final class Line: @unchecked Sendable {
    let connection: QueueConnection
    let role: String
    /// A duplicate of the socket, which has this number as long as the object lives.
    private let socket: OwnedDescriptor

    init(_ connection: QueueConnection, _ role: String) throws(SystemError) {
      self.connection = connection
      self.role = role
      let number = fcntl(connection.socket, F_DUPFD_CLOEXEC, 0)
      guard number >= 0 else { throw .current("duplicate a socket") }
      socket = OwnedDescriptor(owning: number)
    }

    var isUsable: Bool { (try? connection.notifications()) != nil && !connection.isLost }

    /// Ends the statement that another thread waits for.
    func cut() { shutdown(socket.raw, Int32(SHUT_RDWR)) }
  }

  private struct State {
    /// Those in use by number, and the idle ones, each with the time since when it is.
    var used: [Int: (line: Line, since: ContinuousClock.Instant)] = [:]
    var idle: [(line: Line, since: ContinuousClock.Instant)] = []
    var count = 0
    /// Why no connection could be made, and until when none is tried, by role; of the server itself without one.
    var failures: [String?: (error: QueueError, end: ContinuousClock.Instant)] = [:]
    /// What was logged last, by role; "" if all is well.
    var reasons: [String: String] = [:]
  }

  private let url: String
  private let logger: Logger
  private let state = Mutex(State())

  /// How long the network may carry nothing.
  private static let patience = Duration.seconds(10)
  /// After a failure.
  private static let pause = Duration.seconds(5)
  private static let longestIdle = Duration.seconds(60)
  /// Beyond the time limit of statements, which a server that hangs does not keep.
  private static let longestUse = Duration.seconds(60)
  private static let settings = "SET statement_timeout = '30s'"

  init(_ url: String, _ logger: Logger) {
    self.url = url
    self.logger = logger
  }

  /// Asks the queue on behalf of a key.
  ///
  /// - Throws: ``QueueError``, or what `work` throws.
  func use<Value>(_ key: ServiceKey, _ work: (QueueClient) throws -> Value) throws -> Value {
    do {
      let line = try line(for: key)
      let number = state.withLock { state in
        state.count += 1
        state.used[state.count] = (line, .now)
        return state.count
      }
      defer {
        state.withLock { state in
          state.used[number] = nil
          let others = state.idle.count { $0.line.role == line.role }
          if !line.connection.isLost, others < JobTasks.threads { state.idle.append((line, .now)) }
        }
      }
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
    do {
      let line = try open(key.role)
      state.withLock { state in
        state.failures[key.role] = nil
        state.failures[nil] = nil
      }
      return line
    } catch let error as QueueError {
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

  private func open(_ role: String) throws -> Line {
    let (connection, session) = try QueueConnection.open(
      url, as: role, program: "scrim-http", patience: Self.patience)
    // An operator sees the jobs of all tenants.
    guard session.isTenant, !session.isAdmin, !session.isNode else {
      throw QueueError(
        .denied,
        "role \(role) must be a member of scrim_tenant (GRANT scrim_tenant TO \(role)), and of no other role of the "
          + "queue."
      )
    }
    try connection.run(Self.settings)
    return try Line(connection, role)
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

  /// Closes idle connections, and ends statements that the server does not answer.
  func sweep() {
    let now = ContinuousClock.now
    let (old, late) = state.withLock { state in
      let old = state.idle.filter { now - $0.since > Self.longestIdle }
      state.idle.removeAll { now - $0.since > Self.longestIdle }
      return (old, state.used.values.filter { now - $0.since > Self.longestUse })
    }
    for (line, _) in late { line.cut() }
    withExtendedLifetime(old) {}
  }
}
