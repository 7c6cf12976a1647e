import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// A job from `scrim submit` to its image.
@Suite(.serialized) struct SubmittingTests {
  @Test func aSubmittedJobFindsItsFilesWhereverTheyWere() throws {
    let daemon = try RunningDaemon()
    let home = daemon.spool.appending(path: "home")
    for folder in ["home/猫 の写真", "elsewhere"] {
      try FileManager.default.createDirectory(
        at: daemon.spool.appending(path: folder), withIntermediateDirectories: true)
    }
    try Data(Jobs.small.utf8).write(to: home.appending(path: "x.json"))
    let elsewhere = daemon.spool.appending(path: "elsewhere/x.png").path
    try #expect(scrim("render", "x.json", "-o", elsewhere, in: home) == 0)
    try FileManager.default.copyItem(
      atPath: elsewhere, toPath: home.appending(path: "猫 の写真/x.png").path)
    try Data(
      """
      {"scrim": 1, "layers": [{"image": {"source": "\(elsewhere)"}},
        {"image": {"source": "猫 の写真/x.png"}}, {"image": {"source": "\(elsewhere)"}}]}
      """.utf8
    ).write(to: home.appending(path: "two.json"))
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "the daemon") { daemon.isUp }
    let status = try scrim(
      "submit", "--spool", daemon.spool.path, "two.json", "-o", "two.png", in: home)
    #expect(status == 0)
    // Each image is drawn over the one below, at its own size.
    #expect(
      try Data(contentsOf: home.appending(path: "two.png")).prefix(24)
        == Data(contentsOf: URL(filePath: elsewhere)).prefix(24))
    #expect(try daemon.report("two")["status"] == "done")
    #expect(daemon.stop() == 0)
  }

  private func scrim(_ arguments: String..., in folder: URL) throws -> Int32 {
    try CommandRun(arguments, in: folder).status
  }
}
