import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// What a tenant's transaction has locked is waited for by nobody else.
@Suite struct TenantLockTests {
  private static func submit(_ queue: TestQueue, _ role: String) throws -> Int {
    try queue.client(role).submit(QueueSubmission(name: role, document: Array("{}".utf8))).id
  }

  @Test func aLockedJobHoldsUpNoStatementOfANode() throws {
    let queue = try TestQueue()
    let mills = try (0..<3).map { _ in try Self.submit(queue, "mill") }
    let shops = try (0..<3).map { _ in try Self.submit(queue, "shop") }
    var node = try queue.node()
    let jobs = try node.claim(6)
    let leases = jobs.map { ($0.id, $0.token) }
    let ends = "SELECT id, lease_until FROM scrim.jobs WHERE tenant = 'mill' ORDER BY id"
    let before = try queue.psql(ends)
    // A statement that waited would end this test by its time-out, and not by a wrong answer.
    try node.connection.run("SET statement_timeout = '20s'")
    let tenant = try queue.connection("mill")
    try tenant.run("BEGIN; SELECT scrim.cancel('{\(mills[0]),\(mills[1]),\(mills[2])}')")
    let renewed = try node.renew(leases)
    #expect(renewed.changed == Set(shops) && renewed.locked == Set(mills))
    #expect(try queue.psql(ends) == before)
    #expect(try Set(node.resume().map(\.id)) == Set(mills + shops))
    let done = try node.end(
      jobs.filter { $0.id != shops[1] && $0.id != shops[2] }.map {
        LeaseTests.done($0)
      })
    #expect(done.changed == [shops[0]] && done.locked == Set(mills))
    let locked = try #require(jobs.first { $0.id == mills[0] })
    #expect(try node.fail(id: locked.id, token: locked.token, reason: "x").locked == [locked.id])
    try node.release(jobs.filter { $0.id != shops[1] }.map { ($0.id, $0.token) })
    #expect(try queue.psql("SELECT id FROM scrim.jobs WHERE state = 'w'") == "\(shops[2])")
    _ = try queue.psql("UPDATE scrim.settings SET keep_days = 7")
    #expect(try queue.maintenance().advance().reclaimed == 0)
    try tenant.run("ROLLBACK")
    // The lease is as it was.
    #expect(try node.end([LeaseTests.done(locked)]).changed == [locked.id])
  }

