import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// `scrim validate` and `scrim render` of several jobs, and of one on standard input.
@Suite struct SeveralJobsTests {
  private static let bad = #"{"scrim": 1, "canvas": {"width": 8, "heigth": 8}, "layers": []}"#

  private func workshop() throws -> Workshop {
    let workshop = try Workshop()
    for name in ["a", "c"] { try workshop.write(Example.square, "\(name).json") }
    try workshop.write(Self.bad, "b.json")
    return workshop
  }

  @Test func allAreRenderedThatCanBe() throws {
    let workshop = try workshop()
    let run = try CommandRun(
      "render", "a.json", "b.json", "none.json", "c.json", "-o", "out/", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.output == "out/a.png\nout/c.png\n")
    #expect(run.errors.contains("b.json:1:37: "), "\(run.errors)")
    #expect(run.errors.hasSuffix("scrim: none.json: no such file.\n"), "\(run.errors)")
    #expect(try workshop.bytes("out/a.png") == workshop.bytes("out/c.png"))
  }

  @Test func noImageReplacesThatOfAnotherJob() throws {
    let workshop = try workshop()
    try FileManager.default.createDirectory(
      at: workshop.folder.appending(path: "x"), withIntermediateDirectories: true)
    try workshop.write(Example.square, "x/a.json")
    let run = try CommandRun("render", "a.json", "x/a.json", "c.json", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.output == "a.png\nc.png\n")
    #expect(
      run.errors
        == "scrim: x/a.json: its output \"a.png\" is also one of a.json: give them different names in \"output\".\n"
    )
  }

  @Test func allAreChecked() throws {
    let workshop = try workshop()
    let run = try CommandRun("validate", "a.json", "b.json", "c.json", in: workshop.folder)
    #expect(run.status == 65)
    #expect(run.output == "")
    #expect(run.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("b.json:") })
    #expect(run.errors.contains("\"heigth\""))
    #expect(try CommandRun("validate", "a.json", "c.json", in: workshop.folder).status == 0)
    let list = try CommandRun("validate", "--json", "a.json", "b.json", in: workshop.folder)
    let found = try JSON(parsing: Array(list.output.utf8)).array ?? []
    #expect(found.map { $0["job"] } == ["a.json", "b.json"])
    #expect(found.first?["errors"] == .array([]) && found.first?["warnings"] == .array([]))
    #expect(found.last?["errors"]?.array?.first?["pointer"] == "/canvas/heigth")
    let one = try CommandRun("validate", "--json", "a.json", in: workshop.folder)
    #expect(one.output == "[]\n")
  }

  @Test func aJobComesOnStandardInput() throws {
    let workshop = try workshop()
    let good = workshop.folder.appending(path: "a.json")
    let run = try CommandRun("render", "-", in: workshop.folder, input: good)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "job.png\n")
    // A pipe has no positions.
    let piped = try CommandRun("render", "-", in: workshop.folder, pipe: workshop.bytes("a.json"))
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(piped.output == "job.png\n")
    let bad = try CommandRun(
      "validate", "-", in: workshop.folder, input: workshop.folder.appending(path: "b.json"))
    #expect(bad.status == 65)
    #expect(bad.errors.hasPrefix("<standard input>:1:37: "), "\(bad.errors)")
    let nothing = try CommandRun("validate", "-", in: workshop.folder)
    #expect(nothing.status == 65)
  }

  @Test(arguments: [
    (["render", "-", "-"], "- can be given once: standard input is one document."),
    (
      ["render", "a.json", "c.json", "-o", "x.png"],
      "-o x.png is one image, but 2 jobs were given: name a folder (end it in /)."
    ),
    (
      ["render", "a.json", "c.json", "--trace", "t"],
      "--trace, --layers and --debug are for one job."
    ),
  ])
  func optionsAreChecked(_ arguments: [String], _ message: String) throws {
    let workshop = try workshop()
    let run = try CommandRun(arguments, in: workshop.folder)
    #expect(run.status == 64)
    #expect(run.errors.contains("Error: \(message)\n"), "\(run.errors)")
  }
}
