import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// What can be wrong between a program and the queue's server: each has a clear error, and nothing is lost.
@Suite struct ServerErrorTests {
  @Test func aWrongURLEndsTheCommandAndTheNode() throws {
    let queue = try TestQueue()
    for (url, message) in [
      (queue.server.url("node1", "nothing"), "database \"nothing\" does not exist"),
      (queue.server.url("nobody", queue.database), "role \"nobody\" does not exist"),
      ("port=abc", "invalid integer value \"abc\" for connection option \"port\""),
    ] {
      let failed = try TestQueue.command(url: url, ["jobs"])
      #expect(failed.status == 74)
      #expect(failed.errors.hasPrefix("scrim: ") && failed.errors.contains(message))
      let node = try NodeProgram(url: url)
      #expect(node.ownExitStatus == 78)
      #expect(node.log.hasPrefix("scrim-node: ") && node.log.contains(message), "\(node.log)")
    }
  }

  @Test func aNodeWaitsForAServerThatIsAway() throws {
    let url = "postgresql://node1@127.0.0.1:\(try freePort())/scrim"
    let failed = try TestQueue.command(url: url, ["jobs"])
    #expect(failed.status == 74)
    #expect(failed.errors.contains("Connection refused"))
    let node = try NodeProgram(url: url)
    #expect(node.logs("the queue cannot be reached"))
    #expect(node.log.contains("Connection refused"))
    #expect(node.stop() == 0)
  }

  @Test func withoutASchemaOfThisReleaseBothEnd() throws {
    let queue = try TestQueue(isEmpty: true)
    func expect(_ message: String) throws {
      let failed = try queue.command("shop", "jobs")
      #expect(failed.status == 74)
      #expect(failed.errors == "scrim: \(message)\n")
      let node = try NodeProgram(url: queue.url("node1"))
      #expect(node.ownExitStatus == 78)
      #expect(node.log == "scrim-node: \(message)\n")
    }
    try expect("database \(queue.database) has no queue: scrim-queue init makes it.")
    let current = QueueSchema.current
    _ = try queue.command("postgres", "init")
    _ = try queue.psql(
      "UPDATE scrim.migrations SET number = \(current + 2) WHERE number = \(current)")
    try expect(
      "the queue's schema has number \(current + 2), which is newer than this release knows (\(current)): "
        + "install the release of the queue.")
    guard current > 1 else { return }
    _ = try queue.psql("DELETE FROM scrim.migrations WHERE number > \(current - 1)")
    try expect(
      "the queue's schema has number \(current - 1); this release needs \(current): run scrim-queue migrate."
    )
  }

