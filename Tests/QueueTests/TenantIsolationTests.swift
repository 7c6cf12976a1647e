import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// Tenant B, who has SQL, tries to learn of A's jobs, files and images.
@Suite struct TenantIsolationTests {
  /// Tenant A's: a waiting job with a file, a done one with an image, a cancelled one with its event.
  private struct Secrets {
    let queue: TestQueue
    let ids: [Int]
    let fileHash: [UInt8]
    let imageHash: [UInt8]

    init() throws {
      queue = try TestQueue()
      let client = try queue.client("shop")
      fileHash = try LeaseTests.hash([1, 2, 3])
      imageHash = try LeaseTests.hash([9, 9])
      try client.put([1, 2, 3], hash: fileHash)
      var job = QueueSubmission(name: "secret", document: Array("{\"a\": \"hidden\"}".utf8))
      job.files = [.init(place: "a.png", hash: fileHash)]
      var ids: [Int] = []
      for key in ["one", "two", "three"] {
        job.key = key
        ids.append(try client.submit(job).id)
      }
      self.ids = ids
      var node = try queue.node()
      let leased = try #require(try node.claim(1).first)
      try node.put([9, 9], part: 0, of: 0, of: leased)
      let output = LeaseResult.Output(file: "a.png", bytes: 2, hash: imageHash)
      #expect(try node.complete([LeaseTests.done(leased, [output])]) == [ids[0]])
      #expect(try client.cancel([ids[1]]) == [ids[1]])
      _ = try queue.psql("ANALYZE")
    }

    /// What psql prints for tenant B; `nil` for an error, whose text is appended to `errors`.
    func mill(_ text: String) throws -> (output: String, errors: String) {
      let result = try CommandRun(
        "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", queue.url("mill"), "-c", text,
        program: "/usr/bin/psql")
      return (result.output.trimmingCharacters(in: .newlines), result.errors)
    }
  }

  /// Not even a plan that the server makes of a statement, which would tell how many rows it leaves out.
  @Test(arguments: [
    "jobs", "finished", "results", "chunks", "events", "job_files", "submissions", "blobs",
    "batches",
    "batch_states", "deliveries", "undelivered", "nodes", "settings",
  ])
  func noTableCanBeRead(_ table: String) throws {
    let secrets = try Secrets()
    let denied = "permission denied for \(table == "batch_states" ? "view" : "table") \(table)"
    let policy = "query would be affected by row-level security policy"
    for (setting, error) in [
      ("", denied), ("SET ROLE scrim_tenant; ", denied), ("SET row_security = off; ", policy),
    ] {
      for statement in [
        "SELECT count(*) FROM scrim.\(table)", "EXPLAIN SELECT FROM scrim.\(table)",
        "COPY scrim.\(table) TO STDOUT",
      ] {
        let read = try secrets.mill(setting + statement)
        #expect(read.output.isEmpty)
        // Before policies are asked for, or after.
        #expect(read.errors.contains(error) || read.errors.contains(denied), "\(read.errors)")
      }
    }
    // Nor do the planner's statistics tell.
    let statistics = "SELECT most_common_vals FROM pg_stats WHERE tablename = '\(table)'"
    #expect(try secrets.mill(statistics) == ("", ""))
  }

  /// Conditions run after the function has left out what is not the tenant's: what they raise would tell of rows.
  @Test func noConditionSeesARow() throws {
    let secrets = try Secrets()
    for condition in [
      "1 / (id - \(secrets.ids[2])) > 0", "name::integer > 0", "pg_temp.leak(name)",
    ] {
      let asked = try secrets.mill(
        """
        CREATE FUNCTION pg_temp.leak(text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS
          $$ BEGIN RAISE 'leaked: %', $1; END $$;
        SELECT count(*) FROM scrim.list('{w,d,l}', '{d,f,c,x}', NULL, 0, 1000) WHERE \(condition)
        """)
      #expect(asked == ("0", ""), "\(condition)")
    }
  }

