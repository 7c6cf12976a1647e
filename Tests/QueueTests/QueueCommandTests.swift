import Foundation
import ProgramTesting
import QueueTesting
import ScrimJSON
import ScrimQueue
import Testing

/// The program itself, as a tenant and an operator use it.
@Suite struct QueueCommandTests {
  private static func folder() throws -> URL {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "queue-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test func aJobGoesInAndItsImageComesOut() throws {
    let queue = try TestQueue()
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let job = folder.appending(path: "card.json").path()
    try Data([1, 2, 3]).write(to: folder.appending(path: "photo.jpg"))
    try Data(
      #"{"canvas": {"width": 8, "height": 8}, "layers": [{"image": {"source": "photo.jpg"}}]}"#.utf8
    )
    .write(to: URL(filePath: job))
    let submitted = try queue.command("shop", "submit", "--key", "order-1", "--priority", "7", job)
    #expect(submitted.status == 0 && submitted.errors.isEmpty)
    let id = submitted.output.trimmingCharacters(in: .newlines)
    let again = try queue.command("shop", "submit", "--key", "order-1", job)
    #expect(again.output == submitted.output)
    let listed = try queue.command("shop", "jobs")
    #expect(listed.output.hasPrefix("\(id)  card  shop  waiting  +7  0  -  "))
    #expect(try queue.command("mill", "jobs").output.isEmpty)
    let early = try queue.command("shop", "fetch", id)
    #expect(early.status == 66)
    #expect(early.errors == "scrim: job \(id) has no images: it is waiting.\n")

    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    #expect(leased.files.map(\.place) == ["photo.jpg"])
    var photo: [UInt8] = []
    try node.read(try #require(leased.files.first), of: "shop") { photo += $0 }
    #expect(photo == [1, 2, 3])
    try node.put([7, 7, 7], part: 0, of: 0, of: leased)
    let output = LeaseResult.Output(
      file: "card.png", bytes: 3, hash: try LeaseTests.hash([7, 7, 7]))
    _ = try node.complete([LeaseTests.done(leased, [output])])

    #expect(try queue.command("shop", "wait", id).status == 0)
    let path = folder.appending(path: "out.png").path()
    let fetched = try queue.command("shop", "fetch", id, "-o", path)
    #expect(fetched.output == path + "\n" && fetched.errors.isEmpty)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([7, 7, 7]))
    let shown = try queue.command("shop", "show", "--key", "order-1").output
    #expect(shown.contains("state      done\n"))
    #expect(shown.contains("output     card.png (3 bytes)\n"))
    let other = try queue.command("mill", "fetch", id)
    #expect(other.errors == "scrim: no job \(id).\n")
  }

  @Test func jobsWaitForANodeWithTheirEnvironment() throws {
    let queue = try TestQueue()
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let digest = "sha256:" + String(repeating: "a", count: 64)
    let job = folder.appending(path: "card.json").path()
    try Data("{\"environment\": \"\(digest)\", \"layers\": []}".utf8).write(to: URL(filePath: job))
    let id = try queue.command("shop", "submit", job).output.trimmingCharacters(in: .newlines)
    try queue.maintenance().seen(node: "node1", release: "0.1.0", environment: "sha256:b")
    var other = try queue.node(environment: "sha256:b")
    #expect(try other.claim(1).isEmpty)
    let waits = "waits for    a node with this environment: none has it\n"
    #expect(try queue.command("shop", "show", id).output.contains(waits))
    let note = "shop: 1 waiting, oldest [0-9] s: no node has their environment, \(digest)\\.\n"
    for role in ["shop", "anna"] {
      let status = try queue.command(role, "status")
      #expect(try status.errors.contains(Regex(note)), "\(status.errors)")
    }
    try queue.maintenance().seen(node: "node2", release: "0.1.0", environment: digest)
    #expect(try !queue.command("shop", "show", id).output.contains("waits for"))
    #expect(try queue.command("anna", "status").errors.isEmpty)
    #expect(try queue.command("anna", "status").output.contains("0.1.0  \(digest)\n"))
    var right = try queue.node("node2", environment: digest)
    #expect(try right.claim(1).map(\.id) == [Int(id)])
  }

  @Test(arguments: [
    ["--queue", "URL", "submit", "card.json"], ["--queue=URL", "submit", "card.json"],
    ["submit", "--queue", "URL", "card.json"], ["submit", "card.json", "--queue=URL"],
  ])
  func scrimBecomesScrimQueue(_ arguments: [String]) throws {
    let queue = try TestQueue()
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let job = folder.appending(path: "card.json").path()
    try Data("{}".utf8).write(to: URL(filePath: job))
    let all = arguments.map {
      $0.replacingOccurrences(of: "URL", with: queue.url("shop"))
        .replacingOccurrences(of: "card.json", with: job)
    }
    let submitted = try CommandRun(all)
    #expect(submitted.status == 0 && submitted.errors.isEmpty, "\(submitted)")
    #expect(try queue.psql("SELECT id FROM scrim.jobs") + "\n" == submitted.output)
  }

  @Test func theCommandItselfLinksNoDatabase() throws {
    let programs = CommandRun.programs
    func libraries(of name: String) throws -> String {
      try CommandRun(programs.appending(path: name).path(), program: "/usr/bin/ldd").output
    }
    #expect(try libraries(of: "scrim-queue").contains("libpq.so"))
    #expect(try !libraries(of: "scrim").contains("libpq.so"))
    // Without scrim-queue beside it.
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["scrim", "libScrimJSON.so"] {
      try FileManager.default.copyItem(
        at: programs.appending(path: name), to: folder.appending(path: name))
    }
    let alone = try CommandRun("jobs", "--queue", "x", programs: folder)
    #expect(alone.status == 66)
    #expect(
      alone.errors
        == "scrim: --queue needs the program scrim-queue beside this one: \(folder.path())/scrim-queue: no such file.\n"
    )
  }

