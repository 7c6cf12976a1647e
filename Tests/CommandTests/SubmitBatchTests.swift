import Foundation
import ProgramTesting
import Testing

/// `scrim submit` of several jobs: all are checked before the first is submitted.
@Suite struct SubmitBatchTests {
  /// A spool's folders without a daemon, a job `good`, and `bad`, whose image is missing.
  private func workshop() throws -> Workshop {
    let workshop = try Workshop()
    for state in ["drop", "out", "reports"] { try workshop.makeFolder("spool/\(state)") }
    try workshop.write(Example.square, "good.json")
    try workshop.write(Example.image("photo.jpg"), "bad.json")
    return workshop
  }

  private func dropped(_ workshop: Workshop) throws -> [String] {
    try workshop.names(in: "spool/drop").map { String($0.prefix { $0 != "@" }) }
  }

  /// Delivers a report as the daemon does.
  private func deliver(_ job: String, _ report: String, _ workshop: Workshop) throws {
    let bundle = try #require(
      try workshop.names(in: "spool/drop").first { $0.hasPrefix("\(job)@") })
    let token = bundle.dropFirst("\(job)@".count).dropLast(".scrim".count)
    try workshop.write(report, "spool/reports/\(token).json")
  }

  private static let missing =
    "bad.json:4:38: layers[0].image.source: \"photo.jpg\": no such file.\n"

  @Test func noneIsSubmittedIfOneHasErrors() throws {
    let workshop = try workshop()
    try workshop.write("{", "broken.json")
    let run = try CommandRun(
      "submit", "good.json", "bad.json", "broken.json", "none.json", in: workshop.folder)
    #expect(run.status == 66)
    #expect(run.errors.hasPrefix(Self.missing + "broken.json:"), "\(run.errors)")
    #expect(
      run.errors.hasSuffix(
        "scrim: none.json: no such file.\n"
          + "No job was submitted: 3 of 4 have errors. --keep-going submits the others.\n"))
    #expect(try dropped(workshop) == [])
  }

  @Test func errorsThatAWorkerFindsAreFoundBeforeTheFirstIsSubmitted() throws {
    let workshop = try workshop()
    try workshop.write(#"{"scrim": 1}"#, "bad.json")
    let run = try CommandRun("submit", "good.json", "bad.json", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.errors.hasPrefix("bad.json:1:"), "\(run.errors)")
    #expect(try dropped(workshop) == [])
    let others = try CommandRun(
      "submit", "--keep-going", "good.json", "bad.json", in: workshop.folder)
    #expect(others.status == 65)
    #expect(try dropped(workshop) == ["good"])
    let unchecked = try CommandRun("submit", "--no-check", "bad.json", in: workshop.folder)
    #expect(unchecked.status == 0)
    #expect(try dropped(workshop) == ["bad", "good"])
  }

  @Test func theDaemonDecidesAboutEffects() throws {
    let workshop = try workshop()
    try workshop.write(
      Example.square.replacingOccurrences(
        of: "\"fill\"", with: "\"effects\": [{\"effect\": \"glwo\"}], \"fill\""), "good.json")
    let run = try CommandRun("submit", "good.json", in: workshop.folder)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.errors.contains("warning: unknown effect \"glwo\""), "\(run.errors)")
    #expect(try dropped(workshop) == ["good"])
  }

  @Test func aBatchHasAtMost4096Files() throws {
    let workshop = try workshop()
    try workshop.makeFolder("photos")
    let photo = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"
      ))
    try workshop.write(
      #"""
      {"scrim": 1, "inputs": {"photo": {"type": "string"}}, "canvas": {"width": 8, "height": 8},
        "layers": [{"image": {"source": "photos/${photo}.png"}}]}
      """#, "card.json")
    for number in 1...4097 { try workshop.write(photo, "photos/\(number).png") }
    try workshop.write(
      "photo\n" + (1...4097).map { "\($0)\n" }.joined(), "photos.csv")
    let run = try CommandRun("submit", "card.json", "--data", "photos.csv", in: workshop.folder)
    #expect(run.status == 65)
    #expect(
      run.errors.hasSuffix(
        "card.json: the rows name more than 4096 files: submit them with --rows in parts.\n"),
      "\(run.errors)")
    // A file that cannot be opened for lack of descriptors is not one that its row lacks.
    let few = try CommandRun(
      [
        "-c", "ulimit -n 200; exec \"$0\" submit card.json --data photos.csv",
        CommandRun.programs.appending(path: "scrim").path,
      ], program: "/bin/sh", in: workshop.folder)
    #expect(few.status == 65)
    #expect(
      few.errors.hasSuffix(
        "card.json: the rows name more than 72 files, all that this process may have open (ulimit -n): "
          + "submit them with --rows in parts.\n"), "\(few.errors)")
    #expect(try dropped(workshop) == [])
  }

  @Test func aDocumentComesFromStandardInput() throws {
    let workshop = try workshop()
    let document = Array(Example.square.utf8)
    let run = try CommandRun("submit", "-", in: workshop.folder, pipe: document)
    #expect(run.status == 0, "\(run.errors)")
    let named = try CommandRun(
      "submit", "-", "--name", "cover", in: workshop.folder, pipe: document)
    #expect(named.status == 0, "\(named.errors)")
    #expect(try dropped(workshop) == ["cover", "job"])
    let wrong = try CommandRun("submit", "good.json", "--name", "x", in: workshop.folder)
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("--name is for a job on standard input."))
  }

  @Test func jsonHasAnObjectPerJob() throws {
    let workshop = try workshop()
    let run = try CommandRun(
      "submit", "--json", "--keep-going", "bad.json", "good.json", in: workshop.folder)
    #expect(run.status == 66)
    #expect(run.errors == "")
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first?.hasPrefix(
        #"{"identifier":null,"id":null,"name":"bad","state":"rejected","outputs":[],"warnings":[],"errors":[{"pointer":"/layers/0/image/source","line":"#
      ) == true, "\(lines)")
    let identifier = try #require(try workshop.firstName(in: "spool/drop"))
      .dropFirst("good@".count).dropLast(".scrim".count)
    #expect(
      lines.last
        == #"{"identifier":"\#(identifier)","id":null,"name":"good","state":"submitted","outputs":[],"warnings":[],"errors":[]}"#
    )
    let both = try CommandRun("submit", "--json", "-o", "-", "good.json", in: workshop.folder)
    #expect(both.status == 64)
    #expect(both.errors.contains("--json and -o - exclude each other: both are standard output."))
  }

  @Test func keepGoingSubmitsTheOthers() throws {
    let workshop = try workshop()
    let run = try CommandRun(
      "submit", "--keep-going", "bad.json", "good.json", in: workshop.folder)
    #expect(run.status == 66)
    #expect(run.errors == Self.missing)
    #expect(run.output.wholeMatch(of: /[a-z2-7]{16}\n/) != nil)
    #expect(try dropped(workshop) == ["good"])
  }

  @Test(arguments: [
    (#"{"scrim": 1}"#, "a/story.json", #"{"scrim": 1}"#, "b/story.json", "story.png"),
    (
      #"{"scrim": 1, "output": {"file": "x/y.webp"}}"#, "a.json",
      #"{"scrim": 1, "output": [{"file": "z.png"}, {"file": "x/y.webp"}]}"#, "b.json", "x/y.webp"
    ),
    (
      #"{"scrim": 1, "output": {"file": "b.jpg"}}"#, "a.json",
      #"{"scrim": 1, "output": {"format": "jpeg"}}"#, "b.json", "b"
    ),
    (
      #"{"scrim": 1, "output": {"format": "jpeg"}}"#, "a.json",
      #"{"scrim": 1, "output": {"file": "a.jpg"}}"#, "b.json", "a.jpg"
    ),
  ])
  func twoJobsWithOneOutputAreRefused(
    _ one: String, _ first: String, _ other: String, _ second: String, _ output: String
  ) throws {
    let workshop = try workshop()
    try workshop.write(one, first)
    try workshop.write(other, second)
    let run = try CommandRun("submit", "--no-check", first, second, in: workshop.folder)
    #expect(run.status == 65)
    #expect(
      run.errors.hasPrefix(
        "scrim: \(second): its output \"\(output)\" is also one of \(first): give them different names in \"output\".\n"
      ), "\(run.errors)")
    #expect(try dropped(workshop) == [])
    // Private results are not in out/.
    let own = try CommandRun(
      "submit", "--no-check", "--private", first, second, in: workshop.folder)
    #expect(own.status == 0, "\(own.errors)")
  }

  @Test func aReportSaysHowEachJobEndedAndWhatFailedIsTriedAgain() throws {
    let workshop = try workshop()
    try workshop.write(Example.square, "other.json")
    let running = try RunningCommand(
      ["submit", "--keep-going", "--report", "r.jsonl", "good.json", "bad.json", "other.json"],
      in: workshop.folder)
    while try workshop.names(in: "spool/drop").filter({ !$0.hasPrefix(".") }).count < 2 {
      usleep(10_000)
    }
    let id = "1795483755404-\(getuid())-uc5qydag"
    try workshop.deliver("spool/out/good.png", of: id)
    try deliver(
      "good",
      #"{"status": "done", "job": "good", "id": "\#(id)", "outputs": [{"file": "good.png", "format": "png"}]}"#,
      workshop)
    try deliver(
      "other",
      #"{"status": "failed", "job": "other", "errors": [{"code": "effect-crash", "message": "It crashed."}]}"#,
      workshop)
    let run = running.finish()
    #expect(run.status == 70)
    #expect(run.output == "spool/out/good.png\n")
    #expect(run.errors.hasSuffix("1 rendered, 1 failed, 1 rejected\n"), "\(run.errors)")
    let lines = try workshop.text("r.jsonl").split(separator: "\n").sorted()
    #expect(lines.count == 3)
    #expect(
      lines.first?.hasPrefix(
        #"{"job":"bad.json","status":"rejected","outputs":[],"warnings":[],"errors":[{"#) == true,
      "\(lines)")
    #expect(
      lines.contains(
        #"{"job":"good.json","status":"done","outputs":["spool/out/good.png"],"warnings":[],"errors":[]}"#
      ), "\(lines)")
    #expect(
      lines.contains(
        #"{"job":"other.json","status":"failed","outputs":[],"warnings":[],"errors":[{"pointer":"","message":"It crashed.","code":"effect-crash"}]}"#
      ), "\(lines)")
    for name in try workshop.names(in: "spool/drop") {
      try FileManager.default.removeItem(
        at: workshop.folder.appendingPathComponent("spool/drop/\(name)"))
    }
    let again = try CommandRun(
      "submit", "--keep-going", "--retry-failed", "r.jsonl", in: workshop.folder)
    #expect(again.status == 66)
    #expect(try dropped(workshop) == ["other"])
  }

  @Test func waitingEndsAfterTheTimeout() throws {
    let workshop = try workshop()
    try workshop.write(Example.square, "other.json")
    let run = try CommandRun(
      "submit", "--timeout", "0.2", "--report", "r.jsonl", "good.json", "other.json",
      in: workshop.folder)
    #expect(run.status == 124)
    #expect(run.errors.hasSuffix("0 rendered, 0 failed, 2 unfinished\n"), "\(run.errors)")
    #expect(
      try workshop.text("r.jsonl").split(separator: "\n").allSatisfy {
        $0.contains(#""status":"unfinished""#)
      })
  }

  @Test func aReportThatIsNoneIsRefused() throws {
    let workshop = try workshop()
    try workshop.write(#"{"job": "a", "status": "done"}"# + "\n{}\n", "r.jsonl")
    let run = try CommandRun("submit", "--retry-failed", "r.jsonl", in: workshop.folder)
    #expect(run.status == 65)
    #expect(
      run.errors
        == "scrim: r.jsonl:2: not a line of a report: expected an object with \"job\" and \"status\".\n"
    )
    let none = try CommandRun("submit", in: workshop.folder)
    #expect(none.status == 64)
    #expect(none.errors.contains("Error: Give jobs, or --retry-failed and no jobs.\n"))
  }
}
