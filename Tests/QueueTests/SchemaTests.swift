import Foundation
import QueueTesting
import ScrimQueue
import Testing

@Suite struct QueueSchemaTests {
  @Test func initMakesTheSchemaOnce() throws {
    let queue = try TestQueue(isEmpty: true)
    let connection = try queue.connection("postgres")
    let missing = #expect(throws: QueueError.self) {
      try QueueSchema.migrate(connection, release: "1", isNew: false)
    }
    #expect(
      missing?.message == "database \(queue.database) has no queue: scrim-queue init makes it.")
    #expect(
      try QueueSchema.migrate(connection, release: "1", isNew: true)
        == Array(1...QueueSchema.current))
    #expect(try QueueSchema.migrate(connection, release: "1", isNew: true).isEmpty)
    #expect(try QueueSchema.migrate(connection, release: "1", isNew: false).isEmpty)
    #expect(
      try queue.psql("SELECT count(*) FROM scrim.migrations WHERE release = '1'")
        == "\(QueueSchema.current)")
  }

  @Test func aMigrationThatFailsLeavesNothing() throws {
    let queue = try TestQueue(isEmpty: true)
    // The schema is somebody else's.
    _ = try queue.psql("CREATE SCHEMA scrim")
    let error = #expect(throws: QueueError.self) {
      try QueueSchema.migrate(queue.connection("postgres"), release: "1", isNew: true)
    }
    #expect(error?.message == "schema \"scrim\" already exists (SQLSTATE 42P06)")
    #expect(try queue.psql("SELECT count(*) FROM pg_tables WHERE schemaname = 'scrim'") == "0")
  }

  @Test func anotherReleasesSchemaIsRefusedOnlyIfItIsTwoAhead() throws {
    let queue = try TestQueue()
    let next = QueueSchema.current + 1
    _ = try queue.psql("INSERT INTO scrim.migrations VALUES (\(next), 'next')")
    _ = try QueueConnection.open(queue.url("shop"), program: "test")
    _ = try queue.psql("INSERT INTO scrim.migrations VALUES (\(next + 1), 'later')")
    let error = #expect(throws: QueueError.self) {
      try QueueConnection.open(queue.url("shop"), program: "test")
    }
    #expect(
      error?.message
        == "the queue's schema has number \(next + 1), which is newer than this release knows (\(next - 1)): "
        + "install the release of the queue.")
    _ = try queue.psql("DELETE FROM scrim.migrations")
    let none = #expect(throws: QueueError.self) {
      try QueueConnection.open(queue.url("shop"), program: "test")
    }
    #expect(none?.kind == .schema)
  }

  @Test func wrongAddressesAreExplained() throws {
    let queue = try TestQueue()
    let away = #expect(throws: QueueError.self) {
      try QueueConnection("postgresql://shop@127.0.0.1:1/x", program: "test")
    }
    #expect(away?.kind == .unavailable)
    #expect(away?.message.contains("Connection refused") == true)
    let database = #expect(throws: QueueError.self) {
      try QueueConnection(queue.server.url("shop", "nothing"), program: "test")
    }
    #expect(database?.kind == .configuration)
    #expect(database?.message.contains("database \"nothing\" does not exist") == true)
    let plain = #expect(throws: QueueError.self) {
      try QueueConnection(
        "postgresql://shop@127.0.0.1:\(queue.server.port)/\(queue.database)?sslmode=require",
        program: "test")
    }
    #expect(plain?.kind == .configuration)
    #expect(plain?.message.contains("server does not support SSL, but SSL was required") == true)
    #expect(throws: QueueError.self) { try QueueConnection("no URL", program: "test") }
  }

  @Test func aLostConnectionIsUnavailable() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    _ = try queue.psql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'shop'"
    )
    let error = #expect(throws: QueueError.self) { try client.job(1) }
    #expect(error?.kind == .unavailable)
    #expect(client.connection.isLost)
  }

  @Test func oldPartitionsAreDropped() throws {
    let queue = try TestQueue()
    for table in ["finished", "chunks"] {
      _ = try queue.psql(
        "CREATE TABLE scrim.\(table)_20200101 PARTITION OF scrim.\(table) FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')"
      )
    }
    let tables = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'scrim.finished'::regclass"
    #expect(try queue.psql(tables) == "10")
    #expect(try queue.maintenance().tidy().partitions == 2)
    #expect(try queue.psql(tables) == "9")
    // Today's stay.
    let (id, _) = try queue.client().submit(QueueSubmission(name: "x", document: []))
    var node = try queue.node()
    #expect(try node.complete(try node.claim(1).map { LeaseTests.done($0) }) == [id])
  }
}
