import Foundation
import ScrimHTTP
import ScrimJSON
import Testing

@Suite struct TemplateCatalogTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write(Templates.card, to: "card@1/job.json")
  }

  @Test func findsAddedAndRemovedTemplates() throws {
    let catalog = TemplateCatalog(at: folder.path)
    let one = try #require(TemplateVersion("card@1"))
    #expect(try catalog.look().added == [one])
    #expect(try catalog.look() == TemplateCatalog.Changes())
    try folder.write(Templates.card, to: ".card@3/job.json")
    try folder.write(Templates.card, to: "Card@1/job.json")
    try folder.write("{", to: "broken@1/job.json")
    try folder.write("{}", to: "plain@1/job.json")
    try folder.make("empty@1")
    let changes = try catalog.look()
    #expect(changes.added.isEmpty && changes.removed.isEmpty)
    #expect(changes.unusable.keys.sorted() == ["Card@1", "broken@1", "empty@1", "plain@1"])
    #expect(
      changes.unusable["plain@1"]
        == #"job.json is not a template: it has no "inputs"; {} is for none"#)
    #expect(changes.unusable["broken@1"]?.hasPrefix("job.json:1:2: ") == true)
    #expect(try catalog.look().unusable.isEmpty, "each once")
    try FileManager.default.removeItem(at: folder.url.appending(path: "card@1"))
    #expect(try catalog.look().removed == [one])
    #expect(catalog[one] == nil && catalog.all.isEmpty)
  }

  @Test func digestIsThatOfAllFiles() throws {
    func digest() throws -> String {
      let catalog = TemplateCatalog(at: folder.path)
      _ = try catalog.look()
      return try #require(catalog.all.first).digest
    }
    let first = try digest()
    #expect(try digest() == first)
    try folder.write("x", to: "card@1/images/logo.svg")
    let second = try digest()
    try folder.write("y", to: "card@1/images/logo.svg")
    #expect(try Set([first, second, digest()]).count == 3)
  }

  private func card() throws -> InstalledTemplate {
    let catalog = TemplateCatalog(at: folder.path)
    _ = try catalog.look()
    return try #require(catalog.all.first)
  }

  @Test func schemaOfInputs() throws {
    #expect(
      try card().schema == [
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "card@1",
        "type": "object",
        "properties": [
          "title": ["type": "string", "maxLength": 20],
          "size": ["type": "number", "default": 20, "minimum": 8],
        ],
        "required": ["title"], "additionalProperties": false,
      ])
  }

  /// Links have the names of inputs; data has those of columns.
  @Test func givesInputsTheirColumns() throws {
    let row = try card().row(of: ["title": "A", "size": 9])
    #expect(String(decoding: row, as: UTF8.self) == "{\"title\":\"A\",\"Text size\":9}\n")
    #expect {
      try card().row(of: ["titel": "A", "Text size": 9])
    } throws: { error in
      (error as? Problem)?.errors.map(\.message) == [
        #"the template has no input "titel". Did you mean "title"?"#,
        #"the template has no input "Text size". Did you mean "size"?"#,
      ]
    }
  }
}
