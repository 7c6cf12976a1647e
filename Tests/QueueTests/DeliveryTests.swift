import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Synchronization
import Testing

/// `scrim-queue deliver`: every result of a tenant once, whole, and only where it belongs.
@Suite struct DeliveryTests {
  private static func folder() throws -> URL {
    let folder = URL(filePath: "/var/tmp").appending(path: "deliver-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Ends a job as done with one output, or as failed without.
  @discardableResult
  private static func end(
    _ name: String, of tenant: String = "shop", in queue: TestQueue, file: String?,
    bytes: [UInt8] = [1, 2, 3]
  ) throws -> Int {
    let id = try queue.client(tenant).submit(QueueSubmission(name: name, document: [])).id
    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    try finish(leased, node, file: file, bytes: bytes)
    return id
  }

  private static func finish(
    _ leased: LeasedJob, _ node: QueueLeases, file: String?, bytes: [UInt8]
  ) throws {
    guard let file else {
      let report =
        #"{"status": "failed", "job": "x", "errors": [{"code": "e", "message": "no."}]}"#
      _ = try node.complete(
        [LeaseResult(id: leased.id, token: leased.token, isDone: false, report: report)])
      return
    }
    try node.put(bytes, part: 0, of: 0, of: leased)
    let output = LeaseResult.Output(
      file: file, bytes: bytes.count, hash: try LeaseTests.hash(bytes))
    _ = try node.complete([LeaseTests.done(leased, [output])])
  }

  private static func text(_ folder: URL, _ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  @Test func everyResultOfTheTenantIsDeliveredOnce() throws {
    let queue = try TestQueue()
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try Self.end("card", in: queue, file: "small/card.png")
    try Self.end("bad", in: queue, file: nil)
    try Self.end("other", of: "mill", in: queue, file: "other.png")
    let path = folder.path()
    let delivered = try queue.command("shop", "deliver", "--once", path)
    #expect(delivered.errors.isEmpty)
    let files = ["small/card.png", "card.result.json", "bad.failed.json"]
    #expect(delivered.output == files.map { "\(path)/\($0)\n" }.joined())
    #expect(try Data(contentsOf: folder.appending(path: "small/card.png")) == Data([1, 2, 3]))
    #expect(Self.text(folder, "card.result.json")?.contains("\"id\": \"\(first)\"") == true)
    #expect(Self.text(folder, "bad.failed.json")?.contains("\"message\": \"no.\"") == true)
    #expect(Self.text(folder, "other.png") == nil)
    // What a reader takes away does not come back.
    try FileManager.default.removeItem(at: folder.appending(path: "small/card.png"))
    let last = try Self.end("bad", in: queue, file: "bad.png")
    let again = try queue.command("shop", "deliver", "--once", path)
    #expect(again.output == "\(path)/bad.png\n\(path)/bad.result.json\n")
    #expect(Self.text(folder, "small/card.png") == nil)
    // A later job is done: the report of the failure is over.
    #expect(Self.text(folder, "bad.failed.json") == nil)
    #expect(Self.text(folder, "bad.result.json")?.contains("\"id\": \"\(last)\"") == true)
    #expect(try queue.psql("SELECT count(*) FROM scrim.undelivered") == "0")
  }

  @Test func linksAreNotFollowedAndFilesOfOthersStay() throws {
    let queue = try TestQueue()
    let (folder, outside) = (try Self.folder(), try Self.folder())
    defer {
      for made in [folder, outside] { try? FileManager.default.removeItem(at: made) }
    }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "small"), withDestinationURL: outside)
    let secret = outside.appending(path: "secret.txt")
    try Data("secret".utf8).write(to: secret)
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "link.png"), withDestinationURL: secret)
    try Data("mine".utf8).write(to: folder.appending(path: "own.png"))
    try Self.end("a", in: queue, file: "small/a.png")
    try Self.end("b", in: queue, file: "link.png")
    try Self.end("c", in: queue, file: "own.png")
    let delivered = try queue.command("shop", "deliver", "--once", folder.path())
    #expect(delivered.status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside.path()) == ["secret.txt"])
    #expect(try String(contentsOf: secret, encoding: .utf8) == "secret")
    #expect(Self.text(folder, "own.png") == "mine")
    #expect(
      Self.text(folder, "a.failed.json")?.contains(
        "\\\"small/a.png\\\" cannot be delivered: a folder on its path is a file or a link (")
        == true)
    for name in ["b", "c"] {
      #expect(
        Self.text(folder, "\(name).failed.json")?.contains(
          "exists in the folder, and no job of the queue has made it.") == true)
    }
    #expect(Self.text(folder, "a.result.json") == nil)
  }

  @Test func anEarlierJobDoesNotReplaceALaterOnesImage() throws {
    let queue = try TestQueue()
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let client = try queue.client()
    for _ in 0..<2 { _ = try client.submit(QueueSubmission(name: "card", document: [])) }
    var node = try queue.node()
    let jobs = try node.claim(2).sorted { $0.id < $1.id }
    try Self.finish(jobs[1], node, file: "card.png", bytes: [2])
    _ = try queue.command("shop", "deliver", "--once", folder.path())
    try Self.finish(jobs[0], node, file: "card.png", bytes: [1])
    let second = try queue.command("shop", "deliver", "--once", folder.path())
    #expect(second.status == 0 && second.output.isEmpty)
    #expect(try Data(contentsOf: folder.appending(path: "card.png")) == Data([2]))
  }

  @Test func aJobThatEndsWhileTheFolderIsNewIsNotMissed() throws {
    let queue = try TestQueue()
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let client = try queue.client()
    for name in ["open", "before"] {
      _ = try client.submit(QueueSubmission(name: name, document: []))
    }
    var node = try queue.node()
    let jobs = try node.claim(2).sorted { $0.id < $1.id }
    try Self.finish(jobs[1], node, file: "before.png", bytes: [1])
    let delivery = QueueDelivery(client, folder: "abcdefghijklmnop")
    // The transaction that ends the first job is older than the folder, and is committed after it.
    try node.connection.transaction {
      try Self.finish(jobs[0], node, file: "open.png", bytes: [1])
      try delivery.start(at: "here")
      #expect(try delivery.jobs(most: 10).isEmpty)
      #expect(try !delivery.isComplete())
    }
    #expect(try delivery.jobs(most: 10) == jobs.map(\.id))
    #expect(try delivery.isComplete())
    try delivery.acknowledge([jobs[0].id])
    #expect(try delivery.jobs(most: 10) == [jobs[1].id])
    // Cancelled jobs end, too.
    let (id, _) = try client.submit(QueueSubmission(name: "gone", document: []))
    _ = try client.cancel([id])
    #expect(try delivery.jobs(most: 10) == [jobs[1].id, id])
    #expect(throws: QueueError.self) {
      try QueueDelivery(queue.client("mill"), folder: "abcdefghijklmnop").jobs(most: 1)
    }
  }

  @Test func aFolderThatWasAwayForLongIsForgotten() throws {
    let queue = try TestQueue()
    let delivery = QueueDelivery(try queue.client(), folder: "abcdefghijklmnop")
    try delivery.start(at: "here")
    #expect(try delivery.jobs(most: 1).isEmpty)
    try Self.end("card", in: queue, file: "card.png")
    func forget(afterDays days: Int) throws {
      _ = try queue.psql("UPDATE scrim.deliveries SET seen = now() - interval '\(days) days'")
      _ = try queue.maintenance().tidy()
    }
    // keep_days and two.
    try forget(afterDays: 8)
    #expect(try delivery.jobs(most: 9).count == 1)
    try forget(afterDays: 10)
    #expect(try queue.psql("SELECT count(*) FROM scrim.undelivered") == "0")
    let error = #expect(throws: QueueError.self) { try delivery.jobs(most: 1) }
    #expect(error?.message == "folder abcdefghijklmnop is not registered.")
  }

  @Test func oneProcessDeliversUntilAnotherTakesOver() throws {
    let queue = try TestQueue()
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.end("a", in: queue, file: "a.png")
    let first = try Deliverer(queue, folder)
    defer { first.kill() }
    try first.wait { Self.text(folder, "a.result.json") != nil }
    let second = try queue.command("shop", "deliver", "--once", folder.path())
    #expect(second.status == 74)
    #expect(
      second.errors == "scrim: another process of this machine delivers to \(folder.path()).\n")
    // As on another machine: the folder's ID, without its lock.
    let copy = try Self.folder()
    defer { try? FileManager.default.removeItem(at: copy) }
    try FileManager.default.createDirectory(
      at: copy.appending(path: ".scrim-queue"), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try FileManager.default.copyItem(
      at: folder.appending(path: ".scrim-queue/id"), to: copy.appending(path: ".scrim-queue/id"))
    let refused = try queue.command("shop", "deliver", "--once", copy.path())
    #expect(
      refused.errors
        == "scrim: another process delivers to \(copy.path()): end it, or take the folder with --take-over.\n"
    )
    let third = try Deliverer(queue, copy, "--take-over")
    defer { third.kill() }
    // The first one finds the folder taken, and ends.
    try first.wait { !first.isRunning }
    #expect(first.status == 74)
    third.terminate()
    try third.wait { !third.isRunning }
    #expect(third.status == 0)
  }

  @Test func killsAtAnyPointDeliverEachResultOnceAndWhole() throws {
    let queue = try TestQueue()
    let folder = try Self.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (count, size) = (240, 150_000)
    let client = try queue.client()
    try client.connection.transaction {
      for number in 0..<count {
        _ = try client.submit(QueueSubmission(name: "j\(number)", document: []))
      }
    }
    var node = try queue.node()
    var bytes: [String: Data] = [:]
    while true {
      let jobs = try node.claim(32)
      guard !jobs.isEmpty else { break }
      for job in jobs {
        let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ job.id) }
        bytes[job.name] = Data(content)
        try Self.finish(job, node, file: "d/\(job.name).png", bytes: content)
      }
    }
    // A reader takes each image away as soon as it appears.
    var taken: [String: Int] = [:]
    func take() throws {
      let images = folder.appending(path: "d")
      for name in (try? FileManager.default.contentsOfDirectory(atPath: images.path())) ?? [] {
        let image = images.appending(path: name)
        #expect(try Data(contentsOf: image) == bytes[String(name.dropLast(4))], "\(name)")
        try FileManager.default.removeItem(at: image)
        taken[name, default: 0] += 1
      }
    }
    var kills = 0
    let end = Date(timeIntervalSinceNow: 120)
    while Date() < end {
      let process = try Deliverer(queue, folder)
      // From before its first statement to some jobs later.
      let pause = UInt32.random(in: 5_000...250_000)
      usleep(pause)
      process.kill()
      kills += 1
      try take()
      if try queue.psql("SELECT count(*) FROM scrim.undelivered") == "0", !taken.isEmpty { break }
    }
    let last = try queue.command("shop", "deliver", "--once", folder.path())
    #expect(last.status == 0)
    try take()
    #expect(kills > 10)
    #expect(taken.count == count)
    #expect(taken.values.allSatisfy { $0 == 1 }, "\(taken.filter { $0.value != 1 })")
    let reports = try FileManager.default.contentsOfDirectory(atPath: folder.path())
      .filter { $0.hasSuffix(".result.json") }
    #expect(reports.count == count)
    let rest = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: ".scrim-queue").path())
    #expect(rest.sorted() == ["id", "lock"])
  }
}

/// `scrim-queue deliver` as a process.
private final class Deliverer {
  private let process = Process()

  init(_ queue: TestQueue, _ folder: URL, _ options: String...) throws {
    process.executableURL = CommandRun.programs.appending(path: "scrim-queue")
    process.arguments = ["deliver", folder.path()] + options
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SCRIM_QUEUE": queue.url("shop")]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  var isRunning: Bool { process.isRunning }
  var status: Int32 { process.terminationStatus }
  func terminate() { process.terminate() }

  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  func wait(for condition: () -> Bool) throws {
    try ProgramTesting.wait(20, for: "a delivery", until: condition)
  }
}
