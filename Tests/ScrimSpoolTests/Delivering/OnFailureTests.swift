import Foundation
import ScrimJSON
import ScrimRecords
import ScrimSpool
import Testing

/// `on-failure = "remove"`: a failed job removes what the same owner's earlier job of its name delivered.
@Suite struct OnFailureTests {
  private static let quick: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    return limits
  }()

  private func open(_ test: TestSpool, _ steps: Steps = Steps()) throws -> Spool {
    let spool = try test.open(limits: Self.quick, steps: steps)
    try spool.set(\.removesOnFailure, true)
    return spool
  }

  private func fail(_ name: String, _ test: TestSpool, _ spool: Spool) throws {
    try spool.recover { _ in }
    _ = try Intake(patiently: spool).poll { _ in }
    guard case .job(let job) = try spool.claim() else { return }
    let ticket = try job.ticket()
    let diagnostic = Diagnostic(code: "unknown-effect", message: "no.")
    try spool.fail(
      job, ticket, JobReport.failed(job.name, ticket, [diagnostic], history: History()))
  }

  @Test func earlierOutputsAreRemoved() throws {
    let test = try TestSpool()
    let spool = try open(test)
    try test.drop("story.json")
    try spool.work(image: "small/story.png")
    #expect(test.names("out/small") == ["story.png"])
    try test.drop("story.json")
    try fail("story", test, spool)
    #expect(test.names("out") == ["small", "story.failed.json"])
    #expect(test.names("out/small") == [])
    // A later success removes the report of the failure.
    try test.drop("story.json")
    try spool.work(image: "small/story.png")
    #expect(test.names("out") == ["small", "story.result.json"])
  }

  @Test func byDefaultTheyStay() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: Self.quick)
    try test.drop("story.json")
    try spool.work(image: "story.png")
    try test.drop("story.json")
    try fail("story", test, spool)
    #expect(test.names("out") == ["story.failed.json", "story.png", "story.result.json"])
  }

  /// What a report says decides nothing: the marks of files do.
  @Test func filesWithoutTheMarkStay() throws {
    let test = try TestSpool()
    let spool = try open(test)
    try test.drop("story.json")
    try spool.work(image: "story.png")
    let image = "\(test.path)/out/story.png"
    try FileManager.default.removeItem(atPath: image)
    try Data("mine".utf8).write(to: URL(filePath: image))
    try test.drop("story.json")
    try fail("story", test, spool)
    #expect(test.names("out") == ["story.failed.json", "story.png"])
    #expect(test.text("out/story.png") == "mine")
  }

  @Test func outputsOfOtherJobsStay() throws {
    let test = try TestSpool()
    let spool = try open(test)
    for name in ["story", "other"] {
      try test.drop("\(name).json")
      try spool.work(image: "\(name).png")
    }
    try test.drop("story.json")
    try fail("story", test, spool)
    #expect(test.names("out") == ["other.png", "other.result.json", "story.failed.json"])
  }

  @Test func aCrashAnywhereLeavesNoImageBehind() throws {
    let count = try atEachStep { crash in
      let test = try TestSpool()
      try test.drop("story.json")
      try open(test).work(image: "story.png")
      try test.drop("story.json")
      try crash.work { try fail("story", test, open(test, $0)) }
      try fail("story", test, open(test))
      #expect(test.names("out") == ["story.failed.json"], "\(crash)")
      #expect(test.names("failed").count == 1)
    }
    #expect(count > 8)
  }
}
