import Foundation
import QueueTesting
import ScrimQueue
import ScrimRecords
import Testing

/// What must hold whatever nodes do: each job has one result, in a fair order.
@Suite struct LeaseTests {
  private static func job(_ name: String, priority: Int = 0) -> QueueSubmission {
    var job = QueueSubmission(name: name, document: Array("{}".utf8))
    job.priority = priority
    return job
  }

  static func done(_ job: LeasedJob, _ outputs: [LeaseResult.Output] = []) -> LeaseResult {
    LeaseResult(
      id: job.id, token: job.token, isDone: true, report: "{\"status\": \"done\"}", outputs: outputs
    )
  }

  static func hash(_ bytes: [UInt8]) throws -> [UInt8] {
    try Array(Digest.prefix(of: bytes, bytes: 32))
  }

  @Test func aJobWithFilesComesBackWithItsOutputs() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let photo = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var job = Self.job("card")
    job.files = [.init(place: "photos/a.jpg", hash: try Self.hash(photo))]
    #expect(try client.missing(job.files.map(\.hash)) == [job.files[0].hash])
    try client.put(photo, hash: job.files[0].hash)
    #expect(try client.missing(job.files.map(\.hash)).isEmpty)
    let (id, isNew) = try client.submit(job)
    #expect(isNew)

