import Foundation
import QueueTesting
import ScrimQueue
import Testing

/// Tenant B tries everything with A's jobs.
@Suite struct RightsTests {
  @Test func aTenantSeesAndChangesOnlyItsOwnJobs() throws {
    let queue = try TestQueue()
    let (shop, mill) = (try queue.client("shop"), try queue.client("mill"))
    let photo: [UInt8] = [1, 2, 3, 4]
    let hash = try LeaseTests.hash(photo)
    try shop.put(photo, hash: hash)
    var job = QueueSubmission(name: "secret", document: Array("{\"a\": \"hidden\"}".utf8))
    job.files = [.init(place: "a.png", hash: hash)]
    job.key = "order"
    let waiting = try shop.submit(job).id
    job.key = nil
    let second = try shop.submit(job).id
    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    try node.put([9, 9], part: 0, of: 0, of: leased)
    let output = LeaseResult.Output(file: "a.png", bytes: 2, hash: try LeaseTests.hash([9, 9]))
    #expect(try node.complete([LeaseTests.done(leased, [output])]) == [leased.id])

    #expect(try mill.jobs(in: QueueState.allCases).isEmpty)
    for id in [waiting, second] {
      #expect(try mill.job(id) == nil)
      #expect(try mill.outputs(of: id).isEmpty)
      #expect(try mill.cancel([id]).isEmpty)
      #expect(try mill.retry([id]).isEmpty)
      #expect(try mill.setPriority([id], 5).isEmpty)
    }
    #expect(try mill.states(of: [waiting, second]).isEmpty)
    #expect(try mill.job(withKey: "order") == nil)
    #expect(try mill.status(isAdmin: false).counts.isEmpty)
    // Knowing the hash of a file gives nobody the file.
    #expect(try mill.missing([hash]) == [hash])
    #expect(throws: QueueError.self) { try mill.submit(job) }
    // Neither reading chunks nor anything that nodes do.
    let found = try #require(try shop.outputs(of: leased.id).first)
    #expect(throws: QueueError.self) { try mill.read(found, of: leased.id) { _ in } }
    var intruder = QueueLeases(mill.connection, node: "mill")
    #expect(throws: QueueError.self) { try intruder.complete([LeaseTests.done(leased, [output])]) }
    _ = try mill.submit(QueueSubmission(name: "own", document: []))
    #expect(throws: QueueError.self) { try intruder.claim(1) }
    // The jobs are as before.
    #expect(Set(try shop.states(of: [waiting, second]).values) == [.waiting, .done])
  }

  @Test(arguments: [
    "INSERT INTO scrim.jobs (tenant, name, state, document) VALUES ('shop', 'x', 'w', '')",
    "UPDATE scrim.jobs SET priority = 9", "DELETE FROM scrim.jobs",
    "INSERT INTO scrim.finished (day, id, tenant, name, state) VALUES (now(), 1, 'shop', 'x', 'd')",
    "SELECT bytes FROM scrim.blobs", "SELECT * FROM scrim.nodes", "DELETE FROM scrim.blobs",
    "SELECT scrim.drop_partitions()", "UPDATE scrim.settings SET keep_days = 1",
    "SET ROLE scrim_node",
    "SET SESSION AUTHORIZATION shop", "ALTER TABLE scrim.jobs DISABLE ROW LEVEL SECURITY",
    "INSERT INTO scrim.batches (tenant, name, parts) VALUES ('shop', 'x', 1)",
    "SELECT scrim.add_job(1, 'x', '', '{}', '{}', 0::smallint, NULL, NULL, '', '{}', NULL, NULL)",
    "SELECT scrim.jobs_of('{1}')", "SELECT scrim.visible('{1}')", "SELECT scrim.reader()",
    "SELECT nextval('scrim.tokens')", "CREATE TABLE scrim.x ()",
  ])
  func aTenantHasOnlyTheFunctions(_ statement: String) throws {
    let queue = try TestQueue()
    let error = #expect(throws: QueueError.self) { try queue.connection("mill").run(statement) }
    #expect(error?.kind == .denied)
  }

  @Test(arguments: [
    "batches", "jobs", "finished", "results", "chunks", "events", "job_files", "submissions",
    "deliveries",
    "undelivered",
  ])
  func eachTableWithATenantHasPolicies(_ table: String) throws {
    let queue = try TestQueue()
    #expect(
      try queue.psql("SELECT relrowsecurity FROM pg_class WHERE oid = 'scrim.\(table)'::regclass")
        == "t")
    // A partition has no grant of its own: the way around the policies is closed.
    let partitions = try queue.psql(
      "SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'scrim.\(table)'::regclass LIMIT 1"
    )
    guard !partitions.isEmpty else { return }
    let error = #expect(throws: QueueError.self) {
      try queue.connection("mill").run("SELECT * FROM \(partitions)")
    }
    #expect(error?.kind == .denied)
  }

  @Test func aGuestCanNothing() throws {
    let queue = try TestQueue()
    let error = #expect(throws: QueueError.self) {
      try QueueConnection.open(queue.url("guest"), program: "test")
    }
    #expect(error?.kind == .denied)
  }
}
