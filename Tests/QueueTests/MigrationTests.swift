import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// A queue that schema 1 made, with values that it took, under schema 2.
@Suite struct QueueMigrationTests {
  /// Makes schema 1, as release 0.1.0 did.
  private static func old() throws -> TestQueue {
    let queue = try TestQueue(isEmpty: true)
    _ = try QueueSchema.migrate(queue.connection("postgres"), release: "0.1.0", isNew: true, to: 1)
    #expect(try queue.psql("SELECT max(number) FROM scrim.migrations") == "1")
    return queue
  }

  /// Calls scrim.submit as a tenant with SQL, and returns the job's number.
  private static func submit(
    _ queue: TestQueue, _ role: String, _ arguments: String
  ) throws -> Int {
    let text = "SELECT id FROM scrim.submit('x', '{}', \(arguments))"
    let made = try CommandRun(
      "-X", "-q", "-A", "-t", queue.url(role), "-c", text, program: "/usr/bin/psql")
    return try #require(Int(made.output.trimmingCharacters(in: .newlines)), "\(made.errors)")
  }

  @Test func jobsThatNoNodeCanRenderEndWithTheReason() throws {
    let queue = try Self.old()
    _ = try queue.psql(
      "INSERT INTO scrim.blobs (tenant, hash, bytes) VALUES ('mill', sha256('x'), 'x')")
    let place = "hashes => ARRAY[sha256('x')]"
    let places = "hashes => ARRAY[sha256('x'), sha256('x')]"
    let bad: [(String, String)] = [
      ("not_after => 'infinity'", "not_after: infinity is not in the years 1970 to 9999."),
      ("not_before => 'infinity'", "not_before: infinity is not in the years 1970 to 9999."),
      ("not_before => '-infinity'", "not_before: -infinity is not in the years 1970 to 9999."),
      (
        "places => '{submission.json/x}', \(place)",
        "places: \"submission.json/x\" is not the path of a file in a job's bundle."
      ),
      ("places => '{a/b,a}', \(places)", "places: \"a/b\" is below \"a\", which is a file."),
      (
        "options => jsonb_build_object('set', repeat('x', 2000000))",
        "options: must have at most 1048576 bytes (1 MiB); these have 2000011."
      ),
    ]
    let ids = try bad.map { try Self.submit(queue, "mill", $0.0) }
    let good = try Self.submit(queue, "shop", "not_after => '9999-12-31 23:59:59+00'")
    // One of them is leased, as far as a node of that release gets.
    _ = try queue.psql(
      """
      UPDATE scrim.jobs SET state = 'l', token = 7, node = 'n', lease_until = now() + interval '1 hour'
      WHERE id = \(ids[3])
      """)
    _ = try QueueSchema.migrate(queue.connection("postgres"), release: "2", isNew: false)

    let mill = try queue.client("mill")
    for (id, (_, reason)) in zip(ids, bad) {
      let details = try #require(try mill.job(id))
      #expect(details.job.state == .failed)
      #expect(try queue.command("mill", "wait", "\(id)").errors == "job \(id) (x): \(reason)\n")
    }
    // They stay so; times are not part of what is tried again.
    for (id, (_, reason)) in zip(ids, bad) where !reason.contains("1970") {
      let again = #expect(throws: QueueError.self) { try mill.retry([id]) }
      #expect(again?.message == reason && again?.kind == .refused)
    }
    var node = try queue.node()
    #expect(try node.claim(8).map(\.id) == [good])
  }

  @Test func aNodeOfTheReleaseBeforeWorksOnIt() throws {
    let queue = try TestQueue()
    let (id, _) = try queue.client().submit(QueueSubmission(name: "x", document: []))
    // Its statements, where this release has others.
    let claimed = try queue.psql(
      """
      SET SESSION AUTHORIZATION node1;
      UPDATE scrim.jobs SET state = 'l', attempt = attempt + 1, token = nextval('scrim.tokens'), node = 'old',
        lease_until = now() + interval '1 min'
      WHERE state = 'w' RETURNING id, (extract(epoch FROM not_after) * 1000)::bigint
      """)
    #expect(claimed == "\(id)|")
    #expect(
      try queue.psql(
        """
        SET SESSION AUTHORIZATION node1;
        INSERT INTO scrim.nodes AS n (name, release, environment) VALUES ('old', '0.1.0', '')
        ON CONFLICT (name) DO UPDATE SET seen = now() RETURNING name;
        UPDATE scrim.jobs SET lease_until = now() + interval '1 min' WHERE state = 'l' AND node = 'old' RETURNING id;
        SELECT scrim.make_partitions(8);
        """) == "old\n\(id)")
  }

  /// Otherwise all nodes would wait behind the migration.
  @Test func aTransactionOfATenantEndsTheMigrationAndNotTheQueue() throws {
    let queue = try Self.old()
    let shop = try queue.connection("shop")
    try shop.run("BEGIN; SELECT scrim.submit('x', '{}')")
    let error = #expect(throws: QueueError.self) {
      try QueueSchema.migrate(queue.connection("postgres"), release: "2", isNew: false)
    }
    #expect(error?.kind == .locked)
    #expect(error?.message.contains("another session's transaction holds") == true)
    try shop.run("COMMIT")
    #expect(
      try QueueSchema.migrate(queue.connection("postgres"), release: "2", isNew: false) == [2])
  }
}