    var node = try queue.node()
    let leased = try #require(try node.claim(8).first)
    #expect(
      leased.id == id && leased.tenant == "shop" && leased.name == "card" && leased.attempt == 1)
    #expect(leased.document == Array("{}".utf8))
    let file = try #require(leased.files.first)
    #expect(file.place == "photos/a.jpg" && file.bytes == photo.count)
    var read: [UInt8] = []
    try node.read(file, of: leased.tenant) { read += $0 }
    #expect(read == photo)

    let image = Array(photo.reversed())
    for (part, start) in stride(from: 0, to: image.count, by: QueueLeases.chunkBytes).enumerated() {
      let end = min(start + QueueLeases.chunkBytes, image.count)
      try node.put(Array(image[start..<end]), part: part, of: 0, of: leased)
    }
    let output = LeaseResult.Output(
      file: "small/card.png", bytes: image.count, hash: try Self.hash(image))
    #expect(try node.complete([Self.done(leased, [output])]) == [id])

    let details = try #require(try client.job(id))
    #expect(details.job.state == .done && details.job.node == "node1")
    #expect(details.report == "{\"status\": \"done\"}")
    let found = try #require(try client.outputs(of: id).first)
    #expect(
      found.file == "small/card.png" && found.bytes == image.count && found.hash == output.hash)
    var fetched: [UInt8] = []
    try client.read(found, of: id) { fetched += $0 }
    #expect(fetched == image)
    #expect(try queue.psql("SELECT count(*) FROM scrim.jobs") == "0")
  }

  @Test func aNodeThatLostItsLeaseIsFencedOff() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let (id, _) = try client.submit(Self.job("card"))
    var slow = try queue.node("slow", lease: .milliseconds(1))
    let first = try #require(try slow.claim(1).first)
    try slow.put([1, 2, 3], part: 0, of: 0, of: first)
    usleep(20_000)
    #expect(try queue.maintenance().advance().reclaimed == 1)
    #expect(try slow.renew([(first.id, first.token)]) == LeaseChange())
    var quick = try queue.node("quick")
    let second = try #require(try quick.claim(1).first)
    #expect(second.id == id && second.token != first.token && second.attempt == 2)
    let output = LeaseResult.Output(file: "card.png", bytes: 3, hash: try Self.hash([1, 2, 3]))
    #expect(try slow.complete([Self.done(first, [output])]).isEmpty)
    #expect(try client.job(id)?.job.state == .leased)
    #expect(try quick.renew([(second.id, second.token)]).changed == [id])
    try quick.put([7, 8], part: 0, of: 0, of: second)
    let right = LeaseResult.Output(file: "card.png", bytes: 2, hash: try Self.hash([7, 8]))
    #expect(try quick.complete([Self.done(second, [right])]) == [id])
    #expect(try quick.complete([Self.done(second, [right])]).isEmpty)
    #expect(try slow.complete([Self.done(first, [output])]).isEmpty)
    var bytes: [UInt8] = []
    try client.read(try #require(try client.outputs(of: id).first), of: id) { bytes += $0 }
    #expect(bytes == [7, 8])
    #expect(try queue.psql("SELECT count(*) FROM scrim.finished") == "1")
    #expect(try queue.psql("SELECT event, actor FROM scrim.events") == "lease-lost|slow")
  }

  @Test func tenantsTakeTurnsAndPriorityOrdersEachOnesJobs() throws {
    let queue = try TestQueue()
    let (shop, mill) = (try queue.client("shop"), try queue.client("mill"))
    for number in 0..<40 { _ = try shop.submit(Self.job("s\(number)")) }
    _ = try shop.submit(Self.job("urgent", priority: 5))
    for number in 0..<3 { _ = try mill.submit(Self.job("m\(number)")) }
    var node = try queue.node()
    let first = try node.claim(8)
    #expect(first.count == 8)
    #expect(first.filter { $0.tenant == "mill" }.map(\.name).sorted() == ["m0", "m1", "m2"])
    #expect(first.contains { $0.name == "urgent" })
    #expect(
      first.filter { $0.tenant == "shop" }.map(\.name).sorted() == [
        "s0", "s1", "s2", "s3", "urgent",
      ])
    #expect(try node.claim(100).count == 36)
    #expect(try node.claim(1).isEmpty)
  }

  @Test func eachTenantHasItsTurnWithMoreTenantsThanJobsOfAClaim() throws {
    let queue = try TestQueue()
    _ = try queue.psql(
      """
      INSERT INTO scrim.jobs (tenant, name, state, document)
        SELECT 't' || n % 5, 'x', 'w', '' FROM generate_series(0, 24) n;
      """)
    var node = try queue.node()
    let tenants = try (0..<10).map { _ in try node.claim(2).map(\.tenant).sorted() }
    #expect(
      tenants == [
        ["t0", "t1"], ["t2", "t3"], ["t0", "t4"], ["t1", "t2"], ["t3", "t4"], ["t0", "t1"],
        ["t2", "t3"], ["t0", "t4"], ["t1", "t2"], ["t3", "t4"],
      ])
    // Those that are known no more have jobs: the others are asked for at once.
    #expect(try node.claim(8).count == 5)
    _ = try queue.psql(
      "INSERT INTO scrim.jobs (tenant, name, state, document) VALUES ('late', 'x', 'w', '')")
    #expect(try node.claim(8).map(\.tenant) == ["late"])
  }

  @Test func twoNodesNeverGetTheSameJob() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    try client.connection.transaction {
      for number in 0..<300 { _ = try client.submit(Self.job("j\(number)")) }
    }
    let found = Collected()
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      do {
        var node = try queue.node("n\(index)")
        while true {
          let jobs = try node.claim(7)
          guard !jobs.isEmpty else { break }
          found.add(jobs.map(\.id))
          var left = jobs
          while !left.isEmpty {
            // A claim of another node may have a row locked that it does not get.
            let ended = try node.end(left.map { Self.done($0) })
            left.removeAll { ended.changed.contains($0.id) }
            guard left.allSatisfy({ ended.locked.contains($0.id) }) else {
              throw QueueError(.failed, "a lease was lost")
            }
          }
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(found.ids.count == 300)
    #expect(Set(found.ids).count == 300)
    #expect(try queue.psql("SELECT count(*), count(DISTINCT id) FROM scrim.finished") == "300|300")
  }

  @Test func jobsOfTheFutureWaitAndLateOnesExpire() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let now = Int(Date().timeIntervalSince1970 * 1000)
    var (early, late) = (Self.job("early"), Self.job("late"))
    early.notBefore = now + 700
    late.notAfter = now - 1000
    let ids = try [early, late].map { try client.submit($0).id }
    #expect(try client.states(of: ids) == [ids[0]: .deferred, ids[1]: .waiting])
    let maintenance = try queue.maintenance()
    let advance = try maintenance.advance()
    #expect(
      advance.expired == 1 && advance.promoted == 0 && advance.reclaimed == 0
        && advance.givenUp == 0)
    var node = try queue.node()
    #expect(try node.claim(5).isEmpty)
    usleep(750_000)
    #expect(try maintenance.advance().promoted == 1)
    #expect(try node.claim(5).map(\.name) == ["early"])
    let details = try #require(try client.job(ids[1]))
    #expect(details.job.state == .expired)
    #expect(details.report?.contains("the job was not begun by its notAfter.") == true)
  }

  @Test func attemptsThatFailAreListedAndEnd() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let (id, _) = try client.submit(Self.job("poison"))
    for number in 1...3 {
      var node = try queue.node("n\(number)")
      let job = try #require(try node.claim(1).first)
      #expect(
        try node.fail(id: job.id, token: job.token, reason: "the worker crashed (signal 11).")
          .changed == [id])
      #expect(try node.fail(id: job.id, token: job.token, reason: "again") == LeaseChange())
      _ = try queue.psql("UPDATE scrim.jobs SET not_before = now() - interval '1 s'")
      let advance = try queue.maintenance().advance()
      #expect(number == 3 ? advance.givenUp == 1 : advance.promoted == 1)
    }
    let details = try #require(try client.job(id))
    #expect(details.job.state == .failed)
    #expect(
      details.report?.contains(
        "failed on n1 (the worker crashed (signal 11)), n2 (the worker crashed (signal 11)), "
          + "n3 (the worker crashed (signal 11)).") == true)
    #expect(try client.retry([id]) == [id])
    var node = try queue.node()
    #expect(try node.claim(1).map(\.id) == [id])
  }

  @Test func anAttemptIsRepeatedOnAnotherNodeIfThereIsOne() throws {
    let queue = try TestQueue()
    let (id, _) = try queue.client().submit(Self.job("poison"))
    let maintenance = try queue.maintenance()
    for name in ["n1", "n2"] {
      try maintenance.seen(node: name, release: "1", environment: "")
    }
    func fail(on name: String) throws {
      var node = try queue.node(name)
      let job = try #require(try node.claim(1).first, "\(name)")
      #expect(
        try node.fail(id: job.id, token: job.token, reason: "the worker crashed.").changed == [id])
      _ = try queue.psql("UPDATE scrim.jobs SET not_before = now() - interval '1 s'")
      #expect(try maintenance.advance().promoted == 1)
    }
    try fail(on: "n1")
    var first = try queue.node("n1")
    #expect(try first.claim(1).isEmpty)
    try fail(on: "n2")
    // There is no third node: the first may repeat it.
    #expect(try queue.psql("SELECT failed_on, repeat_at <= now() FROM scrim.jobs") == "{n1,n2}|t")
    let third = try #require(try first.claim(1).first)
    #expect(third.id == id)
    _ = try first.fail(id: id, token: third.token, reason: "the worker crashed.")
    #expect(try maintenance.advance().givenUp == 1)
    // A job that waits too long for another node is repeated on the same.
    let (slow, _) = try queue.client().submit(Self.job("slow"))
    let leased = try #require(try first.claim(1).first)
    _ = try first.fail(id: slow, token: leased.token, reason: "the worker crashed.")
    _ = try queue.psql("UPDATE scrim.jobs SET not_before = now() - interval '1 s'")
    #expect(try maintenance.advance().promoted == 1)
    #expect(try first.claim(1).isEmpty)
    _ = try queue.psql("UPDATE scrim.jobs SET repeat_at = now() - interval '1 s'")
    #expect(try first.claim(1).map(\.id) == [slow])
  }

  @Test func aNodeThatStopsGivesItsJobsBack() throws {
    let queue = try TestQueue()
    let (id, _) = try queue.client().submit(Self.job("card"))
    var node = try queue.node()
    let job = try #require(try node.claim(1).first)
    try node.release([(job.id, job.token)])
    #expect(try node.complete([Self.done(job)]).isEmpty)
    let again = try #require(try node.claim(1).first)
    #expect(again.id == id && again.attempt == 1)
  }

  @Test func onlyNodesOfItsEnvironmentGetAJob() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    var job = Self.job("exact")
    job.environment = "sha256:abc"
    _ = try client.submit(job)
    _ = try client.submit(Self.job("any"))
    var other = try queue.node("other", environment: "sha256:def")
    #expect(try other.claim(5).map(\.name) == ["any"])
    var right = try queue.node("right", environment: "sha256:abc")
    #expect(try right.claim(5).map(\.name) == ["exact"])
  }
}

private final class Collected: @unchecked Sendable {
  // Only used with the lock held.
  private var found: [Int] = []
  private let lock = NSLock()

  func add(_ ids: [Int]) { lock.withLock { found += ids } }
  var ids: [Int] { lock.withLock { found } }
}
