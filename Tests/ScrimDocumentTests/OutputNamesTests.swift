import ScrimDocument
import ScrimJSON
import Testing

/// The names of outputs, by which the daemon judges what a worker delivers.
@Suite struct OutputNamesTests {
  private func names(_ output: String) throws -> OutputNames {
    OutputNames(try Node.parse("{\"layers\": []\(output)}".utf8), job: "story")
  }

  @Test func withoutOutputsThereIsAPNGNamedForTheJob() throws {
    let names = try names("")
    #expect(names.contains("story.png"))
    for other in ["story.jpg", "other.png", "a/story.png", "", "story"] {
      #expect(!names.contains(other), "\(other)")
    }
  }

  @Test func outputsHaveTheNamesGivenAndNoOthers() throws {
    let one = try names(#", "output": {"file": "cards/one.jpg"}"#)
    #expect(one.contains("cards/one.jpg"))
    for other in ["story.png", "one.jpg", "cards/one.png"] {
      #expect(!one.contains(other), "\(other)")
    }
    let two = try names(#", "output": [{"file": "one.png"}, {"file": "two.svg"}]"#)
    #expect(two.contains("one.png") && two.contains("two.svg"))
    #expect(!two.contains("story.png"))
  }

  @Test func withoutAFileTheExtensionIsTheFormats() throws {
    let names = try names(#", "output": [{"format": "webp"}, {"file": "one.png"}]"#)
    #expect(names.contains("story.webp") && names.contains("one.png"))
    for other in ["story.webp/other.png", "story.result.json", "story.", "story.failed.json"] {
      #expect(!names.contains(other), "\(other)")
    }
    #expect(!names.contains("storyteller.webp"))
  }

  @Test func namesAreComparedByBytes() throws {
    let names = try names(", \"output\": {\"file\": \"caf\u{E9}.png\"}")
    #expect(names.contains("caf\u{E9}.png"))
    #expect(!names.contains("cafe\u{301}.png"))
    let document = try Node.parse(#"{"output": {"format": "png"}}"#.utf8)
    #expect(!OutputNames(document, job: "caf\u{E9}").contains("cafe\u{301}.png"))
  }

  @Test func withoutADocumentThereIsNone() {
    #expect(!OutputNames(nil, job: "story").contains("story.png"))
  }
}
