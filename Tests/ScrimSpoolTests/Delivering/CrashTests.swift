import Foundation
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Testing

/// The daemon crashes at any step; the next one resumes.
@Suite struct CrashTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    return limits
  }()

  /// A document that no other account can write is moved, others are copied.
  @Test(arguments: [0o644, 0o664]) func imageComesOnceWhereverACrashFalls(mode: Int) throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try test.drop("story.json", mode: mode)
      try crash.work { try test.open(limits: Self.quick, steps: $0).work() }
      try test.open(limits: Self.quick).work()
      #expect(test.names("out") == ["picture.png", "story.result.json"], "\(crash)")
      #expect(test.text("out/picture.png") == "pixels of story", "\(crash)")
      #expect(test.names("done").count == 1, "\(crash)")
      for state in ["drop", "ingest", "queue", "active", "ready", "failed", "corrupt"] {
        #expect(test.names(state).isEmpty, "\(state) after \(crash)")
      }
    }
    // All steps were reached: folderMade … delivered.
    #expect(count > 13)
  }

  @Test func imagesThatWereTakenAreNotDeliveredAgain() throws {
    var taken = 0
    _ = try atEachStep { crash in
      let test = try TestSpool()
      try test.drop("story.json")
      try crash.work { try test.open(limits: Self.quick, steps: $0).work() }
      let image = "\(test.path)/out/picture.png"
      let wasThere = FileManager.default.fileExists(atPath: image)
      if wasThere {
        taken += 1
        try FileManager.default.removeItem(atPath: image)
      }
      try test.open(limits: Self.quick).work()
      #expect(FileManager.default.fileExists(atPath: image) != wasThere, "\(crash)")
      #expect(test.names("done").count == 1)
    }
    #expect(taken > 2)
  }

  @Test func failureIsReportedWhereverACrashFalls() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try FileManager.default.createSymbolicLink(
        atPath: "\(test.path)/drop/bad.json", withDestinationPath: "/etc/hostname")
      var limits = Self.quick
      limits.settleBlind = .zero
      try crash.work { try test.open(limits: limits, steps: $0).work() }
      try test.open(limits: limits).work()
      #expect(test.names("out") == ["bad.failed.json"], "\(crash)")
      #expect(test.names("failed").count == 1, "\(crash)")
      #expect(test.names("ingest").isEmpty, "\(crash)")
    }
    #expect(count > 6)
  }

  /// Regression, found by repeated kills: a partial bundle was left to be copied again, and was refused.
  @Test func aBundleIsNotCopiedAgainWhileItsSourceIsBeingDeleted() throws {
    let test = try TestSpool()
    let bundle = "\(test.path)/drop/story.scrim"
    try FileManager.default.createDirectory(
      atPath: "\(bundle)/pictures", withIntermediateDirectories: true)
    try Data(#"{"scrim": 1}"#.utf8).write(to: URL(filePath: "\(bundle)/job.json"))
    try Data("pixels".utf8).write(to: URL(filePath: "\(bundle)/pictures/a.png"))
    var limits = Self.quick
    limits.settleBlind = .zero
    let steps = Steps { if $0 == .sourceRenamed { throw Crash() } }
    #expect(throws: Crash.self) { try test.open(limits: limits, steps: steps).work() }
    let id = try #require(test.names("ingest").first)
    try FileManager.default.removeItem(
      atPath: "\(test.path)/ingest/\(id)/gone.story.scrim/job.json")
    try test.open(limits: limits).work()
    #expect(test.names("out") == ["picture.png", "story.result.json"])
    #expect(try test.report("story")["status"] == "done")
    #expect(test.names("done/\(id)").contains { $0.hasPrefix("gone.") } == false)
  }

  @Test func anAttemptThatACrashEndedCounts() throws {
    let test = try TestSpool()
    try test.drop("story.json")
    let spool = try test.open(limits: Self.quick)
    _ = try Intake(patiently: spool).poll { _ in }
    for attempt in 1...3 {
      try begin(attempt, spool, test)
      try test.open().recover { _ in }
      #expect(test.names("queue").first?.hasSuffix(".\(attempt)") == true)
    }
  }

  /// Takes a job and releases its lock at the end, as the end of a process does.
  private func begin(_ attempt: Int, _ spool: Spool, _ test: TestSpool) throws {
    guard case .job(let job) = try spool.claim() else {
      Issue.record("nothing to claim")
      return
    }
    #expect(job.attempt == attempt)
    // The job is locked: no other scan resumes it.
    var events = 0
    try test.open().recover { _ in events += 1 }
    #expect(events == 0)
    #expect(test.names("active").count == 1)
    withExtendedLifetime(job) {}
  }
}
