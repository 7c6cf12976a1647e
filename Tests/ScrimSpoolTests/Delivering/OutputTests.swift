import Foundation
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimSpool
import Testing

/// Ownership of names in `out/`.
@Suite struct OutputTests {
  private let limits: SpoolLimits = {
    var limits = SpoolLimits()
    limits.settle = .zero
    return limits
  }()

  private func commit(_ spool: Spool, _ image: String, _ pixels: String) throws -> SpoolJob {
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    let ticket = try job.ticket()
    let stored = try spool.store(
      .own(Array(pixels.utf8)), as: OutputRecord(file: image), limit: 1 << 20, of: job)
    let report = JobReport.done(
      job.name, ticket, RenderReport(), outputs: [stored], stages: [])
    return try spool.commit(job, ticket, report: report)
  }

  @Test func aLaterJobReplacesAnEarlierOnesOutput() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: limits)
    for pixels in ["first", "second"] {
      try test.drop("a.json")
      _ = try Intake(patiently: spool).poll { _ in }
      _ = try spool.deliver(commit(spool, "a.png", pixels))
      #expect(test.text("out/a.png") == pixels)
      // IDs have a resolution of milliseconds.
      usleep(2000)
    }
  }

  @Test func anEarlierJobNeverReplacesALaterOnesOutput() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: limits)
    for name in ["a.json", "b.json"] {
      try test.drop(name)
      _ = try Intake(patiently: spool).poll { _ in }
      usleep(2000)
    }
    let early = try commit(spool, "same.png", "early")
    let late = try commit(spool, "same.png", "late")
    _ = try spool.deliver(late)
    guard case .delivered(let files) = try spool.deliver(early) else {
      Issue.record("the earlier job is in conflict")
      return
    }
    #expect(files.isEmpty)
    #expect(test.text("out/same.png") == "late")
    #expect(test.names("done").count == 2)
  }

  @Test func aFileOfSomebodyElseIsAnError() throws {
    let test = try TestSpool()
    try Data("theirs".utf8).write(to: URL(filePath: "\(test.path)/out/a.png"))
    let spool = try test.open(limits: limits)
    try test.drop("a.json")
    _ = try Intake(patiently: spool).poll { _ in }
    guard case .conflict(let diagnostic) = try spool.deliver(commit(spool, "a.png", "mine")) else {
      Issue.record("no conflict")
      return
    }
    #expect(diagnostic.code == "output-taken")
    #expect(
      diagnostic.message
        == #""a.png" already exists in the output folder and belongs to another user."#)
    #expect(test.text("out/a.png") == "theirs")
    #expect(try test.report("a")["status"] == "failed")
    #expect(test.names("failed").count == 1)
  }

  @Test func aSubfolderIsCreated() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: limits)
    for pixels in ["first", "second"] {
      try test.drop("a.json")
      _ = try Intake(patiently: spool).poll { _ in }
      _ = try spool.deliver(commit(spool, "100%/small/a%2F.png", pixels))
      #expect(test.text("out/100%/small/a%2F.png") == pixels)
      usleep(2000)
    }
    #expect(test.names("out") == ["100%", "a.result.json"])
    let done = try #require(test.names("done").first)
    #expect(test.text("done/\(done)/kept.100%25%2Fsmall%2Fa%252F.png") == "first")
  }

  @Test(arguments: ["file/a.png", "link/a.png"])
  func aFolderThatIsNoneFailsTheJob(_ file: String) throws {
    let test = try TestSpool()
    try Data("mine".utf8).write(to: URL(filePath: "\(test.path)/out/file"))
    try FileManager.default.createSymbolicLink(
      atPath: "\(test.path)/out/link", withDestinationPath: "/tmp")
    let spool = try test.open(limits: limits)
    try test.drop("a.json")
    _ = try Intake(patiently: spool).poll { _ in }
    guard case .conflict(let diagnostic) = try spool.deliver(commit(spool, file, "pixels")) else {
      Issue.record("no conflict")
      return
    }
    #expect(diagnostic.code == "output-denied")
    #expect(
      diagnostic.message
        == "\"\(file)\" cannot be delivered: a folder on its path is a file, or the output "
        + "folder refuses it (Not a directory).")
  }

  private func fail(_ spool: Spool, _ test: TestSpool) throws {
    try test.drop("a.json")
    _ = try Intake(patiently: spool).poll { _ in }
    guard case .job(let job) = try spool.claim() else { throw Crash() }
    let ticket = try job.ticket()
    let diagnostic = Diagnostic(code: "some-error", message: "something is wrong.")
    try spool.fail(
      job, ticket, JobReport.failed(job.name, ticket, [diagnostic], history: History()))
    usleep(2000)
  }

  @Test func aFailureLeavesTheEarlierImageAndASuccessRemovesTheFailuresReport() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: limits)
    try test.drop("a.json")
    _ = try Intake(patiently: spool).poll { _ in }
    _ = try spool.deliver(commit(spool, "a.png", "first"))
    let report = test.text("out/a.result.json")
    usleep(2000)
    try fail(spool, test)
    #expect(test.names("out") == ["a.failed.json", "a.png", "a.result.json"])
    #expect(test.text("out/a.png") == "first" && test.text("out/a.result.json") == report)
    #expect(try test.report("a")["errors"]?.array?.first?["code"] == "some-error")
    try test.drop("a.json")
    _ = try Intake(patiently: spool).poll { _ in }
    _ = try spool.deliver(commit(spool, "a.png", "second"))
    #expect(test.names("out") == ["a.png", "a.result.json"])
    #expect(test.text("out/a.png") == "second")
  }

  @Test func aFailuresReportOfAnotherStays() throws {
    let test = try TestSpool()
    try Data("theirs".utf8).write(to: URL(filePath: "\(test.path)/out/a.failed.json"))
    let spool = try test.open(limits: limits)
    try fail(spool, test)
    #expect(test.text("out/a.failed.json") == "theirs")
    try test.drop("a.json")
    _ = try Intake(patiently: spool).poll { _ in }
    _ = try spool.deliver(commit(spool, "a.png", "mine"))
    #expect(test.names("out") == ["a.failed.json", "a.png", "a.result.json"])
    #expect(test.text("out/a.failed.json") == "theirs")
  }

  @Test(arguments: [
    "../a.png", "a//b.png", "a/.b.png", "/a.png", ".hidden.png", "x.result.json", "x.failed.json",
    "", "a\nb.png",
  ])
  func namesThatNoOutputCanHave(_ name: String) throws {
    let test = try TestSpool()
    let spool = try test.open(limits: limits)
    try test.drop("a.json")
    _ = try Intake(patiently: spool).poll { _ in }
    let diagnostic = #expect(throws: Diagnostic.self) { try commit(spool, name, "pixels") }
    #expect(diagnostic?.code == "output-name")
  }

  @Test func reportCarriesTheDigestAndStandsUnderItsToken() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: limits)
    let bundle = "\(test.path)/drop/a@abcdefghijklmnop.scrim"
    try FileManager.default.createDirectory(
      atPath: bundle, withIntermediateDirectories: true)
    try Data(#"{"scrim": 1}"#.utf8).write(to: URL(filePath: "\(bundle)/job.json"))
    _ = try Intake(patiently: spool).poll { _ in }
    _ = try spool.deliver(commit(spool, "a.png", "pixels"))
    let report = try test.report("a")
    // Readers of out/ do not learn the token from the report.
    #expect(test.text("out/a.result.json")?.contains("abcdefghijklmnop") == false)
    #expect(report["attempts"] == 1)
    #expect(
      report["outputs"]?.array?.first?["sha256"]
        == "6ec9c2b0eb14010746c8bce8939303b382344b296206612eb8a907a37b2b2f37")
    #expect(test.names("reports") == ["abcdefghijklmnop.json"])
  }

  /// A user who learns another's token must not place a report under it.
  @Test(.enabled(if: geteuid() == 0, "Only root gives files to others."))
  func anotherUsersReportIsNotReplacedByItsToken() throws {
    let test = try TestSpool()
    let spool = try test.open(limits: limits)
    for (name, user) in [("alices", uid_t(61_001)), ("mallorys", 61_002), ("alices-next", 61_001)] {
      let bundle = "\(test.path)/drop/\(name)@abcdefghijklmnop.scrim"
      try FileManager.default.createDirectory(
        atPath: bundle, withIntermediateDirectories: true)
      try Data(#"{"scrim": 1}"#.utf8).write(to: URL(filePath: "\(bundle)/job.json"))
      #expect(chown("\(bundle)/job.json", user, user) == 0 && chown(bundle, user, user) == 0)
      _ = try Intake(patiently: spool).poll { _ in }
      _ = try spool.deliver(commit(spool, "\(name).png", "pixels"))
      let report = try #require(test.text("reports/abcdefghijklmnop.json"))
      #expect(report.contains("\"job\": \"\(name == "mallorys" ? "alices" : name)\""))
      #expect(try test.report(name)["status"] == "done")
      // IDs have a resolution of milliseconds.
      usleep(2000)
    }
  }

  @Test func foldersOfANewSpool() throws {
    let test = try TestSpool()
    func mode(_ folder: String) throws -> mode_t {
      var about = stat()
      try #require(stat("\(test.path)/\(folder)", &about) == 0)
      return about.st_mode & 0o7777
    }
    // Sticky, so that users cannot replace one another's files.
    #expect(try mode("drop") == 0o3733)
    #expect(try mode("assets") == 0o3775)
    // A report can be opened by its token only.
    #expect(try mode("reports") == 0o2710)
    #expect(try mode("out") == 0o2750)
  }
}
