import Foundation
import ProgramTesting
import QueueTesting
import ScrimQueue
import Testing

/// No tenant fills the server's disk.
@Suite struct QuotaTests {
  private static func job(_ text: String = "{}") -> QueueSubmission {
    QueueSubmission(name: "x", document: Array(text.utf8))
  }

  private static func error(_ work: () throws -> Void) -> QueueError? {
    do {
      try work()
      return nil
    } catch {
      return error as? QueueError
    }
  }

  @Test func jobsAreCountedAtSubmission() throws {
    let queue = try TestQueue()
    _ = try queue.psql("UPDATE scrim.settings SET tenant_jobs = 2")
    let shop = try queue.client()
    var keyed = Self.job()
    keyed.key = "k"
    let ids = [try shop.submit(keyed).id, try shop.submit(Self.job()).id]
    let refused = Self.error { _ = try shop.submit(Self.job()) }
    #expect(
      refused?.message
        == "the quota of tenant shop is 2 jobs that have not ended: it has 2, and 1 more were submitted."
    )
    #expect(refused?.kind == .exhausted)
    // An earlier submission is none, and another tenant has its own quota.
    #expect(try shop.submit(keyed).id == ids[0])
    _ = try queue.client("mill").submit(Self.job())
    // What has ended makes room at once; what is tried again takes it.
    #expect(try shop.cancel([ids[1]]) == [ids[1]])
    _ = try shop.submit(Self.job())
    #expect(Self.error { _ = try shop.retry([ids[1]]) }?.kind == .exhausted)
    var batch = Self.job()
    batch.parts = [#"{"rows": "1"}"#, #"{"rows": "2"}"#]
    #expect(
      Self.error { _ = try shop.submit(batch) }?.message
        == "the quota of tenant shop is 2 jobs that have not ended: it has 2, and 2 more were submitted."
    )
    // Of single tenants.
    try queue.connection("anna").run("INSERT INTO scrim.quotas (tenant, jobs) VALUES ('shop', 3)")
    _ = try shop.submit(Self.job())
    #expect(Self.error { _ = try shop.submit(Self.job()) }?.kind == .exhausted)
    let folder = URL(filePath: NSTemporaryDirectory()).appending(
      path: "x-\(UUID().uuidString).json")
    try Data("{}".utf8).write(to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let command = try queue.command("shop", "submit", folder.path())
    #expect(command.status == 74)
    #expect(command.errors.hasPrefix("scrim: the quota of tenant shop is 3 jobs"))
  }

