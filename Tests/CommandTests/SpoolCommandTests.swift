import Foundation
import ProgramTesting
import Testing

@Suite struct SpoolCommandTests {
  /// A spool's folders without a daemon.
  private func spool() throws -> Workshop {
    let workshop = try Workshop()
    for state in ["drop", "out", "reports"] { try workshop.makeFolder("spool/\(state)") }
    return workshop
  }

  @Test func saysWhereItLookedForASpool() throws {
    let workshop = try Workshop()
    try workshop.write(Example.square, "square.json")
    let run = try CommandRun(
      "submit", "--spool", "nowhere", "square.json", in: workshop.folder)
    #expect(run.status == 74)
    #expect(
      run.errors == "scrim: nowhere (from --spool) is not a spool directory (it has no drop/). "
        + "Is scrimd running?\n")
    let other = try CommandRun(
      "submit", "square.json", in: workshop.folder, environment: ["SCRIM_SPOOL": "elsewhere"])
    #expect(other.errors.contains("elsewhere (from SCRIM_SPOOL) is not a spool directory"))
  }

  @Test func dropsABundleWithTheFilesThatTheJobNames() throws {
    let workshop = try spool()
    try workshop.write("a picture", "jobs/pictures/deep/a.png")
    try workshop.write("not named", "jobs/pictures/b.png")
    let job = Example.image("deep/a.png")
      .replacingOccurrences(of: "\"scrim\": 1,", with: "\"scrim\": 1, \"assets\": \"pictures\",")
    try workshop.write(job, "jobs/frame.json")
    let run = try CommandRun("submit", "--no-check", "jobs/frame.json", in: workshop.folder)
    #expect(run.status == 0)
    #expect(run.errors == "")
    let names = try workshop.names(in: "spool/drop")
    #expect(names.count == 1)
    let name = try #require(names.first)
    #expect(name.wholeMatch(of: /frame@[a-z2-7]{16}\.scrim/) != nil)
    // The identifier is the token.
    #expect(name == "frame@\(run.output.dropLast()).scrim")
    #expect(try workshop.text("spool/drop/\(name)/job.json") == job)
    #expect(try workshop.names(in: "spool/drop/\(name)") == ["job.json", "pictures"])
    #expect(try workshop.names(in: "spool/drop/\(name)/pictures") == ["deep"])
    #expect(try workshop.text("spool/drop/\(name)/pictures/deep/a.png") == "a picture")
  }

  @Test func givesTheDaemonsGroupWhatItNeeds() throws {
    let workshop = try spool()
    try workshop.write(Example.square, "square.json")
    #expect(try CommandRun("submit", "square.json", in: workshop.folder).status == 0)
    let bundle = try #require(try workshop.names(in: "spool/drop").first)
    func mode(_ name: String) throws -> Int? {
      let path = workshop.folder.appendingPathComponent("spool/drop/\(name)").path
      return try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(bundle) == 0o770)
    #expect(try mode("\(bundle)/job.json") == 0o660)
  }

  @Test func dropsNothingOfAJobWhoseImageIsNotThere() throws {
    let workshop = try spool()
    try workshop.write(Example.image("photo.jpg"), "frame.json")
    let run = try CommandRun("submit", "frame.json", in: workshop.folder)
    #expect(run.status == 66)
    #expect(
      run.errors == "frame.json:4:38: layers[0].image.source: \"photo.jpg\": no such file.\n")
    #expect(try workshop.names(in: "spool/drop") == [])
  }

  @Test func waitsForItsOwnReportAndPrintsTheImages() throws {
    let workshop = try spool()
    try workshop.write(Example.square, "square.json")
    let running = try RunningCommand(["submit", "--wait", "square.json"], in: workshop.folder)
    let bundle = try #require(try workshop.firstName(in: "spool/drop"))
    let token = bundle.dropFirst("square@".count).dropLast(".scrim".count)
    while !running.errorsSoFar.contains("No scrimd") { usleep(10_000) }
    let id = "1795483755404-\(getuid())-uc5qydag"
    try workshop.deliver("spool/out/square.png", of: id)
    try workshop.write(
      #"{"status": "done", "job": "square", "id": "\#(id)", "outputs": [{"file": "square.png", "format": "png"}]}"#,
      "spool/reports/\(token).json")
    let run = running.finish()
    #expect(run.status == 0)
    #expect(run.output == "spool/out/square.png\n")
    #expect(
      run.errors == "square: submitted as \(token)\n"
        + "No scrimd is running for spool: the jobs wait until it is started.\n")
  }

  @Test func tellsTheErrorsOfAFailedJob() throws {
    let workshop = try spool()
    try workshop.write(Example.square, "square.json")
    let running = try RunningCommand(["submit", "--wait", "square.json"], in: workshop.folder)
    let bundle = try #require(try workshop.firstName(in: "spool/drop"))
    let token = bundle.dropFirst("square@".count).dropLast(".scrim".count)
    try workshop.write(
      """
      {"status": "failed", "job": "square", "errors": [{"code": "out-of-range", "line": 1,
       "column": 3, "pointer": "/scrim", "message": "2 is no version."}]}
      """, "spool/reports/\(token).json")
    let run = running.finish()
    #expect(run.status == 65)
    #expect(run.errors.hasSuffix("\nsquare.json:1:3: scrim: 2 is no version.\n"))
  }

  @Test(arguments: [
    ["jobs"], ["show", "a"], ["wait", "a"], ["fetch", "a"], ["cancel", "a"], ["hold", "a"],
    ["release", "a"], ["retry", "a"], ["priority", "a", "1"], ["purge", "a"], ["history"],
  ])
  func commandsNeedASpoolAndAJob(_ arguments: [String]) throws {
    let workshop = try Workshop()
    let words = arguments.map { $0 == "a" ? "hb7ydo2bmsq4xkva" : $0 }
    let none = try CommandRun(words + ["--spool", "none"], in: workshop.folder)
    #expect(none.status == 74)
    #expect(none.errors.hasPrefix("scrim: none (from --spool) is not a spool directory"))
    guard words != arguments else { return }
    let wrong = try CommandRun(arguments, in: workshop.folder)
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("a is not a job: expected an ID such as 1795483755404-1000-"))
  }

  /// By the identifier that `submit` has printed, from the report.
  @Test func waitsWithoutADaemon() throws {
    let workshop = try spool()
    let (done, failed) = ("hb7ydo2bmsq4xkva", "hb7ydo2bmsq4xkvb")
    let unknown = try CommandRun("wait", done, "--timeout", "0.3", in: workshop.folder)
    #expect(unknown.status == 124 && unknown.output.isEmpty && unknown.errors.isEmpty)
    let id = "1795483755404-\(getuid())-uc5qydag"
    try workshop.write(
      #"{"status": "done", "job": "a", "id": "\#(id)", "outputs": []}"#,
      "spool/reports/\(done).json")
    try workshop.write(
      #"{"status": "failed", "job": "b", "id": "\#(id)", "errors": [{"code": "x", "message": "No."}]}"#,
      "spool/reports/\(failed).json")
    let one = try CommandRun("wait", done, in: workshop.folder)
    #expect(one.status == 0 && one.errors.isEmpty, "\(one)")
    let both = try CommandRun("wait", done, failed, in: workshop.folder)
    #expect(both.status == 1)
    #expect(both.errors == "job \(failed) (b): No.\n")
  }

  @Test func watchesUntilTheQueueIsEmpty() throws {
    let workshop = try spool()
    try workshop.write(
      #"{"status": "done", "job": "a", "outputs": [{"file": "a.png", "format": "png"}]}"#,
      "spool/out/a.result.json")
    let quiet = try CommandRun("watch", "--drain", in: workshop.folder)
    #expect(quiet.status == 0)
    #expect(quiet.output == "")
    let since = try CommandRun("watch", "--drain", "--since", "0", in: workshop.folder)
    #expect(since.output == "spool/out/a.png\n")
  }

  @Test func countsJobsByState() throws {
    let workshop = try spool()
    try workshop.makeFolder("spool/queue/1-0-a.0")
    try workshop.makeFolder("spool/queue/.unfinished")
    let run = try CommandRun("status", in: workshop.folder)
    #expect(run.status == 3)
    #expect(run.output.hasPrefix("spool   spool\nscrimd  not running\n"))
    #expect(run.output.contains("\nqueue     1\n"))
    let json = try CommandRun("status", "--json", in: workshop.folder)
    #expect(json.status == 3)
    let status = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect((status["jobs"] as? [String: [String]])?["queue"] == ["1-0-a.0"])
  }
}
