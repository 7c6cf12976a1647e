import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// Batches of rows in the queue: each row gives its images once, and is reported.
@Suite(.serialized) struct QueueBatchTests {
  /// A template with its data.
  private struct Cards {
    let folder: URL

    init(rows: Int, wrong: Set<Int> = []) throws {
      folder = URL(filePath: "/var/tmp").appending(path: "queue-batch-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try write(
        "card.json",
        #"""
        {"scrim": 1, "inputs": {"name": {"type": "string"}, "tint": {"type": "color", "default": "red"}},
         "canvas": {"width": 12, "height": 8}, "layers": [{"fill": {"$eval": "tint"}}],
         "output": {"file": "${name}.png"}}
        """#)
      try write(
        "people.csv",
        "name,tint\n"
          + (1...rows).map { "n\($0),\(wrong.contains($0) ? "bluish" : "blue")\n" }.joined())
    }

    func write(_ name: String, _ text: String) throws {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }

    func path(_ name: String) -> String { folder.appending(path: name).path() }

    func names(_ name: String) -> [String] {
      ((try? FileManager.default.contentsOfDirectory(atPath: path(name))) ?? []).sorted()
    }

    /// The rows of a rows file with a status.
    func rows(_ name: String, _ status: String) throws -> [Int] {
      try String(contentsOfFile: path(name), encoding: .utf8).split(separator: "\n").compactMap {
        line in
        guard line.contains("\"status\":\"\(status)\"") else { return nil }
        return Int(line.dropFirst(#"{"row":"#.count).prefix { $0 != "," })
      }
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }
  }

  @Test func aBatchGivesItsImagesAndItsRowsFile() throws {
    let queue = try TestQueue()
    let cards = try Cards(rows: 130, wrong: [17])
    defer { cards.remove() }
    let node = try NodeProgram(url: queue.url("node1"))
    try node.startDaemon()
    let submit = [cards.path("card.json"), "--data", cards.path("people.csv"), "--timeout", "90"]
    let run = try queue.command(
      "shop", ["submit"] + submit + ["--key", "k", "-o", cards.path("out/")])
    #expect(run.status == 65, "\(run) \(node.log)")
    #expect(
      run.errors.contains(
        #/card\.json:2:[0-9]+ \(data\.csv:18, row 17, column "tint"\): layers\[0\]\.fill: /#),
      "\(run.errors)")
    #expect(run.errors.contains("129 rendered, 1 failed, 0 skipped\n"), "\(run.errors)")
    let images = (1...130).filter { $0 != 17 }.map { "n\($0).png" }
    #expect(cards.names("out") == (images + ["card.rows.jsonl"]).sorted())
    #expect(run.output.split(separator: "\n").count == 130)
    #expect(try cards.rows("out/card.rows.jsonl", "failed") == [17])
    #expect(try cards.rows("out/card.rows.jsonl", "done").count == 129)

    let id = try queue.psql("SELECT id FROM scrim.finished")
    let waited = try queue.command("shop", "wait", id)
    #expect(waited.status == 1)
    #expect(waited.errors.hasPrefix("job \(id) (card):2:"), "\(waited.errors)")
    #expect(waited.errors.contains("129 rendered, 1 failed, 0 skipped\n"))
    let shown = try queue.command("shop", "show", id).output
    #expect(shown.contains("rows       129 done, 1 failed, 0 skipped\n"), "\(shown)")
    #expect(try queue.command("shop", "fetch", id, "-o", cards.path("again/")).status == 0)
    #expect(cards.names("again") == cards.names("out"))
    try FileManager.default.createDirectory(
      atPath: cards.path("delivered"), withIntermediateDirectories: true)
    #expect(try queue.command("shop", "deliver", "--once", cards.path("delivered")).status == 0)
    #expect(
      cards.names("delivered").filter { !$0.hasPrefix(".") }
        == (images + ["card.rows.jsonl", "card.result.json"]).sorted())
    #expect(
      try queue.command("mill", "fetch", id).errors == "scrim: no job \(id).\n")
    // The node keeps nothing.
    #expect(isTrue(within: 20) { node.spoolNames("done").isEmpty })

    // The row that failed, with a template that takes any color.
    try cards.write(
      "card.json",
      #"""
      {"scrim": 1, "inputs": {"name": {"type": "string"}, "tint": {"type": "string"}},
       "canvas": {"width": 12, "height": 8}, "layers": [{"fill": "blue"}],
       "output": {"file": "${name}.png"}}
      """#)
    let retried = try queue.command(
      "shop",
      ["submit"] + submit + [
        "--retry-failed", cards.path("out/card.rows.jsonl"), "-o", cards.path("retried/"),
      ])
    #expect(retried.status == 0, "\(retried)")
    #expect(cards.names("retried") == ["card.rows.jsonl", "n17.png"])
    #expect(try cards.rows("retried/card.rows.jsonl", "done") == [17])

    // A single job of a template.
    let one = try queue.command(
      "shop", "submit", cards.path("card.json"), "--set", "name=one", "--set", "tint=red",
      "--timeout", "60", "-o", cards.path("one/"))
    #expect(one.status == 0, "\(one)")
    #expect(cards.names("one") == ["one.png"])
    #expect(node.stop() == 0)
  }

  @Test func eachRowComesOnceThoughTheDaemonIsKilled() throws {
    let queue = try TestQueue()
    let cards = try Cards(rows: 1500)
    defer { cards.remove() }
    let node = try NodeProgram(url: queue.url("node1"))
    try node.startDaemon()
    let id = try queue.command(
      "shop", "submit", cards.path("card.json"), "--data", cards.path("people.csv"), "--split", "2"
    ).output.trimmingCharacters(in: .newlines)
    #expect(isTrue(within: 60) { !node.spoolNames("batches").isEmpty }, "\(node.log)")
    for _ in 0..<4 {
      usleep(UInt32.random(in: 50_000...400_000))
      node.killDaemon()
      try node.startDaemon()
    }
    let waited = try queue.command("shop", "wait", id, "--timeout", "120")
    #expect(waited.status == 0, "\(waited) \(node.log)")
    #expect(waited.errors == "1500 rendered, 0 failed, 0 skipped\n")
    #expect(try queue.command("shop", "fetch", id, "-o", cards.path("out/")).status == 0)
    #expect(cards.names("out").count == 1501)
    #expect(try cards.rows("out/card.rows.jsonl", "done") == Array(1...1500))
    #expect(node.stop() == 0)
  }

  @Test func wrongOptionsAreErrorsAndNothingIsSubmitted() throws {
    let queue = try TestQueue()
    let cards = try Cards(rows: 5)
    defer { cards.remove() }
    try cards.write("plain.json", "{}")
    let (card, data) = (cards.path("card.json"), cards.path("people.csv"))
    for (arguments, status, message) in [
      (["--rows", "1-2"], 64, "--rows 1-2 needs --data."),
      (["--strict"], 64, "--strict needs --data."),
      (["--on-error", "stop"], 64, "--on-error needs --data."),
      (["--retry-failed", data], 64, "--retry-failed needs --data."),
      (["--data", data, "--rows", "0"], 64, "--rows 0: expected numbers from 1, as in 1-20,37."),
      (
        ["--data", data, "--rows", "1", "--retry-failed", data], 64,
        "--rows and --retry-failed exclude each other."
      ),
      (["--split", "2"], 64, "--split 2 needs --data."),
      (["--data", data, "--split", "0"], 64, "--split 0 is not in 1…1000."),
      (["--data", data, "--split", "1001"], 64, "--split 1001 is not in 1…1000."),
      (
        ["--data", data, "--split", "two"], 64, "The value 'two' is invalid for '--split <number>'"
      ),
      (
        ["--data", data, "--split", "6"], 65,
        "--split 6: \(data) has 5 wanted rows, and each part needs one."
      ),
      (
        ["--data", data, "--rows", "2-9", "--split", "2"], 65,
        "\(data): row 9 is wanted, but the data has 5 rows."
      ),
      (["--set", "name"], 64, "--set name: expected INPUT=VALUE, as in --set name=Ada."),
      (
        ["--data", data, "--splt", "4"], 64,
        "--data, --set, --rows and --strict are for one template; given: \"/"
      ),
      (["--data", data, "--splt", "4"], 64, "\", \"4\".\n"),
      (["--data", cards.path("no.csv")], 66, "no.csv cannot be read: No such file or directory."),
      (["--data", card + "x"], 65, "its name must end in .csv, .jsonl, .ndjson or .json."),
    ] as [([String], Int32, String)] {
      let run = try queue.command("shop", ["submit", card] + arguments)
      #expect(run.status == status, "\(arguments): \(run)")
      #expect(run.errors.contains(message), "\(arguments): \(run.errors)")
    }
    let plain = try queue.command(
      "shop", "submit", cards.path("plain.json"), "--data", data)
    #expect(plain.status == 65)
    #expect(plain.errors.contains("plain.json is not a template: it has no \"inputs\""))
    #expect(try queue.psql("SELECT count(*) FROM scrim.jobs") == "0")
  }

  /// A lease that is lost ends the local batch; another node's result counts.
  @Test func aBatchOfALostLeaseIsDeleted() throws {
    let queue = try TestQueue()
    let cards = try Cards(rows: 20000)
    defer { cards.remove() }
    let node = try NodeProgram(url: queue.url("node1"))
    try node.startDaemon()
    let id = try queue.command(
      "shop", "submit", cards.path("card.json"), "--data", cards.path("people.csv")
    ).output.trimmingCharacters(in: .newlines)
    #expect(isTrue(within: 60) { !node.spoolNames("batches").isEmpty }, "\(node.log)")
    #expect(try queue.command("shop", "cancel", id).output == "\(id)  cancelled\n")
    #expect(
      isTrue(within: 60) {
        node.spoolNames("batches").isEmpty && node.spoolNames("done").isEmpty
      }, "\(node.log)")
    #expect(
      try queue.command("shop", "wait", id).errors == "job \(id) (card): cancelled by shop.\n")
    #expect(node.stop() == 0)
  }

  private static func split(_ parts: Int, key: String? = nil) -> QueueSubmission {
    var job = QueueSubmission(name: "card", document: Array("{}".utf8))
    job.parts = (1...parts).map { "{\"rows\": \"\($0)\", \"partOf\": \"1-\(parts)\"}" }
    job.key = key
    return job
  }

  @Test func aClaimTakesOnePartOfABatchAndOtherJobs() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let (batch, isNew) = try client.submit(Self.split(5, key: "k"))
    #expect(isNew)
    #expect(try client.submit(Self.split(5, key: "k")) == (batch, false))
    #expect(throws: QueueError.self) { try client.submit(Self.split(4, key: "k")) }
    let (job, _) = try client.submit(QueueSubmission(name: "one", document: []))
    let parts = try #require(try client.parts(ofBatches: [batch, job])[batch]).sorted()
    #expect(parts.count == 5)
    var (first, second) = (try queue.node("n1"), try queue.node("n2"))
    let claimed = try first.claim(8)
    #expect(Set(claimed.map(\.id)) == [parts[0], job])
    #expect(claimed.count { $0.isPart } == 1)
    #expect(try first.claim(8).isEmpty)
    #expect(try second.claim(8).map(\.id) == [parts[1]])
    // The part of a node that crashed is another's, which has none.
    _ = try queue.psql("UPDATE scrim.jobs SET lease_until = now() WHERE node = 'n1'")
    #expect(try queue.maintenance().advance().reclaimed == 2)
    #expect(try first.claim(8).map(\.id).sorted() == [parts[0], job])
    let part = try #require(claimed.first { $0.isPart })
    #expect(try first.renew([(part.id, part.token)]) == LeaseChange())
    // A part that failed here does not keep the others from this node.
    var third = try queue.node("n3")
    let failed = try #require(try third.claim(1).first)
    #expect(failed.id == parts[2])
    try queue.maintenance().seen(node: "n4", release: "", environment: "")
    #expect(
      try third.fail(id: failed.id, token: failed.token, reason: "crashed.").changed == [failed.id])
    _ = try queue.psql("UPDATE scrim.jobs SET state = 'w' WHERE id = \(failed.id)")
    #expect(try third.claim(8).map(\.id) == [parts[3]])
    var fourth = try queue.node("n4")
    #expect(try fourth.claim(8).map(\.id) == [parts[2]])
  }

  @Test func aBatchInPartsIsOneForAllCommands() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let (id, _) = try client.submit(Self.split(3))
    func jobs(_ role: String, _ arguments: String...) throws -> String {
      try queue.command(role, ["jobs"] + arguments).output
    }
    #expect(try jobs("shop").hasPrefix("\(id)  card  shop  waiting  0  0  -  "))
    #expect(try jobs("shop").hasSuffix("  0 of 3 parts have ended\n"))
    #expect(try jobs("shop", "--json").contains("\"parts\":3"))
    #expect(try queue.command("shop", "priority", "\(id)", "9").output == "\(id)  waiting\n")
    #expect(try jobs("shop").contains("  waiting  +9  0  "))
    var node = try queue.node()
    let part = try #require(try node.claim(8).first)
    #expect(part.priority == 9)
    #expect(try jobs("shop").contains("  leased  +9  1  "))
    let rows = #"{"row":1,"status":"done"}"# + "\n"
    try node.put(Array(rows.utf8), part: 0, of: 0, of: part)
    try node.put([1], part: 0, of: 1, of: part)
    let report =
      #"{"status": "done", "job": "card", "rows": {"total": 1, "done": 1, "failed": 0, "skipped": 0}, "errors": []}"#
    func done(_ part: LeasedJob, _ outputs: [LeaseResult.Output]) -> LeaseResult {
      LeaseResult(id: part.id, token: part.token, isDone: true, report: report, outputs: outputs)
    }
    let outputs = [
      LeaseResult.Output(
        file: "card.rows.jsonl", bytes: rows.utf8.count, hash: try LeaseTests.hash(Array(rows.utf8))
      ),
      LeaseResult.Output(file: "1.png", bytes: 1, hash: try LeaseTests.hash([1])),
    ]
    #expect(try node.complete([done(part, outputs)]) == [part.id])
    #expect(try jobs("shop").hasSuffix("  1 of 3 parts have ended\n"))
    let shown = try queue.command("shop", "show", "\(id)").output
    #expect(shown.contains("state      waiting\n") && shown.contains("\(part.id) done (node1)\n"))
    let early = try queue.command("shop", "fetch", "\(id)")
    #expect(early.errors == "scrim: job \(id) has no images: it is waiting.\n")

    // Nothing of it for another tenant.
    #expect(try jobs("mill", "--state", "all").isEmpty)
    for command in ["show", "fetch", "cancel", "retry", "wait"] {
      let other = try queue.command("mill", command, "\(id)")
      let none = try queue.command("mill", command, "999999")
      #expect(other.status == none.status && other.output.isEmpty)
      #expect(other.errors.replacingOccurrences(of: "\(id)", with: "999999") == none.errors)
    }
    #expect(try queue.client("mill").batch(id) == nil)
    #expect(try queue.client("mill").parts(ofBatches: [id]).isEmpty)

    let folder = URL(filePath: "/var/tmp").appending(path: "parts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let deliver = ["deliver", "--once", folder.path()]
    #expect(try queue.command("shop", deliver).output.isEmpty)
    #expect(try queue.command("shop", "cancel", "\(id)").output == "\(id)  cancelled\n")
    #expect(try jobs("shop").isEmpty)
    #expect(try jobs("shop", "--state", "cancelled").hasSuffix("  cancelled by shop.\n"))
    let waited = try queue.command("shop", "wait", "\(id)")
    #expect(waited.status == 1)
    #expect(waited.errors.hasPrefix("job \(id) (card): cancelled by shop.\n"))
    #expect(waited.errors.hasSuffix("1 rendered, 0 failed, 0 skipped\n"))
    #expect(try queue.command("shop", deliver).output == "\(folder.path())/card.failed.json\n")
    let fetched = try queue.command("shop", "fetch", "\(id)", "-o", folder.path() + "/got/")
    #expect(fetched.status == 0)
    #expect(
      fetched.errors
        == "job \(id): 2 of 3 parts are not done: their rows are not in card.rows.jsonl. "
        + "scrim-queue retry \(id) renders them.\n")
    #expect(try queue.command("shop", "retry", "\(id)").output == "\(id)  waiting\n")
    for name in ["n1", "n2"] {
      var node = try queue.node(name)
      let part = try #require(try node.claim(8).first)
      try node.put(Array(rows.utf8), part: 0, of: 0, of: part)
      #expect(try node.complete([done(part, [outputs[0]])]) == [part.id])
    }
    #expect(
      try queue.command("shop", "wait", "\(id)").errors == "3 rendered, 0 failed, 0 skipped\n")
    let delivered = try queue.command("shop", deliver).output.split(separator: "\n")
    #expect(
      delivered.map { $0.dropFirst(folder.path().utf8.count + 1) } == [
        "1.png", "card.rows.jsonl", "card.result.json",
      ])
    #expect(
      try String(contentsOf: folder.appending(path: "card.rows.jsonl"), encoding: .utf8)
        == rows + rows + rows)
    let text = try queue.command("shop", "show", "--report", "\(id)").output
    #expect(text.contains(#""rows":{"total":3,"done":3,"failed":0,"skipped":0}"#), "\(text)")
    // With the last of its parts the batch is forgotten.
    _ = try queue.psql("DELETE FROM scrim.finished")
    _ = try queue.maintenance().tidy()
    #expect(try queue.psql("SELECT count(*) FROM scrim.batches") == "0")
  }

  /// All or nothing: a file that is missing, a part that cannot be.
  @Test func aBatchIsSubmittedWholeOrNotAtAll() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    var job = Self.split(3)
    job.files = [.init(place: "data.csv", hash: try LeaseTests.hash([1]))]
    let missing = #expect(throws: QueueError.self) { try client.submit(job) }
    #expect(missing?.kind == .missingBlob)
    let many = #expect(throws: QueueError.self) { try client.submit(Self.split(1001)) }
    #expect(many?.message == "options: a batch has 1 to 1000 parts; this one has 1001.")
    for table in ["jobs", "batches", "job_files", "submissions"] {
      #expect(try queue.psql("SELECT count(*) FROM scrim.\(table)") == "0")
    }
  }

  /// Rows 41 and 141 have the name of row 1, which is in another part: they fail, and the others are rendered once.
  @Test func theNodesShareTheParts() throws {
    let queue = try TestQueue()
    let cards = try Cards(rows: 160, wrong: [17, 150])
    defer { cards.remove() }
    try cards.write(
      "card.json",
      #"""
      {"scrim": 1, "inputs": {"name": {"type": "string"}, "tint": {"type": "color"}},
       "canvas": {"width": 1600, "height": 1600}, "layers": [{"fill": {"$eval": "tint"}}],
       "output": {"file": "${name}.png"}}
      """#)
    let names = (1...160).map { $0 == 41 || $0 == 141 ? "n1" : "n\($0)" }
    try cards.write(
      "people.csv",
      "name,tint\n"
        + names.enumerated().map { "\($1),\([16, 149].contains($0) ? "bluish" : "blue")\n" }
        .joined())
    let nodes = try ["node1", "node2"].map { role in
      let node = try NodeProgram(url: queue.url(role), name: role)
      try node.startDaemon()
      return node
    }
    #expect(
      try isTrue(within: 60) { try queue.psql("SELECT count(*) FROM scrim.nodes") == "2" })
    let run = try queue.command(
      "shop", "submit", cards.path("card.json"), "--data", cards.path("people.csv"), "--split", "4",
      "--timeout", "120", "-o", cards.path("out/"))
    #expect(run.status == 65, "\(run) \(nodes.map(\.log))")
    #expect(run.errors.contains("156 rendered, 4 failed, 0 skipped\n"), "\(run.errors)")
    #expect(run.errors.contains("row 150, column \"tint\"): layers[0].fill: "))
    #expect(run.errors.contains("an output has the same name as one of row 1:"), "\(run.errors)")
    let images = (1...160).filter { ![17, 41, 141, 150].contains($0) }.map { "n\($0).png" }
    #expect(cards.names("out") == (images + ["card.rows.jsonl"]).sorted())
    // In the order of their rows.
    let done = try cards.rows("out/card.rows.jsonl", "done")
    #expect(done == (1...160).filter { ![17, 41, 141, 150].contains($0) })
    #expect(try cards.rows("out/card.rows.jsonl", "failed") == [17, 41, 141, 150])
    let shares = try queue.psql(
      "SELECT string_agg(n || ' ' || c, ', ' ORDER BY n) FROM (SELECT node n, count(*) c FROM scrim.finished GROUP BY node) x"
    )
    #expect(try queue.psql("SELECT count(DISTINCT node) FROM scrim.finished") == "2", "\(shares)")
    for node in nodes { #expect(node.stop() == 0) }
  }
}
