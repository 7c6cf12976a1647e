import Foundation
import ProgramTesting
import RenderTesting
import Testing

@Suite struct SchemaCommandTests {
  @Test func printsTheSameBytesEveryTime() throws {
    let one = try CommandRun("schema")
    let other = try CommandRun("schema")
    #expect(one.status == 0)
    #expect(one.errors == "")
    #expect(one.output == other.output)
    let schema = try object(one.output)
    #expect(schema["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
    #expect(try definitions(one.output).isSuperset(of: ["effect-outline", "effect-drop-shadow"]))
  }

  @Test func printsTheSchemaOfTemplates() throws {
    let run = try CommandRun("schema", "--template")
    #expect(run.status == 0)
    #expect(run.errors == "")
    let schema = try object(run.output)
    #expect(schema["title"] as? String == "Scrim template")
    #expect(try definitions(run.output).isSuperset(of: ["input", "operation", "effect-outline"]))
  }

  @Test func writesItWhereItIsToldTo() throws {
    let workshop = try Workshop()
    let run = try CommandRun("schema", "-o", "editor/scrim.schema.json", in: workshop.folder)
    #expect(run.status == 0)
    #expect(run.output == "")
    let printed = try CommandRun("schema").output
    #expect(try workshop.text("editor/scrim.schema.json") == printed)
  }

  @Test func knowsEffectsFromOutside() throws {
    let plugins = try OutsidePlugin.built.get().folder
    let run = try CommandRun("schema", "--plugins", plugins.path)
    #expect(run.status == 0)
    let names = try definitions(run.output)
    #expect(names.contains("effect-glow"))
    #expect(names.contains("effect-outline"))
    let glow = try #require(
      (try object(run.output)["$defs"] as? [String: Any])?["effect-glow"] as? [String: Any])
    let radius = try #require(
      (glow["properties"] as? [String: Any])?["radius"] as? [String: Any])
    #expect(radius["maximum"] as? Int == 200)
    #expect(radius["default"] as? Int == 24)
    #expect(radius["description"] as? String == "How far the light reaches. 0…200 px. Default: 24.")
  }

  @Test func saysWhatWasRefused() throws {
    let workshop = try Workshop()
    try workshop.write("no library", "libGlow.so")
    let run = try CommandRun("schema", "--plugins", workshop.folder.path)
    #expect(run.status == 0)
    #expect(run.errors.contains("Refused \(workshop.folder.path)/libGlow.so: "))
  }

  private func object(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func definitions(_ text: String) throws -> Set<String> {
    Set((try object(text)["$defs"] as? [String: Any] ?? [:]).keys)
  }
}