  /// The pages and rows that a function reads are the same for another tenant's job as for none.
  @Test(arguments: [
    "show(ID)", "show_batch(ID)", "parts(ID)", "part_ids(ARRAY[ID]::bigint[])",
    "states(ARRAY[ID]::bigint[])", "outputs(ID)", "chunk(ID, 1, 0, 0)",
    "cancel(ARRAY[ID]::bigint[])", "retry(ARRAY[ID]::bigint[])",
    "set_priority(ARRAY[ID]::bigint[], 5::smallint)",
  ])
  func noCounterTellsOfAJob(_ call: String) throws {
    let secrets = try Secrets()
    let batch = try secrets.queue.psql(
      """
      WITH b AS (INSERT INTO scrim.batches (tenant, name, parts) VALUES ('shop', 'x', 1) RETURNING id)
      SELECT id FROM b
      """)
    let none = try secrets.queue.psql("SELECT nextval('scrim.job_ids')")
    _ = try secrets.queue.client("mill").submit(QueueSubmission(name: "own", document: []))
    _ = try secrets.queue.psql("VACUUM ANALYZE scrim.jobs, scrim.finished, scrim.batches")
    // Few rows are read whole. Of many the index is read, as here.
    let setting = "SET enable_seqscan = off; "
    func counters(_ id: String) throws -> [String] {
      let statement = "SELECT * FROM scrim.\(call.replacing("ID", with: id))"
      let warm =
        "DO $$ BEGIN FOR i IN 1..20 LOOP PERFORM * FROM scrim.\(call.replacing("ID", with: none)); END LOOP; END $$;"
      let plan = try secrets.mill(
        setting + warm + "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) "
          + statement)
      let rows = try secrets.mill(
        setting + statement
          + """
          ; SELECT relname, seq_scan, seq_tup_read, idx_scan, idx_tup_fetch FROM pg_stat_xact_user_tables
          WHERE schemaname = 'scrim' ORDER BY relname
          """)
      #expect(plan.errors + rows.errors == "")
      return [plan.output, rows.output]
    }
    let expected = try counters(none)
    #expect(expected[0].contains("Buffers: shared hit="))
    #expect(expected[1].contains("jobs|"))
    for id in secrets.ids.map(String.init) + [batch] {
      // Again if they differ: the server's own work may have come in between. What tells differs each time.
      let isEqual = try (0..<3).contains { _ in try counters(id) == counters(none) }
      #expect(isEqual, "not as for no job: \(expected)")
    }
  }

  @Test func noFunctionTellsOfAJob() throws {
    let secrets = try Secrets()
    let guesses = "ARRAY(SELECT generate_series(1, 1000))::bigint[]"
    for call in [
      "cancel(\(guesses))", "retry(\(guesses))", "set_priority(\(guesses), 5::smallint)",
    ] {
      #expect(try secrets.mill("SELECT * FROM scrim.\(call)") == ("", ""), "\(call)")
    }
    // The errors for another's and for what does not exist are the same.
    let unknown = String(repeating: "ab", count: 32)
    var errors: Set<String> = []
    for hash in [hexadecimal(secrets.fileHash), hexadecimal(secrets.imageHash), unknown] {
      let refused = try secrets.mill(
        "SELECT scrim.submit('x', '', '{a}', ARRAY[decode('\(hash)', 'hex')])")
      errors.insert(refused.errors)
      #expect(
        try secrets.mill(
          "SELECT count(*) FROM scrim.missing_blobs(ARRAY[decode('\(hash)', 'hex')])"
        )
        .output == "1")
    }
    #expect(errors.count == 1)
    #expect(errors.first?.contains("a file of the job is not in the queue") == true)
    // A's key is free for B.
    #expect(
      try secrets.mill("SELECT is_new FROM scrim.submit('x', '', key => 'one')").output == "t")
    for command in ["show", "fetch", "cancel", "retry"] {
      let other = try secrets.queue.command("mill", command, "\(secrets.ids[0])")
      let none = try secrets.queue.command("mill", command, "999999")
      #expect(other.status == none.status && other.output == none.output)
      #expect(
        other.errors.replacingOccurrences(of: "\(secrets.ids[0])", with: "999999") == none.errors)
    }
    let waited = try secrets.queue.command("mill", "wait", "\(secrets.ids[2])")
    #expect(waited.errors == "scrim: no job \(secrets.ids[2]).\n")
    // All is as it was.
    let client = try secrets.queue.client("shop")
    #expect(
      try client.states(of: secrets.ids)
        == [secrets.ids[0]: .done, secrets.ids[1]: .cancelled, secrets.ids[2]: .waiting])
  }

  /// Asking for a file that A has takes as long as for one that no tenant has.
  @Test func timesTellOfNoFile() throws {
    let secrets = try Secrets()
    let client = try secrets.queue.client("shop")
    // As large as any: what would be read would be noticed.
    let photo = [UInt8](repeating: 7, count: 8 << 20)
    let hash = try LeaseTests.hash(photo)
    try client.put(photo, hash: hash)
    let mill = try secrets.queue.client("mill")
    let unknown = hash.map { ~$0 }
    var times: [[UInt8]: [Duration]] = [:]
    for _ in 0..<1500 {
      for asked in [hash, unknown] {
        let begin = ContinuousClock.now
        #expect(try mill.missing([asked]) == [asked])
        times[asked, default: []].append(.now - begin)
      }
    }
    let medians = [hash, unknown].map { (times[$0] ?? []).sorted()[750] }
    let ratio = medians[0] / medians[1]
    #expect((0.9...1.1).contains(ratio), "\(medians)")
  }
}