  @Test func withoutRightsBothEnd() throws {
    let queue = try TestQueue()
    let guest = try queue.command("guest", "submit", "README.md")
    #expect(guest.status != 0)
    for role in ["shop", "anna"] {
      let node = try NodeProgram(url: queue.url(role))
      #expect(node.ownExitStatus == 78)
      #expect(
        node.log
          == "scrim-node: role \(role) has no right to render jobs: it must be a member of scrim_node "
          + "(GRANT scrim_node TO \(role)).\n")
    }
    let empty = try TestQueue(isEmpty: true)
    let refused = try empty.command("guest", "init")
    #expect(refused.status == 74)
    #expect(
      refused.errors
        == "scrim: permission denied for database \(empty.database): scrim-queue init needs a role that may create "
        + "schemas and roles, such as postgres.\n")
  }

  @Test func aSecondNodeOfTheNameNamesTheHolder() throws {
    let queue = try TestQueue()
    let first = try queue.node("n1")
    #expect(try first.reserveName() == nil)
    let node = try NodeProgram(url: queue.url("node2"))
    withExtendedLifetime(first.connection) {
      #expect(node.logs("another connection, of role node1, has the name n1: set node.name."))
    }
    #expect(node.stop() == 0)
  }

  @Test func withoutAConnectionLeftANodeWaitsForOne() throws {
    let queue = try TestQueue(server: QueueServer(settings: ["max_connections=9"]))
    let (id, _) = try queue.client().submit(QueueSubmission(name: "x", document: []))
    // Three of the nine are the superuser's.
    let node: NodeProgram
    do {
      let crowd = try (0..<6).map { _ in try queue.connection("mill") }
      node = try withExtendedLifetime(crowd) {
        let failed = try queue.command("shop", "jobs")
        #expect(failed.status == 74)
        #expect(
          failed.errors.contains(
            "the queue's server has no connection left (max_connections, or the role's CONNECTION LIMIT): "
          ),
          "\(failed.errors)")
        let node = try NodeProgram(url: queue.url("node1"))
        #expect(node.logs("the queue cannot be reached"))
        #expect(node.log.contains("has no connection left"))
        return node
      }
    }
    #expect(node.logs("connected to the queue"))
    let anna = try queue.client("anna")
    #expect(try isTrue(within: 20) { try anna.jobs(in: [.leased]).map(\.id) == [id] })
    #expect(node.stop() == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "only root may mount a small disk"))
  func aFullDiskLosesNothing() throws {
    let server = try QueueServer(disk: "40m")
    _ = try server.psql(
      "postgres", "CREATE TABLESPACE small LOCATION '\(server.folder)/small/space'")
    let queue = try TestQueue(server: server, options: "TABLESPACE small")
    let client = try queue.client()
    let (id, _) = try client.submit(QueueSubmission(name: "before", document: []))
    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "full-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let photo = (0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    try Data(photo).write(to: folder.appending(path: "photo.jpg"))
    let job = folder.appending(path: "card.json").path()
    try Data(#"{"layers": [{"image": {"source": "photo.jpg"}}]}"#.utf8).write(
      to: URL(filePath: job))

    let filling = "\(server.small)/filling"
    #expect(try CommandRun("-c", "cat /dev/zero >\"$0\"", filling, program: "/bin/sh").status != 0)
    let refused = try queue.command("shop", "submit", job)
    #expect(refused.status == 74)
    #expect(
      refused.errors.hasPrefix(
        "scrim: the disk of the queue's server is full: could not extend file"),
      "\(refused.errors)")
    let error = #expect(throws: QueueError.self) {
      try node.put(photo, part: 0, of: 0, of: leased)
    }
    #expect(error?.kind == .exhausted)
    try FileManager.default.removeItem(atPath: filling)

    // The lease still holds.
    try node.put(photo, part: 0, of: 0, of: leased)
    let output = LeaseResult.Output(
      file: "a.png", bytes: photo.count, hash: try LeaseTests.hash(photo))
    #expect(try node.complete([LeaseTests.done(leased, [output])]) == [id])
    #expect(try queue.command("shop", "submit", job).status == 0)
    #expect(try client.jobs(in: [.waiting]).map(\.name) == ["card"])
  }

  @Test func aDamagedFileFailsItsJobWithTheReason() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let hash = try LeaseTests.hash([1, 2, 3])
    try client.put([1, 2, 3], hash: hash)
    var job = QueueSubmission(name: "card", document: Array("{}".utf8))
    job.files = [.init(place: "a.png", hash: hash)]
    let (id, _) = try client.submit(job)
    _ = try queue.psql(
      """
      ALTER TABLE scrim.blobs DROP CONSTRAINT blobs_hash_is_sha256;
      UPDATE scrim.blobs SET bytes = '\\x010204';
      UPDATE scrim.settings SET attempts = 1;
      """)
    let node = try NodeProgram(url: queue.url("node1"))
    #expect(try isTrue(within: 20) { try client.states(of: [id])[id] == .failed })
    let waited = try queue.command("shop", "wait", "\(id)")
    #expect(waited.status == 1)
    #expect(
      waited.errors
        == "job \(id) (card): failed on n1 (\"a.png\": the queue's file does not match its SHA-256).\n"
    )
    #expect(node.stop() == 0)
  }

  @Test(arguments: [
    ("name => repeat('x', 256)", "name: must have 1 to 255 bytes; this one has 256."),
    ("name => NULL", "name: must have 1 to 255 bytes; this one has 0."),
    (
      "document => NULL",
      "document: must have at most 4194304 bytes (4 MiB); this one has no value."
    ),
    (
      "document => convert_to(repeat('secret ', 600000), 'UTF8')",
      "document: must have at most 4194304 bytes (4 MiB); this one has 4200000."
    ),
    ("priority => 101::smallint", "priority: 101 is outside -100…100."),
    ("key => ''", "key: must have 1 to 200 bytes; this one has 0."),
    ("places => '{a}'", "places and hashes must have the same length; they have 1 and 0."),
  ])
  func valuesThatAreNotAllowedAreNamed(_ argument: String, _ message: String) throws {
    let queue = try TestQueue()
    var arguments = ["name => 'x'", "document => ''"]
    arguments.removeAll { $0.hasPrefix(argument.prefix { $0 != " " }) }
    let error = #expect(throws: QueueError.self) {
      try queue.connection("shop").run(
        "SELECT scrim.submit(\((arguments + [argument]).joined(separator: ", ")))")
    }
    #expect(error?.message == message)
    #expect(error?.kind == .refused)
  }
}
