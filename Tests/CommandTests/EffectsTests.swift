import Foundation
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
    #expect(sigma.hasSuffix("Standard deviation of the shadow's blur"))
  }

  @Test func showsHowSeveralNumbersAreWritten() throws {
    let run = try CommandRun("effects", "story-highlight")
    let padding = try #require(
      run.output.split(separator: "\n").first { $0.hasPrefix("  padding ") })
    #expect(padding.contains(" a number, or [vertical, horizontal], each 0…1000 px "))
    #expect(padding.hasSuffix("Room around the words; [0, 0.3 × the text's size] if not given"))
    #expect(!run.output.contains("padding.vertical"))
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func suggestsTheNearestName() throws {
    let run = try CommandRun("effects", "outlin")
    #expect(run.status == 65)
    #expect(run.errors == "scrim: There is no effect \"outlin\". Did you mean \"outline\"?\n")
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
    #expect(run.output == "")
    #expect(run.errors.contains("Refused \(workshop.folder.path)/libGlow.so: "))
  }
}