/// What one tenant stores is no matter of the others.
@Suite struct TenantValueTests {
  @Test(arguments: [
    ("not_before => 'infinity'", "not_before: infinity is not in the years 1970 to 9999."),
    ("not_after => '-infinity'", "not_after: -infinity is not in the years 1970 to 9999."),
    (
      "places => '{a/b,a-b,a}', hashes => '{x,x,x}'",
      "places: \"a/b\" is below \"a\", which is a file."
    ),
    (
      "places => '{job.json}', hashes => '{x}'",
      "places: \"job.json\" is not the path of a file in a job's bundle."
    ),
    (
      "places => '{job.json/x}', hashes => '{x}'",
      "places: \"job.json/x\" is not the path of a file in a job's bundle."
    ),
    (
      "places => '{a/../b}', hashes => '{x}'",
      "places: \"a/../b\" is not the path of a file in a job's bundle."
    ),
    (
      "places => ARRAY[repeat('x', 256)], hashes => '{x}'",
      "places: \"\(String(repeating: "x", count: 200))\" is not the path of a file in a job's bundle."
    ),
    (
      "places => ARRAY(SELECT n::text FROM generate_series(1, 4161) n), hashes => array_fill(''::bytea, ARRAY[4161])",
      "places: a job has at most 4160 files; this one has 4161."
    ),
    (
      "options => jsonb_build_object('set', repeat('x', 1048567))",
      "options: must have at most 1048576 bytes (1 MiB); these have 1048578."
    ),
    ("options => '[]'", "options: must be an object; these are of type array."),
    (
      "environment => repeat('x', 201)",
      "environment: must have at most 200 bytes; this one has 201."
    ),
  ])
  func valuesThatNoNodeCanTakeAreRefused(_ arguments: String, _ message: String) throws {
    let queue = try TestQueue()
    let error = #expect(throws: QueueError.self) {
      try queue.connection("shop").run("SELECT scrim.submit('x', '', \(arguments))")
    }
    #expect(error?.message == message)
    #expect(error?.kind == .refused)
    #expect(try queue.psql("SELECT count(*) FROM scrim.jobs") == "0")
  }

  @Test(arguments: [
    "UPDATE scrim.jobs SET not_after = 'infinity'",
    "UPDATE scrim.jobs SET not_before = '-infinity'",
    "INSERT INTO scrim.job_files SELECT id, 'job.json/x', 'shop', sha256('x') FROM scrim.jobs",
  ])
  func tablesRefuseThemToo(_ statement: String) throws {
    let queue = try TestQueue()
    _ = try queue.client().submit(QueueSubmission(name: "x", document: []))
    let error = #expect(throws: QueueServer.Failed.self) { try queue.psql(statement) }
    #expect(error?.description.contains("violates check constraint") == true)
  }

  /// Whatever a row has, it is that row's.
  @Test func oneRowsValuesNeitherStopClaimsNorLists() throws {
    let queue = try TestQueue()
    let (bad, _) = try queue.client("mill").submit(QueueSubmission(name: "bad", document: []))
    let (ended, _) = try queue.client("mill").submit(QueueSubmission(name: "ended", document: []))
    let (good, _) = try queue.client("shop").submit(QueueSubmission(name: "good", document: []))
    _ = try queue.client("mill").cancel([ended])
    _ = try queue.psql(
      """
      ALTER TABLE scrim.jobs DROP CONSTRAINT jobs_not_after, DROP CONSTRAINT jobs_not_before;
      UPDATE scrim.jobs SET not_after = 'infinity', not_before = '-infinity' WHERE id = \(bad);
      UPDATE scrim.finished SET report = '{"errors": [{"message": "\\u0000"}]}' WHERE id = \(ended)
      """)
    let listed = try queue.client("anna").jobs(in: QueueState.allCases)
    #expect(listed.map(\.id) == [good, ended, bad])
    #expect(try queue.client("anna").job(bad)?.notAfter == nil)
    #expect(try queue.client("anna").status(isAdmin: true).counts.count == 2)
    var node = try queue.node()
    #expect(try Set(node.claim(8).map(\.id)) == [bad, good])
  }

  /// Values that make a claim's statement fail are of one tenant, which is passed over.
  @Test func aTenantWhoseClaimFailsIsPassedOver() throws {
    let queue = try TestQueue()
    _ = try queue.client("mill").submit(QueueSubmission(name: "bad", document: []))
    let (good, _) = try queue.client("shop").submit(QueueSubmission(name: "good", document: []))
    _ = try queue.psql(
      """
      CREATE FUNCTION scrim.spoil() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE 'spoiled' USING ERRCODE = '0A000'; END $$;
      CREATE TRIGGER spoil BEFORE UPDATE ON scrim.jobs FOR EACH ROW WHEN (OLD.tenant = 'mill') EXECUTE FUNCTION scrim.spoil();
      """)
    let node = try NodeProgram(url: queue.url("node1"))
    #expect(
      try isTrue(within: 20) { try queue.client("anna").jobs(in: [.leased]).map(\.id) == [good] })
    #expect(node.logs("a tenant's jobs cannot be leased reason=spoiled tenant=mill"))
    #expect(!node.log.contains("cannot be reached"))
    #expect(node.stop() == 0)
  }
}
