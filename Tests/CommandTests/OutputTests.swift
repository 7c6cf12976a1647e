import Foundation
import ProgramTesting
import Testing

/// Where results go, as a shell sees it.
@Suite struct OutputTests {
  private func workshop() throws -> Workshop {
    let workshop = try Workshop()
    for state in ["drop", "out", "reports"] { try workshop.makeFolder("spool/\(state)") }
    for name in ["a", "b"] { try workshop.write(Example.square, "\(name).json") }
    #expect(try CommandRun("render", "a.json", "-o", "right.png", in: workshop.folder).status == 0)
    return workshop
  }

  /// Runs a script of bash, in which `scrim` is the built program.
  private func run(_ script: String, in workshop: Workshop) throws -> CommandRun {
    let script = "PATH=\"\(CommandRun.programs.path):$PATH\"; set -o pipefail; \(script)"
    return try CommandRun("-c", script, program: "/bin/bash", in: workshop.folder)
  }

  @Test(arguments: [
    "scrim render a.json -o - | cat > x.png",
    "scrim render a.json -o - > x.png",
    "scrim render a.json -o /dev/stdout | cat > x.png",
    "scrim render a.json -o /dev/stdout > x.png",
    "scrim render a.json -o /proc/self/fd/1 > x.png",
    "scrim render a.json -o /dev/fd/3 3> x.png > shown",
    "ln -s /dev/stdout link; scrim render a.json -o link > x.png",
    "mkfifo pipe; cat pipe > x.png & scrim render a.json -o pipe > shown && wait",
    "ln -s x.png link; scrim render a.json -o link > shown; test -L link",
  ])
  func theImageGoesWhereTheShellSays(_ script: String) throws {
    let workshop = try workshop()
    let run = try run(script, in: workshop)
    #expect(run.status == 0)
    #expect(run.errors == "")
    #expect(try workshop.bytes("x.png") == workshop.bytes("right.png"))
  }

  /// The numbers of a missing or a closed descriptor are given to the next file, such as the worker's channel.
  @Test(arguments: [
    "cat a.json | FONTCONFIG_FILE=/nonexistent scrim render - -o x.png 2>told; grep -q Fontconfig told",
    "FONTCONFIG_FILE=/nonexistent scrim render a.json -o x.png 2>&-",
    "FONTCONFIG_FILE=/nonexistent scrim render a.json -o x.png 0<&- 1>&- 2>&-",
    "scrim render a.json -o x.png 0<&-",
  ])
  func missingDescriptorsAreNotMistakenForOthers(_ script: String) throws {
    let workshop = try workshop()
    let run = try run(script, in: workshop)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try workshop.bytes("x.png") == workshop.bytes("right.png"))
  }

  @Test func aMissingStandardOutputIsAnError() throws {
    let run = try run("scrim render a.json -o - >&-", in: workshop())
    #expect(run.status == 74)
    #expect(
      run.errors.contains("standard output cannot be written: it is not open for writing."),
      "\(run.errors)")
  }

  @Test func theShellsFileIsNotCutOff() throws {
    let workshop = try workshop()
    let run = try run(
      "echo first > x; scrim render a.json -o /dev/stdout >> x; scrim render a.json -o - >> x",
      in: workshop)
    #expect(run.status == 0, "\(run.errors)")
    let right = try workshop.bytes("right.png")
    #expect(try workshop.bytes("x") == Array("first\n".utf8) + right + right)
  }

  @Test func aHyphenMayBeAName() throws {
    let workshop = try workshop()
    let run = try CommandRun("render", "a.json", "-o", "./-", in: workshop.folder)
    #expect(run.status == 0)
    #expect(run.output == "./-\n")
    #expect(try workshop.bytes("-") == workshop.bytes("right.png"))
  }

  @Test func aReaderThatHasGoneIsAnError() throws {
    let workshop = try workshop()
    let run = try run("scrim render a.json -o - | sleep 0; exit ${PIPESTATUS[0]}", in: workshop)
    // The pipe may have taken the image before its reader went.
    #expect([0, 74].contains(run.status))
    let closed = try self.run(
      "exec 3> >(exit); wait $!; scrim render a.json -o /dev/fd/3", in: workshop)
    #expect(closed.status == 74)
    #expect(
      closed.errors == "scrim: /dev/fd/3 cannot be written: its reader has closed it.\n")
  }

  @Test(arguments: [
    ["render", "a.json", "b.json", "-o", "x.png"],
    ["render", "a.json", "b.json", "-o", "-"],
    ["submit", "--spool", "spool", "a.json", "b.json", "-o", "x.png"],
    ["submit", "--spool", "spool", "a.json", "b.json", "-o", "-"],
  ])
  func severalJobsHaveSeveralImages(_ arguments: [String]) throws {
    let workshop = try workshop()
    let run = try CommandRun(arguments, in: workshop.folder)
    #expect(run.status == 64)
    #expect(
      run.errors.contains(
        "Error: -o \(arguments.last ?? "") is one image, but 2 jobs were given: name a folder (end it in /).\n"
      ),
      "\(run.errors)")
    #expect(try workshop.names(in: "spool/drop") == [])
    #expect(!workshop.exists("x.png"))
  }

  @Test func jobsToRetryAreCounted() throws {
    let workshop = try workshop()
    try workshop.write(
      #"{"job":"a.json","status":"failed"}"# + "\n" + #"{"job":"b.json","status":"failed"}"# + "\n",
      "report")
    let run = try CommandRun(
      "submit", "--spool", "spool", "--retry-failed", "report", "-o", "x.png", in: workshop.folder)
    #expect(run.status == 64)
    #expect(run.errors.contains("but 2 jobs were given"), "\(run.errors)")
    #expect(try workshop.names(in: "spool/drop") == [])
  }

  @Test func standardOutputIsOneFile() throws {
    let workshop = try workshop()
    let run = try CommandRun(
      "submit", "--spool", "spool", "a.json", "-o", "-", "--report", "-", in: workshop.folder)
    #expect(run.status == 64)
    #expect(
      run.errors.contains(
        "Error: -o - and --report - cannot be combined: standard output is one file.\n"),
      "\(run.errors)")
  }

  @Test(arguments: ["000", "022", "077"])
  func aBundleIsTheGroupsWhateverTheUmask(_ umask: String) throws {
    let workshop = try workshop()
    let run = try run(
      """
      chmod 2770 spool/drop; umask \(umask); scrim submit --spool spool a.json >id 2>&1
      stat -c '%a %A' spool/drop/* spool/drop/*/job.json
      """, in: workshop)
    #expect(run.output == "2770 drwxrws---\n660 -rw-rw----\n")
  }
}
