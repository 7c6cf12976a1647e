import Foundation
import ProgramTesting
import ScrimJSON
import Testing

@Suite struct ConfigurationTests {
  private func check(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> CommandRun {
    try CommandRun(arguments + ["--check"], program: "scrimd", environment: environment)
  }

  private func check(toml: String) throws -> (status: Int32, output: String, errors: String) {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(toml.utf8).write(to: file)
    let run = try check(["--config", file.path])
    return (run.status, run.output, run.errors.replacing(file.path, with: "FILE"))
  }

  @Test func theCommentedFileSaysTheDefaults() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../etc/scrim.toml").standardized
    let written = try check(["--config", file.path])
    let defaults = try check(["--config", "/dev/null"])
    #expect(written.status == 0)
    #expect(written.output == defaults.output)
    // The file contains every key, not only those that differ.
    let text = try String(contentsOf: file, encoding: .utf8)
    let tables = try JSON(parsing: Array(defaults.output.utf8)).object ?? []
    #expect(tables.count == 14)
    for table in tables {
      #expect(text.contains("[\(table.key)]"))
      for key in table.value.object ?? [] {
        #expect(text.contains("\n\(key.key) = "), "\(key.key)")
      }
    }
  }

  @Test func theOperatorsPageHasTheDefaults() throws {
    let defaults = try JSON(parsing: Array(check(["--config", "/dev/null"]).output.utf8))
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../docs/operating.md").standardized
    let page = try String(contentsOf: file, encoding: .utf8)
      .split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    func value(_ table: String, _ key: String) throws -> Int {
      try #require(defaults[table]?[key]?.integer)
    }
    func thousands(_ number: Int) -> String {
      number.formatted(.number.locale(Locale(identifier: "en_US")))
    }
    for sentence in [
      "more than \(try value("limits", "inputs")) files, 1,024 names",
      "costs an attempt (\(try value("retries", "attempts")), with increasing delays)",
      "after \(thousands(try value("workers", "jobs"))) jobs",
      "less than \(try value("disk", "free-percent")) % or \(try value("disk", "free-bytes") >> 30) GiB",
      "or \(thousands(try value("intake", "waiting"))) jobs are waiting",
      "If \(thousands(try value("intake", "waiting-per-user"))) jobs of a user are waiting",
    ] {
      #expect(page.contains(sentence), "\(sentence)")
    }
  }

