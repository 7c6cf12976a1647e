/// The queue's schema: numbered migrations, each in a transaction of its own.
package enum QueueSchema {
  private static let migrations: [[UInt8]] = [
    PackageResources.migration_0001_sql, PackageResources.migration_0002_sql,
  ]

  /// The number of this release's schema.
  package static var current: Int { migrations.count }

  /// PostgreSQL 15: MERGE and security of views are not needed, but what is tested counts.
  private static let oldestServer = 150_000

  /// An advisory lock, so that two migrations run one after the other: "scrim" in ASCII.
  private static let lock = 0x73_6372_696D

  /// Makes the roles and the schema, or the migrations that are missing.
  ///
  /// - Parameters:
  ///   - connection: Of a role that may create schemas and roles.
  ///   - release: The program's release, for the record.
  ///   - isNew: Whether there may be no schema yet.
  ///   - last: The last migration; tests make older schemas.
  /// - Returns: The numbers of the migrations that were applied.
  /// - Throws: ``QueueError``.
  package static func migrate(
    _ connection: QueueConnection, release: String, isNew: Bool, to last: Int = current
  ) throws -> [Int] {
    try checkServer(QueueSession(of: connection))
    try connection.run("SELECT pg_advisory_lock(\(lock))")
    defer { try? connection.run("SELECT pg_advisory_unlock(\(lock))") }
    let session = try QueueSession(of: connection)
    guard isNew || session.schema > 0 else {
      throw QueueError(
        .schema, "database \(session.database) has no queue: scrim-queue init makes it.")
    }
    guard session.schema <= current else { throw tooNew(session) }
    var applied: [Int] = []
    for (index, script) in migrations.prefix(last).enumerated().dropFirst(session.schema) {
      try connection.transaction {
        if index == 0 { try connection.run(QueueStatement.roles.text) }
        try connection.run(String(decoding: script, as: UTF8.self))
        _ = try connection.run(.migrated, .integer(index + 1), .text(release))
      }
      applied.append(index + 1)
    }
    return applied
  }

  /// Whether this program can work with what a session found: the schema of its own release, or of the one after it,
  /// whose migrations only add.
  ///
  /// - Throws: ``QueueError`` schema or configuration.
  static func check(_ session: QueueSession) throws(QueueError) {
    try checkServer(session)
    guard session.schema > 0 else {
      throw QueueError(
        .schema, "database \(session.database) has no queue: scrim-queue init makes it.")
    }
    guard session.schema >= current else {
      throw QueueError(
        .schema,
        "the queue's schema has number \(session.schema); this release needs \(current): "
          + "run scrim-queue migrate.")
    }
    guard session.schema <= current + 1 else { throw tooNew(session) }
  }

  private static func checkServer(_ session: QueueSession) throws(QueueError) {
    guard session.serverVersion >= oldestServer else {
      throw QueueError(
        .configuration,
        "the queue needs PostgreSQL 15 or later; this server is \(session.serverVersion / 10_000).")
    }
    guard !session.isStandby else {
      throw QueueError(
        .configuration,
        "the server is a standby, which can only be read: connect to the primary "
          + "(target_session_attrs=read-write in the URL finds it).")
    }
  }

  private static func tooNew(_ session: QueueSession) -> QueueError {
    QueueError(
      .schema,
      "the queue's schema has number \(session.schema), which is newer than this release knows "
        + "(\(current)): install the release of the queue.")
  }
}
