import Foundation
import ProgramTesting
import RenderTesting
import ScrimCodecs
import Testing

/// Contents of layers, by plugins of the installation and of others.
@Suite struct ContentsTests {
  private static func job(_ layer: String) -> String {
    ##"{"scrim": 1, "canvas": {"width": 20, "height": 10, "background": "#fff"}, "layers": [\##(layer)]}"##
  }

  @Test func areListedAndExplained() throws {
    let list = try CommandRun("contents")
    #expect(list.status == 0)
    for kind in ["arc", "barcode", "ellipse", "line", "path", "polygon", "qr-code", "star", "svg"] {
      #expect(list.output.contains("\n  \(kind) "), "\(kind)")
    }
    let one = try CommandRun("contents", "arc")
    #expect(one.output.hasPrefix("arc 1.0.0: A slice of a pie, or of a ring.\n"))
    #expect(one.output.contains(#""kind": "arc""#))
    let unknown = try CommandRun("contents", "elipse")
    #expect(unknown.status == 65)
    #expect(unknown.errors == "scrim: Unknown content \"elipse\". Did you mean \"ellipse\"?\n")
  }

  /// The example of each is a layer that can be rendered.
  @Test func theirExamplesAreJobs() throws {
    let list = try CommandRun("contents", "--json")
    let all = try #require(
      try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]])
    #expect(all.count >= 6)
    let workshop = try Workshop()
    for content in all {
      let example = try #require(content["example"] as? [String: Any])
      let job: [String: Any] = [
        "scrim": 1, "canvas": ["width": 320, "height": 240], "layers": [example],
      ]
      try workshop.write(JSONSerialization.data(withJSONObject: job), "example.json")
      let run = try CommandRun("render", "example.json", in: workshop.folder)
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  /// A content and an effect of the same name, from a plugin outside the tree.
  @Test func aForeignOneIsDrawn() throws {
    let plugin = try OutsidePlugin.built.get().folder.appending(path: "libDial.so").path
    let workshop = try Workshop()
    try workshop.write(
      Self.job(#"{"content": {"kind": "dial", "value": 0.25}}"#), "shown.json")
    try workshop.write(
      Self.job(#"{"content": {"kind": "dial"}, "effects": [{"effect": "dial"}]}"#), "hidden.json")
    for name in ["shown", "hidden"] {
      let run = try CommandRun(
        "render", "\(name).json", "--plugins", plugin, in: workshop.folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    let images = try ["shown.png", "hidden.png"].map { name in
      try workshop.bytes(name).withUnsafeBytes { try ImageDecoding.decode($0, limits: .standard) }
    }
    #expect(
      images[0].pixel(4, 5) == [0, 0, 255, 255] && images[0].pixel(5, 5) == [255, 255, 255, 255])
    #expect(images[1].pixel(4, 5) == [255, 255, 255, 255])
  }

  @Test func aCrashNamesTheContent() throws {
    let plugin = try OutsidePlugin.built.get().folder.appending(path: "libDial.so").path
    let workshop = try Workshop()
    try workshop.write(
      Self.job(#"{"fill": "red"}, {"content": {"kind": "dial", "value": 1}}"#), "job.json")
    let run = try CommandRun("render", "job.json", "--plugins", plugin, in: workshop.folder)
    #expect(run.status == 70)
    #expect(
      run.errors.hasSuffix(
        "scrim: job.json: the worker was killed by SIGILL in content \"dial\" (libDial.so) of layers[1].\n"
      ), "\(run.errors)")
  }
}
