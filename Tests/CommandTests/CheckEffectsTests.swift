import Foundation
import ProgramTesting
import RenderTesting
import ScrimCodecs
import ScrimConformance
import Testing

/// The workers that would render with effects check them against their declarations.
@Suite struct CheckEffectsTests {
  /// The plugins next to the programs.
  static let ours =
    (try? FileManager.default.contentsOfDirectory(atPath: CommandRun.programs.path))
    .map { names in
      names.filter { $0.hasPrefix("lib") && $0.hasSuffix(".so") && !$0.hasPrefix("libScrim") }
        .sorted()
    } ?? []

  @Test(arguments: ours) func oursHold(_ name: String) throws {
    let run = try CommandRun(
      "effects", "check", CommandRun.programs.appending(path: name).path)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let rows = run.output.split(separator: "\n")
    let names = rows.filter { !$0.hasPrefix(" ") }
    // A check that compared nothing proves nothing. Contents have no text, codes do not fit in a pixel, and two effects
    // draw lines of text only.
    let isPartial =
      names.contains { $0.hasSuffix(" (content)") } || ["story-highlight"] == names
      || ["paywall-blur"] == names
    for check in ConformanceCheck.allCases.map(\.rawValue) + ["workers"]
    where !isPartial || !["empty text", "one pixel", "huge frame"].contains(check) {
      let passed = rows.filter { $0.hasPrefix("  \(check) ") && $0.contains(" passed, ") }
      #expect(!names.isEmpty && passed.count == names.count, "\(check)")
    }
  }

  @Test func oursAreFound() {
    #expect(Self.ours.count >= 11)
  }

  @Test func aForeignOneHolds() throws {
    let plugin = try OutsidePlugin.built.get().folder.appending(path: "libGlow.so").path
    let run = try CommandRun("effects", "check", plugin)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasPrefix("glow\n"))
    #expect(run.output.contains("\nstumble\n"))
    #expect(!run.output.contains("failed"))
  }

  /// A plugin writes to the terminal of the command's user, who may be root.
  @Test func whatAPluginWritesControlsNoTerminal() throws {
    let folder = try OutsidePlugin.built.get().folder
    let workshop = try Workshop()
    try workshop.write(
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{"fill": "red", "#
        + #""effects": [{"effect": "loud"}]}]}"#, "job.json")
    let render = try CommandRun(
      "render", "job.json", "--plugins", folder.path, in: workshop.folder)
    let check = try CommandRun("effects", "check", folder.appending(path: "libLoud.so").path)
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    for run in [render, check] {
      #expect(
        run.errors.contains(
          #"\u{1b}]0;owned\u{7}\u{1b}[2Jscrim: all checks passed uid="#), "\(run.errors)")
      #expect(!run.errors.contains("\u{1B}"))
    }
    // A plugin that is tried has no rights of root's.
    if geteuid() == 0 { #expect(check.errors.contains("uid=65534,65534\n"), "\(check.errors)") }
  }

  @Test(.enabled(if: geteuid() == 0, "only root has files that nobody can read"))
  func rootChecksAPluginThatOthersMayNotRead() throws {
    let plugin = try OutsidePlugin.built.get().folder.appending(path: "libLoud.so")
    let workshop = try Workshop()
    let own = workshop.folder.appending(path: "libLoud.so")
    try FileManager.default.copyItem(at: plugin, to: own)
    #expect(chmod(own.path, 0o600) == 0)
    let run = try CommandRun("effects", "check", own.path)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.hasPrefix("loud\n"))
  }

  @Test func saysWhatDoesNotHold() throws {
    let plugin = try OutsidePlugin.built.get().folder.appending(path: "libSpill.so").path
    let run = try CommandRun("effects", "check", plugin)
    #expect(run.status == 65)
    let row = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("  extent ") })
    #expect(row.hasSuffix("failed  draws nothing outside its declared extent"))
    #expect(
      run.output.contains(
        "    fill, defaults: drawing outside the extent changes the image by up to 238/255 in 360 pixels, "
      ))
  }

  /// A job of the finding can be rendered with the plugin, and gives the image beside it.
  @Test func keepsWhatShowsAFinding() throws {
    let folder = try OutsidePlugin.built.get().folder
    let workshop = try Workshop()
    let run = try CommandRun(
      "effects", "check", folder.appending(path: "libSpill.so").path, "--only", "extent", "--keep",
      "findings", in: workshop.folder)
    #expect(run.status == 65, "\(run.errors)")
    let kept = workshop.folder.appending(path: "findings/spill")
    let render = try CommandRun(
      "render", "extent-1.json", "--plugins", folder.path, "-o", "again.png", in: kept)
    #expect(render.status == 0, "\(render.errors)")
    let images = try ["again.png", "extent-1.png", "extent-1-differs.png"].map { name in
      try Data(contentsOf: kept.appending(path: name)).withUnsafeBytes {
        try ImageDecoding.decode($0, limits: .standard)
      }
    }
    #expect(images[0].difference(from: images[1])?.greatest == 0)
    #expect(try #require(images[0].difference(from: images[2])).greatest > 100)
  }

  @Test func isJSONWhenAsked() throws {
    let plugin = try OutsidePlugin.built.get().folder.appending(path: "libSpill.so").path
    let run = try CommandRun("effects", "check", plugin, "--json")
    #expect(run.status == 65)
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: Any]])
    let checks = try #require(list.first?["checks"] as? [[String: Any]])
    let extent = try #require(checks.first { $0["check"] as? String == "extent" })
    #expect((extent["findings"] as? [Any])?.isEmpty == false)
  }

  @Test func aCrashNamesTheSample() throws {
    let plugin = try OutsidePlugin.built.get().folder.appending(path: "libSnap.so").path
    let run = try CommandRun("effects", "check", plugin)
    #expect(run.status == 70)
    #expect(
      run.output.hasPrefix(
        "snap\n  crashed: the worker was killed by SIGILL in effect \"snap\" (libSnap.so): "))
    #expect(run.output.contains("bend: 90"))
  }

  @Test func saysWhatIsNoPlugin() throws {
    let workshop = try Workshop()
    let missing = try CommandRun("effects", "check", "libNone.so", in: workshop.folder)
    #expect(missing.status == 66)
    #expect(missing.errors == "scrim: libNone.so: no such file.\n")
    try workshop.write("no library", "libGlow.so")
    let refused = try CommandRun("effects", "check", "libGlow.so", in: workshop.folder)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("Refused libGlow.so: "))
    #expect(
      refused.errors.hasSuffix(
        "scrim: libGlow.so: no usable effect or content.\n"))
  }
}
