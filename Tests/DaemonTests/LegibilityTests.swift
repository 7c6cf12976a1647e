import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// Jobs in the spool whose texts must be legible: several workers give the bytes of `scrim render`.
@Suite(.serialized) struct LegibilityTests {
  private static func job(_ keys: String) -> String {
    """
    {"scrim": 1, "canvas": {"width": 160, "height": 60, "background": "#999"}, "layers": [
    {"text": {"string": "Hill", "size": 20, "color": "#fff"\(keys)}}]}
    """
  }

  @Test func faintTextsFailAndFixedOnesAreTheSameEverywhere() throws {
    let daemon = try RunningDaemon()
    try daemon.start(["--workers", "2"])
    let names = (0..<6).map { "fixed-\($0)" }
    let fixed = Self.job(#", "legible": "AA", "legibleFix": "panel""#)
    try daemon.drop("faint.json", Self.job(#", "legible": "AA""#))
    for name in names { try daemon.drop("\(name).json", fixed) }
    try daemon.wait(for: "reports") {
      FileManager.default.fileExists(atPath: daemon.spool.path + "/out/faint.failed.json")
        && names.allSatisfy(daemon.isReported)
    }
    #expect(daemon.stop() == 0)
    let faint = try JSON(parsing: Array(daemon.text("out/faint.failed.json").utf8))
    let errors = faint["errors"]?.array ?? []
    #expect(errors.map { $0["code"] } == ["low-contrast"], "\(faint)")
    #expect(errors.first?["line"] == 2)
    let folder = daemon.spool.appending(path: "test-command")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let job = folder.appending(path: "fixed.json")
    try Data(fixed.utf8).write(to: job)
    let image = folder.appending(path: "fixed.png")
    _ = try CommandRun("render", job.path, "-o", image.path)
    let bytes = try Data(contentsOf: image)
    for name in names {
      #expect(try Data(contentsOf: daemon.spool.appending(path: "out/\(name).png")) == bytes)
      let warnings = try daemon.report(name)["warnings"]?.array ?? []
      #expect(warnings.map { $0["code"] } == ["legible-fix"])
    }
  }
}