  @Test func jobsThatFailAreExplainedAndCanBeTriedAgain() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let (id, _) = try client.submit(QueueSubmission(name: "card", document: []))
    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    let report =
      #"{"status": "failed", "errors": [{"code": "x", "message": "layers[0]: unknown effect \"blurr\"."}]}"#
    _ = try node.complete([LeaseResult(id: id, token: leased.token, isDone: false, report: report)])
    let waited = try queue.command("shop", "wait", "\(id)")
    #expect(waited.status == 1)
    #expect(waited.errors == "job \(id) (card): layers[0]: unknown effect \"blurr\".\n")
    let listed = try queue.command("shop", "jobs", "--state", "failed").output
    #expect(listed.contains("layers[0]: unknown effect \"blurr\"."))
    let json = try queue.command("shop", "jobs", "--state", "failed", "--json").output
    #expect(json.contains("\"state\":\"failed\""))
    #expect(try queue.command("shop", "show", "--report", "\(id)").output == report + "\n")
    #expect(try queue.command("shop", "retry", "\(id)").output == "\(id)  waiting\n")
    let refused = try queue.command("shop", "retry", "\(id)")
    #expect(refused.status == 74)
    #expect(
      refused.errors
        == "scrim: job \(id) is waiting: retry requires a job that is failed or cancelled or expired.\n"
    )
    #expect(try queue.command("shop", "priority", "\(id)", "5").output == "\(id)  waiting\n")
    #expect(try queue.command("anna", "cancel", "\(id)").output == "\(id)  cancelled\n")
    #expect(
      try queue.command("shop", "wait", "\(id)").errors == "job \(id) (card): cancelled by anna.\n")
    // The newest first; a list is continued after its last job.
    let (late, _) = try client.submit(QueueSubmission(name: "late", document: []))
    func ids(_ arguments: String...) throws -> [String] {
      try queue.command("shop", ["jobs", "--state", "all"] + arguments).output
        .split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    }
    #expect(try ids() == ["\(late)", "\(id)"])
    #expect(try ids("--most", "1") == ["\(late)"])
    #expect(try ids("--after", "\(late)") == ["\(id)"])
    let timedOut = try queue.command("shop", "wait", "\(late)", "--timeout", "0.2")
    #expect(timedOut.status == 124)
  }

  /// The commands about jobs have one declaration: only the option that says where the jobs are differs.
  @Test(arguments: ["jobs", "show", "wait", "fetch", "cancel", "retry", "priority"])
  func theCommandsHaveTheOptionsOfScrims(_ command: String) throws {
    func options(_ program: String) throws -> [String] {
      let help = try CommandRun(command, "--help", program: program).output
      return help.matches(of: /(?m)^  (-[^ ]+(, -[^ ]+)?( <[a-z]+>)?)/).map { String($0.1) }
        .filter { !$0.hasPrefix("--queue") && !$0.hasPrefix("--spool") }
    }
    let own = try options("scrim-queue")
    #expect(own.count > 1)
    #expect(try own == options("scrim"))
  }

  @Test func jobsAreSelectedByStateOwnerAndName() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let ids = try ["story-1", "card", "story-2"].map { name in
      try client.submit(QueueSubmission(name: name, document: [])).id
    }
    func names(_ role: String, _ arguments: String...) throws -> [String] {
      try queue.command(role, ["jobs", "--json"] + arguments).output.split(separator: "\n")
        .map { try JSON(parsing: Array($0.utf8))["name"]?.string ?? "" }
    }
    #expect(try names("anna", "--name", "story-*") == ["story-2", "story-1"])
    #expect(try names("anna", "--name", "story-*", "--most", "1") == ["story-2"])
    #expect(try names("anna", "--owner", "shop", "--after", "\(ids[2])") == ["card", "story-1"])
    #expect(try names("anna", "--owner", "mill").isEmpty)
    let json = try JSON(
      parsing: Array(try queue.command("shop", "show", "--json", "\(ids[1])").output.utf8))
    #expect(json["id"] == .string("\(ids[1])") && json["owner"] == "shop")
    #expect(json["state"] == "waiting" && json["attempts"] == 0 && json["errors"] == [])
    let unknown = try queue.command("shop", "jobs", "--state", "queue")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("queue is not a state of jobs with an ID."))

    let asked = try queue.command("shop", "cancel", "--all", "--name", "story-*")
    #expect(asked.status == 74)
    #expect(
      asked.errors == "scrim: nothing was changed: confirm on a terminal, or use --yes.\n")
    #expect(
      try queue.command("shop", "cancel", "--all", "--name", "story-*", "--yes").output
        == "\(ids[0])  cancelled\n\(ids[2])  cancelled\n")
    #expect(try names("shop") == ["card"])
    #expect(
      try queue.command("shop", "retry", "--all", "--name", "*-2", "--yes").output
        == "\(ids[2])  waiting\n")
    let mixed = try queue.command("shop", "cancel", "\(ids[1])", "999999", "\(ids[0])")
    #expect(mixed.status == 66)
    #expect(mixed.output == "\(ids[1])  cancelled\n")
    #expect(
      mixed.errors == """
        scrim: no job 999999.
        scrim: job \(ids[0]) is cancelled: cancel requires a job that is waiting or deferred or leased.

        """)
  }

  /// As `scrim submit` does.
  @Test func jsonIsAnObjectPerJob() throws {
    let queue = try TestQueue()
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let job = folder.appending(path: "card.json").path()
    try Data("{}".utf8).write(to: URL(filePath: job))
    let submitted = try queue.command("shop", "submit", "--json", "--key", "k", job)
    let id = try queue.psql("SELECT id FROM scrim.jobs")
    #expect(
      submitted.output
        == #"{"identifier":"\#(id)","id":null,"name":"card","state":"submitted","outputs":[],"warnings":[],"errors":[]}"#
        + "\n")
    let waiting = try queue.command(
      "shop", "submit", "--json", "--key", "k", "--timeout", "0.2", job)
    #expect(waiting.status == 124)
    #expect(waiting.output.contains(#""state":"unfinished""#), "\(waiting)")
    #expect(waiting.errors == "card: submitted as \(id)\n")
    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    try node.put([7, 7, 7], part: 0, of: 0, of: leased)
    let hash = try LeaseTests.hash([7, 7, 7])
    let output = LeaseResult.Output(file: "card.png", bytes: 3, hash: hash)
    let report =
      #"{"status": "done", "job": "card", "warnings": [{"code": "w", "message": "W."}], "errors": []}"#
    _ = try node.complete([
      LeaseResult(
        id: leased.id, token: leased.token, isDone: true, report: report, outputs: [output])
    ])
    let path = folder.appending(path: "out.png").path()
    let done = try queue.command("shop", "submit", "--json", "--key", "k", "-o", path, job)
    #expect(done.status == 0, "\(done)")
    let object = try JSON(parsing: Array(done.output.utf8))
    #expect(object["state"] == "done" && object["id"] == .string(id))
    #expect(object["warnings"]?.array?.first?["code"] == "w")
    let image = try #require(object["outputs"]?.array?.first)
    #expect(image["path"] == .string(path) && image["bytes"] == 3 && image["format"] == "png")
    #expect(image["sha256"]?.string?.count == 64)
    let refused = try queue.command("shop", "submit", "--json", "-o", "-", job)
    #expect(refused.status == 64)
  }

  @Test func errorsOfJobsAreFoundBeforeAnyIsSubmitted() throws {
    let queue = try TestQueue()
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (good, bad) = (
      folder.appending(path: "good.json").path(), folder.appending(path: "bad.json").path()
    )
    try Data("{}".utf8).write(to: URL(filePath: good))
    try Data(#"{"layers": [{"image": {"source": "none.jpg"}}]}"#.utf8).write(to: URL(filePath: bad))
    let result = try queue.command(
      "shop", "submit", good, bad, folder.appending(path: "no.json").path())
    #expect(result.status == 66)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("bad.json:1:34: layers[0].image.source: \"none.jpg\""))
    #expect(result.errors.contains("no.json: no such file."))
    #expect(try queue.psql("SELECT count(*) FROM scrim.jobs") == "0")
  }

  @Test func operatorsSetUpAndCheck() throws {
    let queue = try TestQueue(isEmpty: true)
    let none = try queue.command("shop", "jobs")
    #expect(none.status == 74)
    #expect(
      none.errors == "scrim: database \(queue.database) has no queue: scrim-queue init makes it.\n")
    let made = try queue.command("postgres", "init")
    #expect(made.output == "Database \(queue.database): applied 1, 2.\n")
    #expect(
      try queue.command("postgres", "migrate").output
        == "Database \(queue.database) has the schema of this release (number 2).\n")
    let checked = try queue.command("shop", "check")
    #expect(checked.status == 0)
    #expect(checked.output.contains("rights      tenant\n"))
    #expect(try queue.command("anna", "check").output.contains("rights      operator\n"))
    let guest = try queue.command("guest", "check")
    #expect(guest.status == 74)
    #expect(
      guest.errors.contains("the role must be a member of scrim_tenant, scrim_node or scrim_admin"))

    _ = try queue.client().submit(QueueSubmission(name: "x", document: []))
    let status = try queue.command("anna", "status")
    #expect(status.status == 1)
    #expect(status.output.hasPrefix("shop  waiting  1  oldest: "))
    #expect(status.errors == "Jobs wait, but no node was seen in the last minute.\n")
    try queue.maintenance().seen(node: "node1", release: "0.1.0", environment: "")
    let nodes = try queue.command("anna", "status").output
    #expect(nodes.contains(/node  node1  0 leased  seen [0-9] s ago  0\.1\.0/))
    #expect(try queue.command("anna", "status").status == 0)
    let wrong = try queue.command("shop", "cancel", "abc")
    #expect(wrong.status == 64)
    #expect(
      wrong.errors.contains("\"abc\" is not a job ID of the queue, which is a number such as 4711.")
    )
  }
}