  @Test func keysThatHaveNoEffectAnyMoreAreWarnings() throws {
    let result = try check(
      toml: """
        [workers]
        grown-bytes = 536870912
        [intake]
        settle-blind-ms = 10000
        [retries]
        back-off-ms = 10000
        back-off-most-ms = 3600000
        """)
    #expect(result.status == 0)
    #expect(
      result.errors == """
        scrimd: FILE:2:1: workers.grown-bytes has no effect any more: remove it.
        scrimd: FILE:4:1: intake.settle-blind-ms has no effect any more: remove it.
        scrimd: FILE:6:1: retries.back-off-ms has no effect any more: remove it.
        scrimd: FILE:7:1: retries.back-off-most-ms has no effect any more: remove it.

        """)
    #expect(!result.output.contains("back-off-ms") && !result.output.contains("\"test\""))
  }

  @Test func errorsAreNamedWithTheNearestRightName() throws {
    let result = try check(
      toml: """
        [limits]
        secnds = 3
        depth = 0
        [retry]
        attempts = 5
        [log]
        level = "loud"
        """)
    #expect(result.status == 78)
    #expect(
      result.errors == """
        scrimd: FILE:2:1: limits: unknown key "secnds". Did you mean "seconds"?
        FILE:3:9: limits.depth: 0 is outside 1…512.
        FILE:4:1: unknown table "retry".\(result.errors.contains("retries") ? " Did you mean \"retries\"?" : "")
        FILE:7:9: log.level: must be one of debug, info, warning, error.

        """)
  }

  @Test func aValueThatIsWrittenInAnotherWayHasNoPlace() throws {
    let result = try check(
      toml: """
        limits.depth = 0
        disk = 3
        [workers]
          program = \"""
        jobs = 7
        \"""
        jobs = "many"
        """)
    #expect(result.status == 78)
    #expect(
      result.errors == """
        scrimd: FILE: limits.depth: 0 is outside 1…512.
        FILE: workers.jobs: must be a whole number.
        FILE:2:1: disk must be a table: [disk].

        """)
  }

  private func inFolder(
    _ files: [String: String], _ body: (String) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(
      at: folder.appending(path: "conf.d"), withIntermediateDirectories: true)
    for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
    try body(folder.path)
  }

  @Test func fragmentsAreReadInOrder() throws {
    try inFolder([
      "scrim.toml": "[limits]\nseconds = 3\ndepth = 4\n[log]\nlevel = \"debug\"\n",
      "conf.d/20-b.toml": "[limits]\nseconds = 5\n", "conf.d/10-a.toml": "limits.seconds = 4\n",
      "conf.d/.hidden.toml": "x", "conf.d/README": "x",
    ]) { folder in
      let result = try check(["--config", "\(folder)/scrim.toml"])
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      let values = try JSON(parsing: Array(result.output.utf8))
      #expect(values["limits"]?["seconds"]?.integer == 5)
      #expect(values["limits"]?["depth"]?.integer == 4)
      #expect(values["log"]?["level"]?.string == "debug")
    }
  }

  @Test func errorsOfAllFilesAreNamed() throws {
    try inFolder([
      "scrim.toml": "[limits]\ndepth = 0\n", "conf.d/a.toml": "[limits\n",
      "conf.d/b.toml": "[log]\nlevel = \"loud\"\n",
    ]) { folder in
      let result = try check(["--config", "\(folder)/scrim.toml", "--quiet"])
      #expect(result.status == 78 && result.output == "")
      let lines = result.errors.replacing("\(folder)/", with: "").split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines.first == "scrimd: scrim.toml:2:9: limits.depth: 0 is outside 1…512.")
      #expect(lines.dropFirst().first?.hasPrefix("conf.d/a.toml:1:") == true)
      #expect(
        lines.last == "conf.d/b.toml:2:9: log.level: must be one of debug, info, warning, error.")
    }
  }

  @Test func anUnknownAccountHasItsPlace() throws {
    let result = try check(toml: "[hooks]\naccount = \"no-such-account\"\n")
    #expect(result.status == 78)
    #expect(
      result.errors == "scrimd: FILE:2:11: hooks.account: \"no-such-account\" is not an account.\n")
  }

  @Test func errorsHaveAPriorityForTheJournal() throws {
    let result = try check(
      ["--workers", "9999"], environment: ["JOURNAL_STREAM": "1:1"])
    #expect(result.status == 78)
    #expect(result.errors == "<3>scrimd: --workers: 9999 is outside 0…1024.\n")
  }

  @Test func aSyntaxErrorHasItsPlace() throws {
    let result = try check(toml: "[limits]\nseconds = = 3\n")
    #expect(result.status == 78)
    #expect(result.errors.hasPrefix("scrimd: FILE:2:"))
  }

  @Test func theDaemonLinksNothingThatDraws() throws {
    let scrimd = CommandRun.programs.appending(path: "scrimd").path
    let text = try CommandRun(scrimd, program: "/usr/bin/ldd").output
    #expect(text.contains("libcrypto"))
    for library in [
      "cairo", "pango", "harfbuzz", "freetype", "fontconfig", "jpeg", "png", "webp", "deflate",
      "lcms", "ScrimKit",
    ] {
      #expect(!text.contains(library), "scrimd links \(library)")
    }
  }

  @Test func limitsThatWouldDeleteAllJobsAreRefused() throws {
    let (status, _, err) = try check(
      toml: """
        [keep]
        done-hours = 0
        failed-bytes = 0
        done-jobs = 0
        failed-jobs = 0
        out-hours = 0
        out-bytes = 0
        """)
    #expect(status == 78)
    #expect(
      err == """
        scrimd: FILE:2:14: keep.done-hours: must not be 0, which deletes jobs as they end; 1000000 keeps all.
        FILE:3:16: keep.failed-bytes: must not be 0, which deletes jobs as they end; 1125899906842624 keeps all.

        """)
  }

  @Test func valuesByWhichNoJobCouldBeRenderedAreRefused() throws {
    let (status, _, err) = try check(
      toml: """
        [spool]
        path = "relative"
        asset-roots = ["pictures"]
        [access]
        operators = "nosuchgroup"
        [workers]
        plugins = ["/nonexistent"]
        [metrics]
        file = "scrim.prom"
        """)
    #expect(status == 78)
    #expect(
      err == """
        scrimd: FILE:2:8: spool.path: "relative" must be an absolute path.
        FILE:3:15: spool.asset-roots: "pictures" must be an absolute path.
        FILE:9:8: metrics.file: "scrim.prom" must be an absolute path.
        FILE:7:11: workers.plugins: "/nonexistent" is not a folder; [] means the plugins installed with scrimd.
        FILE:5:13: access.operators: "nosuchgroup" is not a group; "" means none.

        """)
  }
}
