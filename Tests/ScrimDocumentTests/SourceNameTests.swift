import ScrimDocument
import ScrimJSON
import Testing

/// The files that a document names, as the daemon finds them before anything else reads it.
@Suite struct SourceNameTests {
  @Test func everySourceIsFoundOnceInDocumentOrder() throws {
    let text = """
      {"assets": "pictures", "layers": [
        {"image": {"source": "b.png"}, "mask": {"source": "m.png"}},
        {"effects": [{"effect": "x", "deep": [{"source": "a/c.jpg"}]}]},
        {"image": {"source": "b.png"}, "//": {"source": "not.png"}},
        {"text": {"string": "source"}, "fill": {"source": 3}}
      ], "//old": [{"source": "neither.png"}]}
      """
    let node = try Node.parse(text.utf8)
    #expect(node.sources.map(\.name) == ["b.png", "m.png", "a/c.jpg"])
    #expect(node.sources[0].path == ["layers", 0, "image", "source"])
    #expect(node.sources[0].position == Position(line: 2, column: 24))
    #expect(node.sources[2].path.displayPath == "layers[1].effects[0].deep[0].source")
    #expect(node.assets == "pictures")
  }

  @Test func fontsAreFilesButNotImages() throws {
    let text = """
      {"fonts": ["a.ttf", {"source": "b.woff2", "family": "c.ttf"}, 7], "layers": [
        {"image": {"source": "x.png"}, "fonts": ["no.ttf"]}]}
      """
    let node = try Node.parse(text.utf8)
    #expect(node.sources.map(\.name) == ["a.ttf", "b.woff2", "x.png"])
    #expect(
      node.sources.map(\.path.displayPath) == [
        "fonts[0]", "fonts[1].source", "layers[0].image.source",
      ])
    #expect(node.sources[0].position == Position(line: 1, column: 12))
    #expect(node.imageSources.map(\.name) == ["x.png"])
  }

  /// What follows the host may be secret.
  @Test func messagesNameHostsOnly() throws {
    for (url, shown) in [
      ("https://example.com/a.png?token=x", "https://example.com/…"),
      ("https://example.com?token=x", "https://example.com/…"),
      ("https://me:secret@example.com:8443/", "https://example.com:8443/…"),
      ("http://[::1]", "http://[::1]"), ("a/b.png", "a/b.png"),
    ] {
      let node = try Node.parse(#"{"source": "\#(url)"}"#.utf8)
      #expect(node.sources.map(\.shownName) == [shown])
    }
  }

  @Test func documentsWithoutFilesNameNone() throws {
    let node = try Node.parse("[]".utf8)
    #expect(node.sources.isEmpty)
    #expect(node.assets == nil)
  }
}
