import Foundation
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Testing

/// Idempotency keys: the second submission with a key makes no second job, wherever a crash falls.
@Suite struct KeyTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    return limits
  }()
  private static let key = #"{"key": "order-4711"}"#
  private let owner = Owner(user: getuid())

  @Test func theSecondSubmissionIsTheFirstJob() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", Self.key, token: "aaaaaaaaaaaaaaaa")
    try spool.work()
    let id = try #require(test.names("done").first.flatMap { JobID($0) })
    #expect(try spool.job(withKey: "order-4711", of: owner) == id)
    #expect(try spool.job(withKey: "order-4712", of: owner) == nil)
    try test.submit("story", Self.key, token: "bbbbbbbbbbbbbbbb")
    var duplicates: [JobID] = []
    _ = try Intake(patiently: spool).poll { event in
      if case .duplicate(_, let earlier) = event { duplicates.append(earlier) }
    }
    #expect(duplicates == [id])
    for state in ["drop", "ingest", "queue", "failed"] { #expect(test.names(state).isEmpty) }
    // The second submitter gets the same report.
    #expect(test.names("reports") == ["aaaaaaaaaaaaaaaa.json", "bbbbbbbbbbbbbbbb.json"])
    #expect(test.text("reports/bbbbbbbbbbbbbbbb.json") == test.text("out/story.result.json"))
    // The priority and other wishes are not part of the content.
    try test.submit("story", #"{"key": "order-4711", "priority": 5}"#)
    try spool.work()
    #expect(test.names("done") == ["\(id)"])
  }

  /// Its report is delivered under both tokens once it has ended.
  @Test func theFirstJobMayStillWait() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    for token in ["aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb", "cccccccccccccccc"] {
      try test.submit("story", Self.key, token: token)
      _ = try Intake(patiently: spool).poll { _ in }
    }
    #expect(test.names("queue").count == 1)
    #expect(test.names("reports").isEmpty)
    try spool.work()
    #expect(
      test.names("reports")
        == ["aaaaaaaaaaaaaaaa.json", "bbbbbbbbbbbbbbbb.json", "cccccccccccccccc.json"])
    #expect(test.names("done").count == 1)
  }

  /// What decides the result: each part is named in the refusal.
  @Test(arguments: [
    ("story", #"{"scrim": 1, "layers": []}"#, KeyTests.key, "another document"),
    ("other", #"{"scrim": 1}"#, KeyTests.key, "another name"),
    (
      "story", #"{"scrim": 1}"#, #"{"key": "order-4711", "set": {"title": "B"}}"#,
      #"other values of "set""#
    ),
    (
      "story", #"{"scrim": 2}"#, #"{"key": "order-4711", "delivery": "private"}"#,
      #"another document and another value of "delivery""#
    ),
  ])
  func anotherJobWithTheKeyIsRefused(
    _ name: String, _ document: String, _ submission: String, _ difference: String
  ) throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", Self.key)
    try spool.work()
    let id = try #require(test.names("done").first)
    let report = test.text("out/story.result.json")
    let token = SubmissionToken.make()
    try test.submit(name, submission, document: document, token: token)
    try spool.work()
    let answer = try JSON(parsing: Array((test.text("reports/\(token).json") ?? "").utf8))
    #expect(
      answer["errors"]?.array?.first?["message"]
        == .string(
          #"submission.json: key: the key "order-4711" belongs to job \#(id), submitted with "#
            + "\(difference): use a new key for a new job."))
    #expect(test.text("out/story.result.json") == report)
    #expect(try spool.job(withKey: "order-4711", of: owner)?.description == id)
  }

  /// Of a batch: its rows, and how errors in them count.
  @Test(arguments: [
    (#""rows": "1""#, #"another value of "rows""#),
    (#""rows": "2", "partOf": "1-2""#, #"another value of "partOf""#),
    (#""rows": "2", "onError": "stop""#, #"another value of "onError""#),
    (#""rows": "2", "strict": true"#, #"another value of "strict""#),
    (#""rows": "2", "set": {"b": "1"}"#, #"other values of "set""#),
  ])
  func anotherBatchWithTheKeyIsRefused(_ members: String, _ difference: String) throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.dropBatch("cards", rows: 2, submission: #"{"key": "k", "rows": "2"}"#)
    _ = try Intake(patiently: spool).poll { _ in }
    let id = try #require(test.names("queue").first).dropLast(2)
    for data in [2, 3] {
      try test.dropBatch("cards", rows: data, submission: #"{"key": "k", \#(members)}"#)
      var message: String?
      _ = try Intake(patiently: spool).poll { event in
        if case .refused(_, _, let diagnostic) = event { message = diagnostic.message }
      }
      let files = data == 2 ? "" : "other files and "
      #expect(
        message
          == #"submission.json: key: the key "k" belongs to job \#(id), submitted with "#
          + "\(files)\(difference): use a new key for a new job.")
    }
  }

  /// Priority, times, hold and attempts decide when a job is rendered, not what.
  @Test func theTreatmentIsNotPartOfTheContent() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", #"{"key": "k", "set": {"a": "1", "b": "2"}}"#)
    _ = try Intake(patiently: spool).poll { _ in }
    try test.submit(
      "story",
      #"{"key": "k", "set": {"b": "2", "a": "1"}, "priority": 5, "hold": true, "notAfter": "2030-01-01T00:00:00Z"}"#
    )
    _ = try Intake(patiently: spool).poll { _ in }
    #expect(test.names("queue").count == 1 && test.names("hold").isEmpty)
    #expect(test.names("failed").isEmpty)
  }

  /// A ticket of release 0.1.0 has one digest of all files.
  @Test(arguments: [(#"{"scrim": 1}"#, true), (#"{"scrim": 2}"#, false)])
  func theTicketOfAnEarlierReleaseIsCompared(_ document: String, _ isSame: Bool) throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", Self.key)
    try spool.work()
    let id = try #require(test.names("done").first)
    let bytes = Array(#"{"scrim": 1}"#.utf8)
    let digest = try Digest.sha256(of: Array("job.json\0\(bytes.count)\0".utf8) + bytes)
    let link = try #require(test.names("keys").first)
    let ticket = try JSON(parsing: Array(try #require(test.text("keys/\(link)")).utf8))
    let old = JSON.object(
      (ticket.object ?? []).map {
        $0.key == "content" ? JSON.Member("content", .string(digest)) : $0
      })
    try Data(old.bytes()).write(to: URL(filePath: "\(test.path)/keys/\(link)"))
    try test.submit("story", #"{"key": "order-4711", "set": {"a": "1"}}"#, document: document)
    try spool.work()
    #expect(test.names("done") == [id])
    guard !isSame else { return #expect(test.names("failed").isEmpty) }
    #expect(
      try test.report("story")["errors"]?.array?.first?["message"]
        == .string(
          #"submission.json: key: the key "order-4711" belongs to job \#(id), submitted with "#
            + "another document or other files: use a new key for a new job."))
  }

  /// Also if all are found in one scan.
  @Test func theFirstSubmissionHasTheKey() throws {
    let test = try TestSpool()
    let tokens = (0..<3).map { _ in SubmissionToken.make() }
    for (token, name) in zip(tokens, ["txt", "txt", "another"]).shuffled() {
      try test.submit(name, Self.key, token: token)
    }
    try test.open(limits: Self.quick).work()
    #expect(test.names("done").count == 1 && test.names("failed").count == 1)
    #expect(test.text("reports/\(tokens[0]).json") == test.text("out/txt.result.json"))
    #expect(test.text("reports/\(tokens[1]).json") == test.text("out/txt.result.json"))
    #expect(test.text("reports/\(tokens[2]).json")?.contains("another name") == true)
  }

  @Test func keysBelongToOwners() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try spool.set(\.bridgeUsers, [getuid()])
    for tenant in ["shop", "news"] {
      try test.submit("story", #"{"key": "1", "tenant": "\#(tenant)"}"#)
      try spool.work(image: "\(tenant).png")
    }
    let ids = test.names("done").compactMap { JobID($0) }
    #expect(Set(ids.map(\.owner.tenant)) == ["shop", "news"])
    for id in ids { #expect(try spool.job(withKey: "1", of: id.owner) == id) }
    #expect(try spool.job(withKey: "1", of: owner) == nil)
  }

  @Test func aDeletedJobsKeyIsFree() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", Self.key)
    try spool.work()
    let first = try #require(test.names("done").first.flatMap { JobID($0) })
    try spool.change(first, .purge, by: 0)
    #expect(test.names("keys").isEmpty)
    try test.submit("story", Self.key)
    try spool.work()
    let second = try #require(test.names("done").first.flatMap { JobID($0) })
    #expect(second != first)
    let retention = Retention(
      done: .seconds(1), failed: .seconds(1), reports: .seconds(1), doneBytes: .max,
      failedBytes: .max)
    try spool.forget(most: 10, now: spool.now + 10_000, retention)
    #expect(test.names("done").isEmpty && test.names("keys").isEmpty)
  }

  @Test func oneJobComesOfTwoSubmissionsWhereverACrashFalls() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try test.submit("story", Self.key, token: "aaaaaaaaaaaaaaaa")
      try test.submit("story", Self.key, token: "bbbbbbbbbbbbbbbb")
      try crash.work { try test.open(limits: Self.quick, steps: $0).work() }
      try test.open(limits: Self.quick).work()
      #expect(test.names("done").count == 1, "\(crash)")
      #expect(
        test.names("reports") == ["aaaaaaaaaaaaaaaa.json", "bbbbbbbbbbbbbbbb.json"],
        "\(crash)")
      for state in ["drop", "ingest", "queue", "active", "ready", "failed", "corrupt"] {
        #expect(test.names(state).isEmpty, "\(state) after \(crash)")
      }
    }
    #expect(count > 20)
  }

  @Test func aTenantsJobSurvivesACrashAnywhere() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try test.submit("story", #"{"tenant": "shop", "priority": 3}"#)
      func work(_ spool: Spool) throws {
        try spool.set(\.bridgeUsers, [getuid()])
        try spool.work()
      }
      try crash.work { try work(test.open(limits: Self.quick, steps: $0)) }
      try work(test.open(limits: Self.quick))
      let ids = test.names("done").compactMap { JobID($0) }
      #expect(ids.map(\.owner) == [Owner(user: getuid(), tenant: "shop")], "\(crash)")
      #expect(test.text("out/picture.png") == "pixels of story", "\(crash)")
    }
    #expect(count > 14)
  }
}
