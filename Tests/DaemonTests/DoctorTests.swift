import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// Breaks something of an installation; `scrim doctor` names it, with its remedy.
@Suite struct DoctorTests {
  private func findings(
    _ daemon: RunningDaemon, toml: String = "", breaking: () throws -> Void = {}
  ) throws -> (status: Int32, texts: [String]) {
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    defer { _ = daemon.stop() }
    try breaking()
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(toml.utf8).write(to: file)
    let run = try CommandRun(daemon, ["doctor", "--json", "--config", file.path])
    let list = try #require(JSON(parsing: Array(run.output.utf8))["findings"]?.array)
    return (
      run.status,
      list.map { finding in
        ["check", "message", "remedy"].map { finding[$0]?.string ?? "" }.joined(separator: "; ")
          .replacing(daemon.spool.path, with: "SPOOL").replacing(file.path, with: "FILE")
      }
    )
  }

  @Test func findsNothingWrongNextToADaemon() throws {
    let daemon = try RunningDaemon()
    let (status, texts) = try findings(daemon)
    #expect(texts == [])
    #expect(status == 0)
  }

  @Test func namesModesThatKeepSubmittersOut() throws {
    let daemon = try RunningDaemon()
    let drop = daemon.spool.appending(path: "drop").path
    let (status, texts) = try findings(daemon) { #expect(chmod(drop, 0o700) == 0) }
    #expect(status == 1)
    #expect(
      texts == ["spool; SPOOL/drop has mode 700: submitters cannot use it; chmod 730 SPOOL/drop"])
  }

  @Test func namesErrorsOfTheConfiguration() throws {
    let daemon = try RunningDaemon()
    let (status, texts) = try findings(daemon, toml: "[workers]\nplugins = [\"/nonexistent\"]\n")
    #expect(status == 1)
    #expect(texts.count == 1)
    #expect(
      texts.first?.hasPrefix(
        "configuration; scrimd: FILE:2:11: workers.plugins: \"/nonexistent\" is not a folder; "
          + "[] means the plugins installed with scrimd.; ") ?? false)
  }

  @Test func namesFoldersThatDoNotExist() throws {
    let daemon = try RunningDaemon()
    let (_, texts) = try findings(
      daemon,
      toml:
        "[spool]\nasset-roots = [\"/srv/nonexistent\"]\n[metrics]\nfile = \"/srv/none/a.prom\"\n")
    #expect(
      texts == [
        "assets; the folder /srv/nonexistent of spool.asset-roots does not exist; "
          + "mkdir /srv/nonexistent, or remove it from spool.asset-roots",
        "metrics; the folder of metrics.file does not exist: /srv/none; mkdir /srv/none",
      ])
  }
}
