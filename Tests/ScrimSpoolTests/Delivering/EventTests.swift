import Foundation
import ProgramTesting
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Testing

/// `events/ID.json`: the reports of finished jobs, for hooks.
@Suite struct EventTests {
  private static let hooks: UInt32 = 4321

  private func open(_ test: TestSpool, _ steps: Steps = Steps()) throws -> Spool {
    var limits = SpoolLimits()
    limits.settle = .zero
    let spool = try test.open(limits: limits, steps: steps)
    try spool.set(\.hooksAccount, Self.hooks)
    return spool
  }

  private func events(_ test: TestSpool) -> [String] {
    test.names("events").filter { $0.hasSuffix(".json") }
  }

  private func end(_ spool: Spool, failing: Bool) throws {
    _ = try Intake(patiently: spool).poll { _ in }
    guard failing else { return try spool.work(image: "story.png") }
    guard case .job(let job) = try spool.claim() else { return }
    let ticket = try job.ticket()
    let diagnostic = Diagnostic(code: "unknown-effect", message: "no.")
    try spool.fail(
      job, ticket, JobReport.failed(job.name, ticket, [diagnostic], history: History()))
  }

  @Test(arguments: [("done", "result"), ("failed", "failed")])
  func eachFinishedJobHasOne(_ state: String, _ report: String) throws {
    let test = try TestSpool()
    let spool = try open(test)
    try test.drop("story.json")
    try end(spool, failing: state == "failed")
    let id = try #require(test.names(state).first)
    #expect(events(test) == ["\(id).json"])
    let event = try Data(contentsOf: URL(filePath: "\(test.path)/events/\(id).json"))
    #expect(
      try event == Data(contentsOf: URL(filePath: "\(test.path)/out/story.\(report).json")))
    #expect(try JSON(parsing: Array(event))["id"] == .string(id))
  }

  /// The event of its failure has not been taken when a retried job is done.
  @Test func theEventIsOfTheLastEnd() throws {
    let test = try TestSpool()
    let spool = try open(test)
    try test.drop("story.json")
    try end(spool, failing: true)
    let id = try #require(test.names("failed").first.flatMap { JobID($0) })
    try spool.change(id, .retry, by: 0)
    try end(spool, failing: false)
    #expect(events(test) == ["\(id).json"])
    let event = try Data(contentsOf: URL(filePath: "\(test.path)/events/\(id).json"))
    #expect(try JSON(parsing: Array(event))["status"] == "done")
  }

  /// The hooks' account may write in the folder; no job may wait for that.
  @Test func aFolderInItsPlaceStopsNoJob() throws {
    let test = try TestSpool()
    let steps = Steps { [path = test.path] step in
      guard step == .claimed,
        let job = try FileManager.default.contentsOfDirectory(atPath: "\(path)/active").first,
        let id = job.split(separator: ".").first
      else { return }
      for name in ["\(id).json", ".\(id).json"] {
        guard mkdir("\(path)/events/\(name)", 0o755) == 0 else { throw Crash() }
      }
    }
    let spool = try open(test, steps)
    try test.drop("story.json")
    try end(spool, failing: false)
    #expect(test.names("done").count == 1)
    #expect(test.names("out") == ["story.png", "story.result.json"])
  }

  @Test func withoutAnAccountThereAreNone() throws {
    let test = try TestSpool()
    let spool = try open(test)
    try spool.set(\.hooksAccount, nil)
    try test.drop("story.json")
    try end(spool, failing: false)
    #expect(test.names("done").count == 1 && events(test).isEmpty)
  }

  private struct Crash: Error {}

  /// An event that was taken before a crash may come again; none is missing.
  @Test(arguments: [false, true])
  func afterACrashNoneIsMissing(_ failing: Bool) throws {
    for step in [Steps.Step.eventWritten, .reportMoved, .deliveryFlushed, .delivered, .failed] {
      let test = try TestSpool()
      let crashing = try open(test, Steps { if $0 == step { throw Crash() } })
      try test.drop("story.json")
      try? end(crashing, failing: failing)
      let next = try open(test)
      try next.recover { _ in }
      let state = failing ? "failed" : "done"
      #expect(events(test) == test.names(state).map { "\($0).json" }, "\(step)")
      #expect(test.names(state).count == 1, "\(step)")
    }
  }

  @Test func oldOnesAreDeleted() throws {
    let test = try TestSpool()
    let spool = try open(test)
    try test.drop("story.json")
    try end(spool, failing: false)
    let foreign = "\(test.path)/events/notes.json"
    try Data().write(to: URL(filePath: foreign))
    // The hooks' account may write here, and must not stop retention.
    let folder = "\(test.path)/events/1000000000000-0-aaaaaaaa.json"
    #expect(mkdir(folder, 0o700) == 0)
    let retention = Retention(
      done: .seconds(3600), failed: .seconds(7200), reports: .seconds(3600), doneBytes: .max,
      failedBytes: .max)
    try spool.forget(most: 10, now: spool.now + 7_000_000, retention)
    #expect(events(test).count == 3)
    try spool.forget(most: 10, now: spool.now + 7_300_000, retention)
    #expect(events(test) == ["1000000000000-0-aaaaaaaa.json", "notes.json"])
  }

  @Test(.enabled(if: geteuid() == 0, "Only root becomes another user."))
  func onlyTheHooksAccountTakesThem() throws {
    let test = try TestSpool()
    let spool = try open(test)
    try test.drop("story.json")
    try end(spool, failing: false)
    let event = "\(test.path)/events/\(events(test)[0])"
    for folder in [test.path, (test.path as NSString).deletingLastPathComponent] {
      #expect(chmod(folder, 0o755) == 0)
    }
    func runs(_ program: String, as user: UInt32) throws -> Bool {
      try CommandRun(event, program: program, user: user).status == 0
    }
    #expect(try !runs("/bin/cat", as: Self.hooks + 1))
    #expect(try runs("/bin/cat", as: Self.hooks))
    #expect(try runs("/bin/rm", as: Self.hooks))
    #expect(events(test).isEmpty)
  }
}