  /// The audit's attack: the other tenant's job keeps its lease, and its one attempt.
  @Test func aTenantsTransactionTakesNoLeaseOfAnothers() throws {
    let queue = try TestQueue()
    let ids = [try Self.submit(queue, "mill"), try Self.submit(queue, "shop")]
    let node = try NodeProgram(url: queue.url("node1"))
    #expect(
      try isTrue(within: 20) {
        try queue.client("anna").jobs(in: [.leased]).map(\.id) == ids.reversed()
      })
    let tenant = try queue.connection("mill")
    try tenant.run("BEGIN; SELECT scrim.cancel('{\(ids[0])}')")
    // Until the locked job's lease is long over, and the other's was renewed meanwhile.
    let over = """
      SELECT (SELECT lease_until < now() - interval '5 s' FROM scrim.jobs WHERE id = \(ids[0]))
        AND (SELECT lease_until > now() FROM scrim.jobs WHERE id = \(ids[1]))
      """
    #expect(try isTrue(within: 60) { try queue.psql(over) == "t" })
    #expect(
      try queue.psql("SELECT attempt, token, failures FROM scrim.jobs WHERE id = \(ids[1])")
        == "1|\(try queue.psql("SELECT min(token) + 1 FROM scrim.jobs"))|[]")
    #expect(try queue.psql("SELECT count(*) FROM scrim.events WHERE tenant = 'shop'") == "0")
    #expect(!node.log.contains("tenant=shop"))
    #expect(!node.log.contains("cannot be reached"))
    try tenant.run("ROLLBACK")
    // Nor is the locked one's place taken for longer than its lease: another node gets it.
    #expect(try isTrue(within: 30) { try queue.client("anna").job(ids[0])?.job.attempt == 2 })
    #expect(node.stop() == 0)
  }

  /// A delivery of the tenant's may have locked what the end of one of its parts adds to.
  @Test func aLockedDeliveryKeepsOthersFromNoResult() throws {
    let queue = try TestQueue()
    let mill = try queue.client("mill")
    var batch = QueueSubmission(name: "b", document: Array("{}".utf8))
    batch.parts = [#"{"rows": "1"}"#, #"{"rows": "2"}"#]
    let number = try mill.submit(batch).id
    let folder = "aaaaaaaaaaaaaaaa"
    try mill.connection.run("SELECT scrim.start_delivery('\(folder)', 'x')")
    _ = try queue.connection("mill").run("SELECT scrim.undelivered('\(folder)', 1)")
    let connection = try QueueConnection.openNode(
      queue.url("node1"), program: "test", lease: .seconds(60))
    var node = QueueLeases(connection, node: "n")
    let first = try #require(try node.claim(1).first)
    #expect(try node.complete([LeaseTests.done(first)]) == [first.id])
    let second = try #require(try node.claim(1).first)
    #expect(second.isPart)
    let tenant = try queue.connection("mill")
    try tenant.run("BEGIN; SELECT scrim.delivered('\(folder)', '{\(number)}')")
    let error = #expect(throws: QueueError.self) { try node.end([LeaseTests.done(second)]) }
    #expect(error?.kind == .locked)
    #expect(!connection.isLost)
    try tenant.run("COMMIT")
    #expect(try node.complete([LeaseTests.done(second)]) == [second.id])
  }

  /// A transaction that has read a table keeps it from being dropped, but nobody from reading on.
  @Test func partitionsThatAreReadAreLeftToTheNextHour() throws {
    let queue = try TestQueue()
    _ = try queue.psql(
      "CREATE TABLE scrim.finished_20200101 PARTITION OF scrim.finished FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')"
    )
    let tenant = try queue.connection("mill")
    try tenant.run("BEGIN; SELECT * FROM scrim.list('{}', '{d}', NULL, 0, 9)")
    let maintenance = try queue.maintenance()
    #expect(try maintenance.tidy().partitions == 0)
    // New ones are made meanwhile.
    _ = try queue.psql("SELECT scrim.make_partitions(9)")
    let tables = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'scrim.finished'::regclass"
    #expect(try queue.psql(tables) == "12")
    try tenant.run("COMMIT")
    #expect(try maintenance.tidy().partitions == 1)
    // Those have what the table has.
    #expect(
      try queue.psql(
        """
        SELECT count(DISTINCT (SELECT string_agg(a.attname || a.attnotnull, ',' ORDER BY a.attname) FROM pg_attribute a
            WHERE a.attrelid = i.inhrelid AND a.attnum > 0)),
          count(DISTINCT (SELECT count(*) FROM pg_index x WHERE x.indrelid = i.inhrelid AND x.indisvalid))
        FROM pg_inherits i WHERE i.inhparent = 'scrim.finished'::regclass
        """) == "1|1")
  }

  @Test func leasesThatANodeLosesTogetherAreItsDoing() throws {
    let queue = try TestQueue()
    let ids = try ["mill", "shop", "shop"].map { try Self.submit(queue, $0) }
    let maintenance = try queue.maintenance()
    func lose(_ count: Int, _ name: String) throws {
      var node = try queue.node(name, lease: .milliseconds(1))
      #expect(try node.claim(count).count == count)
      #expect(
        try isTrue(within: 20) {
          try queue.psql("SELECT count(*) FROM scrim.jobs WHERE lease_until < now()") == "\(count)"
        })
      #expect(try maintenance.advance().reclaimed == count)
    }
    try lose(3, "n1")
    _ = try queue.client("mill").cancel([ids[0]])
    _ = try queue.client("shop").cancel([ids[2]])
    try lose(1, "n2")
    #expect(
      try queue.psql(
        "SELECT jsonb_path_query_array(failures, '$[*].together'), failures #> '{1,lost}' FROM scrim.jobs"
      )
        == "[true]|true")
    // They count a tenth.
    _ = try queue.psql("UPDATE scrim.settings SET lost_leases = 2")
    #expect(try maintenance.advance().givenUp == 0)
    try lose(1, "n3")
    #expect(try queue.client().job(ids[1])?.job.state == .failed)
    let report = try queue.client().job(ids[1])?.report
    #expect(report?.contains("failed on n1 (the lease ran out), n2 (the lease ran out)") == true)
  }
}
