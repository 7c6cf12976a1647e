/// Who a connection is on the server, and what it finds there.
package struct QueueSession: Sendable, Hashable {
  package let role: String
  package let database: String
  /// As in 150018 for 15.18.
  package let serverVersion: Int
  /// The server process, as it says itself.
  let process: Int
  /// Whether it is a standby, which can only be read.
  package let isStandby: Bool
  /// The number of the schema; 0 if there is none.
  package let schema: Int
  package let isTenant: Bool
  package let isNode: Bool
  package let isAdmin: Bool

  /// - Throws: ``QueueError``.
  package init(of connection: QueueConnection) throws(QueueError) {
    guard let rows = try connection.runOnce(.session) else {
      throw QueueError(.unavailable, "the queue does not answer.")
    }
    role = rows.text(0, 0)
    database = rows.text(0, 1)
    serverVersion = rows.integer(0, 2)
    process = rows.integer(0, 3)
    isStandby = rows.boolean(0, 4)
    isTenant = rows.boolean(0, 6)
    isNode = rows.boolean(0, 7)
    isAdmin = rows.boolean(0, 8)
    schema = rows.boolean(0, 5) ? try connection.runOnce(.version)?.integer(0, 0) ?? 0 : 0
  }
}

extension QueueConnection {
  /// Connects, and checks that server, schema and pooling are what the queue needs.
  ///
  /// - Parameters:
  ///   - url: As libpq takes it.
  ///   - role: The login role, in place of the URL's.
  ///   - program: The program's name.
  ///   - patience: How long the network may carry nothing.
  ///   - silence: How long the server may leave a statement without an answer; `nil` for any time.
  /// - Returns: The connection and its session.
  /// - Throws: ``QueueError``.
  package static func open(
    _ url: String, as role: String? = nil, program: String, patience: Duration = patience,
    silence: Duration? = nil
  ) throws(QueueError) -> (QueueConnection, QueueSession) {
    let (connection, session) = try connect(
      url, as: role, program: program, patience: patience, silence: silence)
    try QueueSchema.check(session)
    return (connection, session)
  }

  /// Connects as a node, which must learn that it has lost the server while its leases still hold: it waits for the
  /// network for a third of a lease, at most 20 s.
  ///
  /// - Parameters:
  ///   - url: As libpq takes it.
  ///   - program: The program's name.
  ///   - lease: How long the node's leases last without being renewed.
  /// - Returns: The connection.
  /// - Throws: ``QueueError``; denied if the role is not a node's.
  package static func openNode(
    _ url: String, program: String, lease: Duration
  ) throws(QueueError) -> QueueConnection {
    let (connection, session) = try open(
      url, program: program, patience: min(lease / 3, .seconds(20)))
    guard session.isNode else {
      throw QueueError(
        .denied,
        "role \(session.role) has no right to render jobs: it must be a member of scrim_node "
          + "(GRANT scrim_node TO \(session.role)).")
    }
    // A node's statements are written for plans without their parameters' values: planning a claim anew takes as long
    // as half of its work. The estimate for parts of batches would have a claim compiled, for a second.
    // Nor does a node wait for what a tenant's transaction has locked: it asks again.
    try connection.run(
      "SET plan_cache_mode = force_generic_plan; SET jit = off; SET lock_timeout = '2s'")
    return connection
  }

  /// Connects, and checks pooling only: there may be no schema yet.
  ///
  /// - Throws: ``QueueError``.
  package static func connect(
    _ url: String, as role: String? = nil, program: String, patience: Duration = patience,
    silence: Duration? = nil
  ) throws(QueueError) -> (QueueConnection, QueueSession) {
    let connection = try QueueConnection(
      url, as: role, program: program, patience: patience, silence: silence)
    let session = try QueueSession(of: connection)
    try connection.checkPooling(url, as: role, program: program, session)
    // A transaction that its client forgot holds a snapshot, and with it dead rows of the queue.
    try connection.run("SET idle_in_transaction_session_timeout = '60s'")
    try connection.keepAlive(NetworkTimeouts(patience))
    return (connection, session)
  }

  /// Refuses a pooler that gives each transaction another server process: prepared statements, notifications and
  /// advisory locks belong to one process.
  ///
  /// A pooler answers the handshake itself, so that the process which it names is not the server's. Then a second
  /// connection tells: while this one is idle, a pooler of sessions gives the second a process of its own, one of
  /// transactions the same, or gives this one another afterwards.
  ///
  /// - Throws: ``QueueError`` configuration.
  func checkPooling(
    _ url: String, as role: String?, program: String, _ session: QueueSession
  ) throws(QueueError) {
    guard handshakeProcess != session.process else { return }
    do throws(QueueError) {
      let second = try QueueConnection(url, as: role, program: program)
      // Between the questions other clients may take the process: more than once.
      for _ in 0..<3 {
        // No answer: all sessions of a pooler of sessions are in use, by this one, too.
        guard
          let other = try second.runOnce(.process, patience: Self.poolerPatience)?.integer(0, 0),
          let own = try runOnce(.process)?.integer(0, 0)
        else { return }
        guard own == session.process, other != own else { throw Self.poolsTransactions }
      }
    } catch  where error.kind == .unavailable || error.kind == .exhausted {
      // No second session at the same time: a pooler of one session.
      return
    }
  }

  private static let poolerPatience = Duration.seconds(3)

  private static let poolsTransactions = QueueError(
    .configuration,
    "a pooler between here and the queue's server gives each transaction another process "
      + "(pool_mode = transaction): connect to the server itself, or set pool_mode = session.")
}
