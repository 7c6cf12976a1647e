import Foundation
import ScrimJSON
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

  @Test(arguments: [("story", #"{"scrim": 1, "layers": []}"#), ("other", #"{"scrim": 1}"#)])
  func anotherJobWithTheKeyIsRefused(_ name: String, _ document: String) throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.submit("story", Self.key)
    try spool.work()
    let id = try #require(test.names("done").first)
    let report = test.text("out/story.result.json")
    try test.submit(name, Self.key, document: document)
    try spool.work()
    #expect(
      try test.report(name)["errors"]?.array?.first?["message"]
        == .string(
          "submission.json: key: job \(id) has this key, but another name or content: use a new key for a new job."
        ))
    #expect(test.text("out/story.result.json") == report)
    #expect(try spool.job(withKey: "order-4711", of: owner)?.description == id)
  }

  @Test func keysBelongToOwners() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    spool.rules.bridgeUsers = [getuid()]
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
    var count = 0
    var crashed = true
    while crashed {
      let test = try TestSpool()
      try test.submit("story", Self.key, token: "aaaaaaaaaaaaaaaa")
      try test.submit("story", Self.key, token: "bbbbbbbbbbbbbbbb")
      crashed = false
      do {
        try test.open(limits: Self.quick, steps: Countdown(count).steps).work()
      } catch is Crash {
        crashed = true
      }
      try test.open(limits: Self.quick).work()
      #expect(test.names("done").count == 1, "crash \(count)")
      #expect(
        test.names("reports") == ["aaaaaaaaaaaaaaaa.json", "bbbbbbbbbbbbbbbb.json"],
        "crash \(count)")
      for state in ["drop", "ingest", "queue", "active", "ready", "failed", "corrupt"] {
        #expect(test.names(state).isEmpty, "\(state) after crash \(count)")
      }
      count += 1
    }
    #expect(count > 20)
  }

  @Test func aTenantsJobSurvivesACrashAnywhere() throws {
    var count = 0
    var crashed = true
    while crashed {
      let test = try TestSpool()
      try test.submit("story", #"{"tenant": "shop", "priority": 3}"#)
      crashed = false
      func work(_ spool: Spool) throws {
        spool.rules.bridgeUsers = [getuid()]
        try spool.work()
      }
      do {
        try work(test.open(limits: Self.quick, steps: Countdown(count).steps))
      } catch is Crash {
        crashed = true
      }
      try work(test.open(limits: Self.quick))
      let ids = test.names("done").compactMap { JobID($0) }
      #expect(ids.map(\.owner) == [Owner(user: getuid(), tenant: "shop")], "crash \(count)")
      #expect(test.text("out/picture.png") == "pixels of story", "crash \(count)")
      count += 1
    }
    #expect(count > 14)
  }
}
