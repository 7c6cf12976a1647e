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
  }

  @Test func explainsParametersWithRangeAndDefault() throws {
    let run = try CommandRun("effects", "outline")
    #expect(run.status == 0)
    let width = try #require(
      run.output.split(separator: "\n").first { $0.hasPrefix("  width ") })
    #expect(width.contains(" px "))
    #expect(width.contains(" 5 "))
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