/// Documents, files and images are in no log.
@Suite struct QueueLogTests {
  @Test func logsHaveNoContents() throws {
    let queue = try TestQueue(server: QueueServer())
    let marker = "Kesselflicker"
    let hexadecimalMarker = hexadecimal(Array(marker.utf8))
    let bytes = Array(marker.utf8)
    let client = try queue.client()
    let hash = try LeaseTests.hash(bytes)
    try client.put(bytes, hash: hash)
    var job = QueueSubmission(name: "card", document: bytes)
    job.files = [.init(place: "a.png", hash: hash)]
    _ = try client.submit(job)
    // Each kind of error, by a client that sends values apart, and by one that has them in the statement.
    #expect(throws: QueueError.self) { try client.put(bytes, hash: hash.map { ~$0 }) }
    var wrong = job
    wrong.name = String(repeating: "x", count: 256)
    #expect(throws: QueueError.self) { try client.submit(wrong) }
    wrong = job
    wrong.priority = 101
    #expect(throws: QueueError.self) { try client.submit(wrong) }
    wrong = job
    wrong.files = [.init(place: "a.png", hash: hash), .init(place: "a.png", hash: hash)]
    #expect(throws: QueueError.self) { try client.submit(wrong) }
    wrong.files = [.init(place: "a.png", hash: hash.map { ~$0 })]
    #expect(throws: QueueError.self) { try client.submit(wrong) }
    for statement in [
      "SELECT scrim.put_blob('\\x00', '\(marker)')",
      "SELECT scrim.submit('x', '\(marker)', key => '')",
      "SELECT scrim.submit('x', '\(marker)', nonsense => 1)",
    ] {
      let failed = try CommandRun(
        "-X", "-v", "ON_ERROR_STOP=1", queue.url("shop"), "-c", statement,
        program: "/usr/bin/psql")
      #expect(failed.status != 0)
    }
    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    try node.put(bytes, part: 0, of: 0, of: leased)
    #expect(throws: QueueError.self) {
      try node.put(bytes + [UInt8](repeating: 0, count: 1 << 20), part: 1, of: 0, of: leased)
    }
    let output = LeaseResult.Output(file: "a.png", bytes: bytes.count, hash: hash)
    #expect(try node.complete([LeaseTests.done(leased, [output])]).count == 1)
    _ = try client.submit(job)
    let program = try NodeProgram(url: queue.url("node2"))
    #expect(try isTrue(within: 20) { try client.jobs(in: [.leased]).count == 1 })
    #expect(program.stop() == 0)

    let log = try queue.server.log
    #expect(log.contains("must have 1 to 255 bytes"))
    for text in [log, program.log] {
      let found = text.split(separator: "\n").filter {
        $0.contains(marker) || $0.contains(hexadecimalMarker)
      }
      #expect(found.isEmpty)
    }
  }
}
