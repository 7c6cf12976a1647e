import Foundation
import QueueTesting
import ScrimQueue
import Testing

@Suite struct SubmissionTests {
  private static func job(_ text: String = "{}", key: String? = nil) -> QueueSubmission {
    var job = QueueSubmission(name: "card", document: Array(text.utf8))
    job.key = key
    return job
  }

  private static func message(_ work: () throws -> Void) -> QueueError? {
    do {
      try work()
      return nil
    } catch {
      return error as? QueueError
    }
  }

  @Test func theSameKeyIsTheSameJob() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let first = try client.submit(Self.job(key: "order-1"))
    let again = try client.submit(Self.job(key: "order-1"))
    #expect(first.isNew && !again.isNew && first.id == again.id)
    #expect(try client.job(withKey: "order-1") == first.id)
    // Of another tenant it is another key.
    #expect(try queue.client("mill").submit(Self.job(key: "order-1")).isNew)
    let error = Self.message { _ = try client.submit(Self.job("{\"a\": 1}", key: "order-1")) }
    #expect(error?.kind == .refused)
    #expect(
      error?.message
        == "job \(first.id) has this key, but another name or content: use a new key for a new job."
    )
    // What decides the result is part of it, what only treats the job is not.
    for options in [#"{"set": {"a": 1}}"#, #"{"strict": true}"#, #"{"onError": "stop"}"#] {
      var other = Self.job(key: "order-1")
      other.options = options
      #expect(Self.message { _ = try client.submit(other) }?.kind == .refused, "\(options)")
    }
    var later = Self.job(key: "order-1")
    (later.priority, later.notBefore) = (7, 1_900_000_000_000)
    #expect(try client.submit(later).id == first.id)
    // Also after it has ended.
    var node = try queue.node()
    _ = try node.complete(try node.claim(2).map { LeaseTests.done($0) })
    #expect(try client.submit(Self.job(key: "order-1")).id == first.id)
  }

  @Test func keysHoldAgainstSubmissionsAtTheSameTime() throws {
    let queue = try TestQueue()
    DispatchQueue.concurrentPerform(iterations: 6) { _ in
      do {
        let client = try queue.client()
        for key in 0..<40 { _ = try client.submit(Self.job(key: "k\(key)")) }
      } catch {
        Issue.record(error)
      }
    }
    #expect(try queue.psql("SELECT count(*) FROM scrim.jobs") == "40")
    #expect(
      try queue.psql("SELECT count(*) FROM scrim.jobs JOIN scrim.submissions ON id = job") == "40")
  }

  @Test func filesAreCheckedAndOnlyCollectedWhenNothingNamesThem() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let (bytes, other) = ([1, 2, 3] as [UInt8], [9] as [UInt8])
    let hash = try LeaseTests.hash(bytes)
    let wrong = Self.message { try client.put(other, hash: hash) }
    #expect(wrong?.message == "the file's SHA-256 is another than it was sent with.")
    #expect(wrong?.kind == .refused)
    var job = Self.job()
    job.files = [.init(place: "a.png", hash: hash)]
    let missing = Self.message { _ = try client.submit(job) }
    #expect(missing?.kind == .missingBlob)
    #expect(try queue.psql("SELECT count(*) FROM scrim.jobs") == "0")

    try client.put(bytes, hash: hash)
    let (id, _) = try client.submit(job)
    try client.put(other, hash: try LeaseTests.hash(other))
    _ = try queue.psql("UPDATE scrim.blobs SET used = now() - interval '2 days'")
    #expect(try queue.maintenance().tidy().blobs == 1)
    #expect(try client.missing([hash, LeaseTests.hash(other)]) == [LeaseTests.hash(other)])
    #expect(try client.cancel([id]) == [id])
    #expect(try queue.maintenance().tidy().blobs == 1)
    let gone = Self.message { _ = try client.retry([id]) }
    #expect(
      gone?.message == "files of job \(id) have been deleted from the queue: submit it again.")
    #expect(try client.job(id)?.job.state == .cancelled)
    try client.put(bytes, hash: hash)
    #expect(try client.retry([id]) == [id])
    var node = try queue.node()
    #expect(try node.claim(1).first?.files.map(\.place) == ["a.png"])
  }

  @Test func collectingNeverTakesAFileFromASubmission() throws {
    let queue = try TestQueue()
    let bytes: [UInt8] = [4, 5]
    let hash = try LeaseTests.hash(bytes)
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      do {
        if index == 0 {
          let maintenance = try queue.maintenance()
          for _ in 0..<60 {
            _ = try queue.psql("UPDATE scrim.blobs SET used = now() - interval '2 days'")
            do { _ = try maintenance.tidy() } catch let error as QueueError
              where error.kind == .refused
            {}
          }
          return
        }
        let client = try queue.client()
        var job = Self.job()
        job.files = [.init(place: "a.png", hash: hash)]
        for _ in 0..<60 {
          while true {
            try client.put(bytes, hash: hash)
            do {
              let (id, _) = try client.submit(job)
              _ = try client.cancel([id])
              break
            } catch let error as QueueError where error.kind == .missingBlob {}
          }
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(try queue.psql("SELECT count(*) FROM scrim.finished WHERE state = 'c'") == "120")
  }

  @Test func operatorsAndTenantsChangeJobs() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let ids = try (0..<3).map { _ in try client.submit(Self.job()).id }
    #expect(try client.setPriority([ids[2], 999_999], 9) == [ids[2]])
    #expect(try client.cancel([ids[0]]) == [ids[0]])
    #expect(try client.cancel([ids[0]]).isEmpty)
    #expect(try queue.client("anna").cancel([ids[1]]) == [ids[1]])
    #expect(try client.jobs(in: [.waiting]).map(\.id) == [ids[2]])
    let ended = try client.jobs(in: [.cancelled])
    #expect(ended.map(\.id) == [ids[1], ids[0]])
    #expect(ended.map(\.reason) == ["cancelled by anna.", "cancelled by shop."])
    #expect(try client.jobs(in: QueueState.allCases, after: ids[2], most: 1).map(\.id) == [ids[1]])
    #expect(
      try queue.psql(
        "SELECT string_agg(event || ' ' || actor, ', ' ORDER BY time, job) FROM scrim.events")
        == "priority shop, cancelled shop, cancelled anna")
  }

  @Test func cancellingALeasedJobFencesItsNode() throws {
    let queue = try TestQueue()
    let client = try queue.client()
    let (id, _) = try client.submit(Self.job())
    var node = try queue.node()
    let job = try #require(try node.claim(1).first)
    #expect(try client.cancel([id]) == [id])
    #expect(try node.renew([(job.id, job.token)]) == LeaseChange())
    #expect(try node.complete([LeaseTests.done(job)]).isEmpty)
    #expect(try client.job(id)?.job.state == .cancelled)
  }
}
