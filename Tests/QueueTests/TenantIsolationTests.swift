import Foundation
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
      let result = try run(
        "/usr/bin/psql",
        ["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", queue.url("mill"), "-c", text])
      return (result.output.trimmingCharacters(in: .newlines), result.errors)
    }
  }

  @Test func noTableShowsARow() throws {
    let secrets = try Secrets()
    for (table, columns) in [
      ("jobs", "*"), ("finished", "*"), ("results", "*"), ("chunks", "*"), ("events", "*"),
      ("job_files", "*"), ("submissions", "*"), ("blobs", "tenant, hash, used"),
    ] {
      #expect(try secrets.queue.psql("SELECT count(*) > 0 FROM scrim.\(table)") == "t", "\(table)")
      for prefix in ["", "SET ROLE scrim_tenant; "] {
        let read = try secrets.mill(prefix + "SELECT \(columns) FROM scrim.\(table)")
        #expect(read == ("", ""), "\(table)")
      }
      let copied = try secrets.mill("COPY (SELECT \(columns) FROM scrim.\(table)) TO STDOUT")
      #expect(copied == ("", ""), "\(table)")
      // Asked to leave the policies out, the server refuses.
      let bare = try secrets.mill("SET row_security = off; SELECT \(columns) FROM scrim.\(table)")
      #expect(
        bare.errors.contains("query would be affected by row-level security policy"), "\(table)")
      // Nor do the planner's statistics.
      #expect(
        try secrets.mill("SELECT most_common_vals FROM pg_stats WHERE tablename = '\(table)'")
          .output
          .isEmpty)
    }
  }

  /// Conditions run after the policies: what they raise or print would tell of rows.
  @Test func noConditionSeesARow() throws {
    let secrets = try Secrets()
    for condition in [
      "1 / (id - \(secrets.ids[2])) > 0", "name::integer > 0", "pg_temp.leak(name)",
      "pg_temp.leak(encode(document, 'escape'))",
    ] {
      let asked = try secrets.mill(
        """
        CREATE FUNCTION pg_temp.leak(text) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS
          $$ BEGIN RAISE 'leaked: %', $1; END $$;
        SELECT count(*) FROM scrim.jobs WHERE \(condition)
        """)
      #expect(asked == ("0", ""), "\(condition)")
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
    #expect(waited.errors == "scrim: job \(secrets.ids[2]) is not in the queue.\n")
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
      let failed = try run(
        "/usr/bin/psql", ["-X", "-v", "ON_ERROR_STOP=1", queue.url("shop"), "-c", statement])
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
