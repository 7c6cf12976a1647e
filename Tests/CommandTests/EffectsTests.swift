import Foundation
import ProgramTesting
import RenderTesting
import Testing

@Suite struct EffectsTests {
  @Test func listsWhatThePluginsBring() throws {
    let run = try CommandRun("effects")
    #expect(run.status == 0)
    #expect(run.errors == "")
    let names = run.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.contains("drop-shadow"))
    #expect(names.contains("outline"))
    #expect(names.contains("story-highlight"))
    #expect(names.contains("paywall-blur"))
    #expect(names.contains("frosted-panel"))
    #expect(names.contains("blur"))
    #expect(names.contains("spotlight"))
  }

  @Test func saysWhereEachComesFrom() throws {
    let lines = try CommandRun("effects").output.split(separator: "\n").map(String.init)
    #expect(lines.first == CommandRun.programs.path)
    let outline = try #require(lines.first { $0.hasPrefix("  outline ") })
    let words = outline.split(separator: " ").prefix(3)
    #expect(words == ["outline", "1.0.0", "libOutline.so"])
    #expect(
      try CommandRun("effects", "outline").output
        .contains("\nFrom \(CommandRun.programs.path)/libOutline.so\n"))
  }

  @Test func listsForeignOnesBesideOurs() throws {
    let plugin = try OutsidePlugin.built.get().folder.appending(path: "libGlow.so")
    let run = try CommandRun("effects", "--plugins", plugin.path)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.contains(plugin.deletingLastPathComponent().path))
    #expect(lines.contains { $0.hasPrefix("  glow ") && $0.contains(" libGlow.so ") })
    #expect(lines.contains { $0.hasPrefix("  outline ") })
    // Built-in plugins that are named once more are not loaded twice.
    let again = try CommandRun("effects", "--plugins", CommandRun.programs.path)
    #expect(again.errors == "")
  }

  @Test func isAPageWhenAsked() throws {
    let page = try CommandRun("effects", "outline", "--markdown").output
    #expect(page.hasPrefix("# outline\n\nStrokes the glyphs or the silhouette of a layer.\n\n"))
    #expect(page.contains("\n| `width` | 0…1000 px | `5` | Stroke width |\n"))
    #expect(page.contains("\n| `position` | center \\| outside \\| inside | `\"center\"` | "))
    #expect(page.contains("\n## Example layer\n\n```json\n{\n"))
    #expect(page.hasSuffix("\n}\n```\n"))
    let all = try CommandRun("effects", "--markdown")
    #expect(all.status == 64)
    #expect(all.errors.contains("--markdown requires the name of an effect."))
  }

  @Test func explainsParametersWithRangeAndDefault() throws {
    let run = try CommandRun("effects", "outline")
    #expect(run.status == 0)
    let width = try #require(
      run.output.split(separator: "\n").first { $0.hasPrefix("  width ") })
    #expect(width.contains(" px "))
    #expect(width.contains(" 5 "))
    #expect(run.output.contains("  dash                a list, each 0…10000 px "))
  }

  @Test func showsALayerThatIsValid() throws {
    let list = try object(try CommandRun("effects", "--json").output)
    let effects = try #require(list["effects"] as? [[String: Any]])
    for effect in effects {
      let name = try #require(effect["name"] as? String)
      let layer = try #require(effect["example"], "\(name)")
      let job: [String: Any] = [
        "scrim": 1, "canvas": ["width": 640, "height": 320], "layers": [layer],
      ]
      let workshop = try Workshop()
      let data = try JSONSerialization.data(withJSONObject: job)
      try workshop.write(String(decoding: data, as: UTF8.self), "job.json")
      let run = try CommandRun("validate", "job.json", in: workshop.folder)
      #expect(run.status == 0, "\(name): \(run.errors)")
      let explained = try CommandRun("effects", name).output
      #expect(explained.contains("\"effect\": \"\(name)\""))
    }
  }

  @Test func explainsWhatIsInsideAParameter() throws {
    let run = try CommandRun("effects", "drop-shadow")
    let sigma = try #require(
      run.output.split(separator: "\n").first { $0.hasPrefix("  shadows.sigma ") })
    #expect(sigma.contains(" 0…250 px "))
    #expect(sigma.contains(" 5 "))
    #expect(sigma.hasSuffix("Standard deviation of the shadow blur"))
  }

  @Test func showsHowSeveralNumbersAreWritten() throws {
    let run = try CommandRun("effects", "story-highlight")
    let padding = try #require(
      run.output.split(separator: "\n").first { $0.hasPrefix("  padding ") })
    #expect(
      padding.contains(
        " a number, or [vertical, horizontal], or [top, right, bottom, left], each 0…1000 px "))
    #expect(padding.hasSuffix("Padding around the words; [0.06, 0.3] × the font size if not given"))
    #expect(!run.output.contains("padding.vertical"))
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func suggestsTheNearestName() throws {
    let run = try CommandRun("effects", "outlin")
    #expect(run.status == 65)
    #expect(run.errors == "scrim: Unknown effect \"outlin\". Did you mean \"outline\"?\n")
  }

  @Test func isJSONWhenAsked() throws {
    let run = try CommandRun("effects", "--json")
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect((list["effects"] as? [[String: Any]])?.isEmpty == false)
    #expect((list["refused"] as? [Any])?.isEmpty == true)
  }

  @Test func saysWhatItRefused() throws {
    let workshop = try Workshop()
    try workshop.write("no library", "libGlow.so")
    let run = try CommandRun("effects", "--plugins", workshop.folder.path)
    #expect(run.status == 0)
    #expect(run.errors.hasPrefix("Refused \(workshop.folder.path)/libGlow.so: "))
    // Reported once, and not by the worker too.
    #expect(run.errors.components(separatedBy: "libGlow.so").count == 2)
  }
}