  @Test func bytesAreCountedAtSubmission() throws {
    let queue = try TestQueue()
    _ = try queue.psql("UPDATE scrim.settings SET tenant_bytes = 5000")
    let shop = try queue.client()
    let file = [UInt8](repeating: 7, count: 3000)
    try shop.put(file, hash: LeaseTests.hash(file))
    // Again it is the same file.
    try shop.put(file, hash: LeaseTests.hash(file))
    let other = [UInt8](repeating: 8, count: 3000)
    let refused = Self.error { try shop.put(other, hash: LeaseTests.hash(other)) }
    #expect(
      refused?.message
        == "the quota of tenant shop is 5000 bytes of files, documents and images: it has 3000, and 3000 more were submitted."
    )
    let text = String(repeating: " ", count: 2500)
    #expect(Self.error { _ = try shop.submit(Self.job(text)) }?.kind == .exhausted)
    // Images that nodes returned count, too.
    let (id, _) = try shop.submit(Self.job())
    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    let image = [UInt8](repeating: 9, count: 1900)
    try node.put(image, part: 0, of: 0, of: leased)
    let output = LeaseResult.Output(file: "a.png", bytes: 1900, hash: try LeaseTests.hash(image))
    #expect(try node.complete([LeaseTests.done(leased, [output])]) == [id])
    _ = try queue.psql("UPDATE scrim.usage SET counted = now() - interval '2 min'")
    let text500 = String(repeating: " ", count: 500)
    #expect(Self.error { _ = try shop.submit(Self.job(text500)) }?.kind == .exhausted)
  }

  /// Only the tenant's own submissions wait for each other.
  @Test func noNodeWaitsForACount() throws {
    let queue = try TestQueue()
    _ = try queue.psql("UPDATE scrim.settings SET tenant_jobs = 100")
    let (id, _) = try queue.client("mill").submit(Self.job())
    let tenant = try queue.connection("mill")
    try tenant.run("BEGIN; SELECT scrim.submit('x', '{}')")
    var node = try queue.node()
    try node.connection.run("SET statement_timeout = '20s'")
    let leased = try #require(try node.claim(1).first)
    #expect(try node.complete([LeaseTests.done(leased)]) == [id])
    let shop = try queue.client()
    try shop.connection.run("SET statement_timeout = '20s'")
    _ = try shop.submit(Self.job())
    let second = try queue.client("mill")
    try second.connection.run("SET lock_timeout = '100ms'")
    #expect(Self.error { _ = try second.submit(Self.job()) }?.kind == .locked)
  }

  /// Ends a job with an image of some bytes.
  private static func image(_ queue: TestQueue, _ bytes: Int) throws -> Int {
    let (id, _) = try queue.client().submit(job())
    var node = try queue.node()
    let leased = try #require(try node.claim(1).first)
    let image = [UInt8](repeating: 9, count: bytes)
    try node.put(image, part: 0, of: 0, of: leased)
    let output = LeaseResult.Output(file: "a.png", bytes: bytes, hash: try LeaseTests.hash(image))
    #expect(try node.complete([LeaseTests.done(leased, [output])]) == [id])
    return id
  }

  @Test(arguments: [true, false])
  func imagesStayAfterTheyWereFetchedOnlyIfTheyAreTo(_ isKept: Bool) throws {
    let queue = try TestQueue()
    _ = try queue.psql("UPDATE scrim.settings SET keep_fetched = \(isKept)")
    let id = try Self.image(queue, 10)
    let other = try Self.image(queue, 10)
    let path = NSTemporaryDirectory() + "fetched-\(UUID().uuidString).png"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = "aaaaaaaaaaaaaaaa"
    let shop = try queue.client()
    try shop.connection.run("SELECT scrim.start_delivery('\(folder)', 'x')")
    _ = try queue.connection("shop").run("SELECT scrim.undelivered('\(folder)', 9)")
    #expect(try queue.command("shop", "fetch", "--keep", "\(id)", "-o", path).status == 0)
    #expect(try queue.command("shop", "fetch", "\(id)", "-o", path).status == 0)
    // The folder lacks it yet.
    #expect(try queue.psql("SELECT count(*) FROM scrim.chunks") == "2")
    try shop.connection.run("SELECT scrim.delivered('\(folder)', '{\(id)}')")
    #expect(
      try queue.psql("SELECT string_agg(job::text, ' ' ORDER BY job) FROM scrim.chunks")
        == (isKept ? "\(id) \(other)" : "\(other)"))
    let again = try queue.command("shop", "fetch", "\(id)", "-o", path)
    #expect(again.status == (isKept ? 0 : 74))
    if !isKept {
      #expect(again.errors.contains("images are deleted by retention, or once they were fetched."))
    }
    #expect(try queue.command("shop", "show", "\(id)").output.contains("a.png (10 bytes)"))
  }

  @Test func theOldestImagesGoFirstBeyondALimit() throws {
    let queue = try TestQueue()
    let ids = try (0..<4).map { _ in try Self.image(queue, 1000) }
    _ = try queue.maintenance().tidy()
    #expect(try queue.psql("SELECT count(*) FROM scrim.chunks") == "4")
    _ = try queue.psql("UPDATE scrim.settings SET keep_bytes = 2500")
    _ = try queue.maintenance().tidy()
    #expect(
      try queue.psql("SELECT string_agg(job::text, ' ' ORDER BY job) FROM scrim.chunks")
        == "\(ids[2]) \(ids[3])")
    #expect(try queue.client().job(ids[0])?.job.state == .done)
  }
}
