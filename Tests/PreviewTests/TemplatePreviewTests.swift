import Foundation
import Testing

/// A template on the page: rows of its data, values that are filled in, variants.
@Suite struct TemplatePreviewTests {
  private static let card = """
    {
      "scrim": 1,
      "inputs": {
        "name": { "type": "string", "column": "Name", "examples": ["Ada"] },
        "width": { "type": "integer", "minimum": 1, "default": 8 },
        "tint": { "type": "color", "default": "#ff0000" }
      },
      "canvas": { "width": { "$eval": "width" }, "height": 8 },
      "layers": [ { "id": "${name}", "fill": "${tint}" } ]
    }
    """

  private func preview(
    _ job: String = card, data: String? = nil, named name: String = "people.csv"
  ) throws -> RunningPreview {
    guard let data else { return try RunningPreview(job) }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrim-data-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try data.write(to: file, atomically: true, encoding: .utf8)
    return try RunningPreview(job, arguments: ["--data", file.path])
  }

  private func choose(_ body: String, in preview: RunningPreview) throws -> Int {
    try preview.ask(
      "choose", method: "POST", headers: ["Content-Type": "application/json"], body: body
    ).status
  }

  @Test func withoutDataItShowsExamplesAndDefaults() throws {
    let preview = try preview()
    let drawing = try preview.drawing()
    #expect(drawing.messages == [])
    #expect(drawing.pictures?.outputs.map(\.width) == [8])
    let template = try #require(drawing.template)
    #expect(template.inputs.map(\.name) == ["name", "width", "tint"])
    #expect(template.inputs.map(\.shape.type) == ["text", "integer", "color"])
    #expect(template.inputs.map(\.required) == [true, false, false])
    #expect(template.rows == nil)
    #expect(
      try choose(#"{"row": 1, "settings": {"width": "20"}}"#, in: preview) == 200)
    let next = try preview.drawing(after: drawing.version)
    #expect(next.pictures?.outputs.map(\.width) == [20])
    #expect(next.template?.settings == ["width": "20"])
  }

  @Test func stepsThroughRows() throws {
    let preview = try preview(data: "Name,width,other\nAda,10,x\nBob,big,x\nEve,,x\n")
    var drawing = try preview.drawing()
    #expect(drawing.pictures?.outputs.map(\.width) == [10])
    #expect(drawing.template?.rows == 3)
    #expect(drawing.template?.unusedColumns == ["other"])
    #expect(try choose(#"{"row": 2, "settings": {}}"#, in: preview) == 200)
    drawing = try preview.drawing(after: drawing.version)
    #expect(!drawing.isDrawn)
    #expect(drawing.messages.map(\.kind) == ["error"])
    #expect(drawing.messages.first?.text.contains(#""big" is not a whole number."#) == true)
    #expect(drawing.messages.first?.text.contains("row 2") == true)
    #expect(try choose(#"{"row": 2, "settings": {"width": "30"}}"#, in: preview) == 200)
    drawing = try preview.drawing(after: drawing.version)
    #expect(drawing.isDrawn)
    #expect(drawing.pictures?.outputs.map(\.width) == [30])
    #expect(try choose(#"{"row": 3, "settings": {}}"#, in: preview) == 200)
    drawing = try preview.drawing(after: drawing.version)
    #expect(drawing.pictures?.outputs.map(\.width) == [8])
  }

  /// The page gives its `<img>` the text of the row that is shown.
  @Test func theTextForReadersWhoCannotSeeTheImageIsThatOfTheRow() throws {
    let rows = (1...2000).map { "n\($0),10\n" }.joined()
    let preview = try preview(
      Self.card.replacingOccurrences(
        of: #""canvas": { "#, with: ##""canvas": { "alt": "A square for ${name}", "##),
      data: "Name,width\n\(rows)")
    var drawing = try preview.drawing()
    #expect(drawing.pictures?.variants.map(\.plan.alt) == ["A square for n1"])
    #expect(try choose(#"{"row": 1734, "settings": {}}"#, in: preview) == 200)
    drawing = try preview.drawing(after: drawing.version)
    #expect(drawing.pictures?.variants.map(\.plan.alt) == ["A square for n1734"])
    #expect(try self.preview().drawing().pictures?.variants.map(\.plan.alt) == [nil])
  }

  @Test func dataThatIsSavedIsShown() throws {
    let preview = try preview(data: #"{"Name": "Ada", "width": 10}"#, named: "people.jsonl")
    var drawing = try preview.drawing()
    #expect(drawing.template?.rows == 1)
    let path = try #require(drawing.template?.data)
    try Data("{\"Name\": \"Ada\", \"width\": 12}\n{\"Name\": \"Bob\"}\n".utf8)
      .write(to: URL(filePath: path), options: .atomic)
    drawing = try preview.drawing(after: drawing.version)
    #expect(drawing.template?.rows == 2)
    #expect(drawing.pictures?.outputs.map(\.width) == [12])
    try Data("{\"Name\": \"Ada\", \"width\": 12}\n\u{0}\n".utf8)
      .write(to: URL(filePath: path), options: .atomic)
    drawing = try preview.drawing(after: drawing.version)
    #expect(drawing.messages.contains { $0.text.contains(":2: a NUL byte") })
  }

  @Test func variantsAreAllRendered() throws {
    let card = Self.card.replacingOccurrences(
      of: #""scrim": 1,"#,
      with: #""scrim": 1, "variants": [{"variant": "a", "width": 16}, {"variant": "b"}],"#)
    let preview = try preview(card)
    let drawing = try preview.drawing()
    #expect(drawing.messages == [])
    let variants = try #require(drawing.pictures?.variants)
    #expect(variants.map(\.name) == ["a", "b"])
    #expect(variants.flatMap(\.outputs).map(\.width) == [16, 8])
    for output in variants.flatMap(\.outputs) {
      #expect(try preview.ask(output.source).status == 200)
    }
  }

  /// A document that the page tries out is rendered for the row that is shown.
  @Test func tryingATemplate() throws {
    let preview = try preview(data: "Name,width\nAda,10\nBob,11\n")
    let drawing = try preview.drawing()
    #expect(try choose(#"{"row": 2, "settings": {}}"#, in: preview) == 200)
    _ = try preview.drawing(after: drawing.version)
    let answer = try preview.ask(
      "draw", method: "POST", headers: ["Content-Type": "application/json"],
      body: Self.card.replacingOccurrences(of: #""height": 8"#, with: #""height": 4"#))
    let tried = try JSONDecoder().decode(DrawingAnswer.self, from: answer.body)
    #expect(tried.pictures?.outputs.map(\.width) == [11])
  }

  @Test(arguments: [
    "", "[]", #"{"row": 0, "settings": {}}"#, #"{"row": 1}"#,
    #"{"row": 1, "settings": {"width": 3}}"#,
  ])
  func choicesThatAreRefused(body: String) throws {
    #expect(try choose(body, in: try preview()) == 400)
  }

  @Test func dataNeedsATemplate() throws {
    let drawing = try preview(RunningPreview.square, data: "a\n1\n").drawing()
    #expect(
      drawing.messages.map(\.text)
        == ["The job is not a template: without \"inputs\" it takes no data."])
  }
}
