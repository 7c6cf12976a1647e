import ScrimCodecs
import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// What the effect protocol guarantees to effects, and what it conceals from them.
@Suite("The effect protocol")
struct ProtocolTests {
  @Test("a value that is said counts as given, also where it is the default")
  func given() throws {
    var decoding = ParameterDecoding()
    let json = JSON.object([.init("sigma", .number(11))])
    let effect = try #require(Overridable.decode(json, &decoding))
    #expect(effect.$sigma.isGiven)
    #expect(!effect.$opacity.isGiven)
    #expect(effect.givenParameters == ["sigma"])
    #expect(Overridable().givenParameters.isEmpty)
  }

  @Test("words that an effect replaced are nowhere in the text that later effects get")
  func replacedWordsAreGone() {
    let found = messages(of: #"{"effect": "decoys"}, {"effect": "reader"}"#)
    #expect(found.count == 1)
    #expect(found.first?.contains("open|open") == false)
    #expect(found.first?.contains("secret") == false)
    #expect(found.first?.contains("reader: open/") == true)
  }

  @Test("random numbers are the same at layout and when it is drawn, and others in another place")
  func random() {
    #expect(messages(of: #"{"effect": "decoys"}, {"effect": "decoys"}"#).isEmpty)
    let one = messages(of: #"{"effect": "decoys"}, {"effect": "reader"}"#)
    let other = messages(of: #"{"effect": "idle"}, {"effect": "decoys"}, {"effect": "reader"}"#)
    #expect(one != other)
    #expect(one == messages(of: #"{"effect": "decoys"}, {"effect": "reader"}"#))
    #expect(one != messages(of: #"{"effect": "decoys"}, {"effect": "reader"}"#, seed: 2))
  }

  @Test("an effect still draws the words that it keeps when a later one asks for its input again")
  func keptWords() throws {
    let plain = try ink(of: #"{"effect": "veil"}"#)
    let repainted = try ink(of: #"{"effect": "veil"}, {"effect": "repaint"}"#)
    #expect(plain > 500)
    // The coverage of text follows its colour.
    #expect(abs(repainted - plain) <= plain / 50)
    #expect(
      messages(of: #"{"effect": "veil"}, {"effect": "reader"}"#).first?
        .contains("layers[0].effects[1]: reader: open/ (open/).") == true)
  }

  @Test("a second redaction leaves the first one its words")
  func twoRedactions() throws {
    #expect(try ink(of: #"{"effect": "veil"}, {"effect": "veil"}"#) > 500)
    #expect(
      messages(of: #"{"effect": "veil"}, {"effect": "decoys"}, {"effect": "reader"}"#).first?
        .contains("secret") == false)
  }

  @Test("only what an effect declared is told to it")
  func undeclared() {
    #expect(
      messages(of: ##"{"effect": "prying"}"##).first?.contains(
        ##"layers[0].effects[0]: prying: requests "#other/ink", which it has not declared: return it from references() or layerImages()."##
      )
        == true)
  }

  @Test("rings of pictures are refused, rings of rectangles are none")
  func rings() {
    func job(_ silhouette: Bool) -> String {
      let part = silhouette ? #", "silhouette": true"# : ""
      return """
        {"scrim": 1, "canvas": {"width": 40, "height": 40}, "layers": [
        {"id": "a", "effects": [{"effect": "looks", "target": "#b"\(part)}]},
        {"id": "b", "effects": [{"effect": "looks", "target": "#a"\(part)}]}]}
        """
    }
    #expect(messages(job(false)).isEmpty)
    #expect(
      messages(job(true)) == [
        "test.json:2:55: layers[0].effects[0].target: circular reference: #a → #b → #a."
      ])
  }

  @Test("glass has a silhouette though nothing is below it")
  func silhouetteOfGlass() throws {
    let pixels = try render(
      """
      {"scrim": 1, "canvas": {"width": 40, "height": 40}, "layers": [
      {"id": "a", "visible": false, "frame": {"x": 10, "y": 10, "width": 20, "height": 20},
       "effects": [{"effect": "pane"}]},
      {"effects": [{"effect": "looks", "target": "#a", "silhouette": true}]}]}
      """)
    #expect(alpha(of: pixels, 20, 20) == 255)
    #expect(alpha(of: pixels, 5, 20) == 0)
  }

  @Test("a line without words is none of several rectangles")
  func emptyLines() {
    func job(_ string: String) -> String {
      #"{"scrim": 1, "canvas": {"width": 200, "height": 200}, "layers": [{"id": "a", "text": "#
        + #"{"string": ""# + string
        + #"", "font": "DejaVu Sans"}, "effects": [{"effect": "veil"}]}, "#
        + ##"{"effects": [{"effect": "count", "target": "#a/concealed"}]}]}"##
    }
    #expect(messages(job(#"a\n\nb"#)).first?.contains("count: 1 of 1 have an area.") == true)
    #expect(messages(job(#"a\n"#)).first?.contains("no part of the text is concealed.") == true)
  }

  @Test("a picture in a parameter is decoded like a layer's, and missed at its place")
  func picture() throws {
    let effect = #"{"effect": "sticker", "picture": {"source": "dot.png"}}"#
    var dot = try Raster(area: PixelRect(x: 0, y: 0, width: 2, height: 2), scale: 1)
    try dot.draw { [rect = dot.rect] in $0.fill(rect, with: .black) }
    let png = try PNGEncoding.encode(dot.pixels, compression: .fast)
    let pixels = try render(document(effect), sources: ["dot.png": .bytes(png)])
    #expect(alpha(of: pixels, 199, 79) == 255)
    #expect(
      messages(of: effect).first?.contains(
        #"layers[0].effects[0].picture.source: "dot.png": the file was not passed to the renderer."#
      ) == true)
  }

  @Test("a mistake in an effect's own text is told at its place")
  func placeOfText() {
    let found = messages(
      of: ##"{"effect": "label", "labels": [{"string": "ok", "font": "Nonesuch"}]}"##)
    #expect(found.count == 1)
    #expect(
      found.first?.contains(
        #"layers[0].effects[0].labels[0].font: no font family "Nonesuch" is installed."#) == true)
  }
}

extension ProtocolTests {
  /// Two lines of text with a chain of effects, and a second layer.
  private func document(_ effects: String) -> String {
    #"{"scrim": 1, "canvas": {"width": 200, "height": 80}, "layers": [{"frame": {"x": 0, "y": 0}, "#
      + #""text": {"string": "open\nsecret", "size": 30, "font": "DejaVu Sans"}, "effects": ["#
      + effects + #"]}, {"id": "other", "fill": "transparent"}]}"#
  }

  private func messages(of effects: String, seed: Int = 1) -> [String] {
    messages(document(effects), seed: seed)
  }

  private func messages(_ document: String, seed: Int = 1) -> [String] {
    do {
      _ = try render(document, seed: seed)
      return []
    } catch let diagnostics as JobDiagnostics {
      return diagnostics.diagnostics.map { $0.text(file: "test.json") }
    } catch {
      return ["\(error)"]
    }
  }

  /// The coverage of the second line.
  private func ink(of effects: String) throws -> Int {
    let pixels = try render(document(effects))
    return (40..<80).reduce(0) { sum, y in
      sum + (0..<200).reduce(0) { $0 + alpha(of: pixels, $1, y) } / 255
    }
  }

  private func alpha(of pixels: Pixels, _ x: Int, _ y: Int) -> Int {
    pixels.withBytes { Int($0[y * pixels.bytesPerRow + x * 4 + 3]) }
  }

  private func render(
    _ document: String, sources: [String: SourceFile] = [:], seed: Int = 1
  ) throws -> Pixels {
    let effects = PluginRegistry()
    let types: [any Effect.Type] = [
      Decoys.self, Idle.self, Reader.self, Veil.self, Repaint.self, Prying.self, Looks.self,
      Pane.self, Label.self, Sticker.self,
      Count.self,
    ]
    for type in types { effects.register(type) }
    let reading = JobReading(Array(document.utf8), name: "test", effects: effects)
    var png: [UInt8] = []
    _ = try Renderer(fonts: FontLibrary()).render(reading, sources: sources, seed: seed) {
      png = $0.bytes
    }
    return try png.withUnsafeBytes { try ImageDecoding.decode($0, limits: .standard) }
  }
}

private struct Overridable: Effect {
  static let manifest = Manifest("overridable", version: "1.0.0", summary: "Has two values.")
  @Parameter("A number", in: 0...250) var sigma = 11.0
  @Parameter("Another", in: 0...1) var opacity = 0.5

  func apply(to picture: inout Picture, in context: EffectContext) {}
}

/// Replaces the second line by a random word, and expects the same one in the drawing.
private struct Decoys: Effect {
  static let manifest = Manifest("decoys", version: "1.0.0", summary: "Replaces words.")

  var isRandom: Bool { true }

  func redaction(of text: TextLayout, in geometry: EffectGeometry) throws -> Redaction? {
    Redaction(try text.replacing([1: word(geometry)]))
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    _ = word(context.geometry)
  }

  private func word(_ geometry: EffectGeometry) -> String {
    var random = geometry.random
    let letters = Array("abcdefghij")
    return String((0..<8).map { _ in letters[Int(random.unit() * 10)] })
  }
}

private struct Idle: Effect {
  static let manifest = Manifest("idle", version: "1.0.0", summary: "Does nothing.")

  func apply(to picture: inout Picture, in context: EffectContext) {}
}

/// Reports all words that it can read.
private struct Reader: Effect {
  static let manifest = Manifest("reader", version: "1.0.0", summary: "Reads the text aloud.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let text = try #require(context.text)
    func shown(_ string: String?) -> String {
      String((string ?? "").map { $0 == "\n" ? "/" : $0 })
    }
    throw EffectError("\(shown(text.string)) (\(shown(text.spec.string))).")
  }
}

/// Conceals the words of the second line, and draws them itself.
private struct Veil: Effect {
  static let manifest = Manifest("veil", version: "1.0.0", summary: "Keeps words.")

  func redaction(of text: TextLayout, in geometry: EffectGeometry) -> Redaction? {
    Redaction(before: text, after: text.concealing { $0 > 0 })
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let text = try #require(context.text)
    picture = try context.input(with: text.showing { $0 > 0 })
  }
}

private struct Repaint: Effect {
  static let manifest = Manifest("repaint", version: "1.0.0", summary: "Draws its input in red.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let text = try #require(context.text)
    picture = try context.input(with: text.painted(with: .color(Color(red: 1, green: 0, blue: 0))))
  }
}

private struct Prying: Effect {
  static let manifest = Manifest("prying", version: "1.0.0", summary: "Asks for too much.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    _ = try context.rectangles(of: #require(Reference("#other/ink")))
  }
}

private struct Looks: Effect {
  static let manifest = Manifest("looks", version: "1.0.0", summary: "Looks at another layer.")
  @Parameter("Whom") var target: Reference
  @Parameter("Whether its silhouette is drawn") var silhouette = false

  func layerImages() -> [Reference] { silhouette ? [target] : [] }

  func extent(in geometry: EffectGeometry) -> Rect { geometry.frame }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    guard silhouette else {
      _ = try context.rectangles(of: target)
      return
    }
    let other = try context.layerImage(of: target)
    try picture.draw(in: context.region) { $0.draw(other) }
  }
}

/// Lays out texts of its own while extents are requested.
private struct Label: Effect {
  static let manifest = Manifest("label", version: "1.0.0", summary: "Writes on the layer.")
  @Parameter("What to write") var labels: [TextSpec] = []

  func extent(in geometry: EffectGeometry) throws -> Rect {
    try labels.enumerated().map { index, label in
      try geometry.layOut(label, in: geometry.frame, at: [.key("labels"), .index(index)]).bounds
    }.bounds
  }

  func apply(to picture: inout Picture, in context: EffectContext) {}
}

/// Draws an image from a file over the canvas.
private struct Sticker: Effect {
  static let manifest = Manifest("sticker", version: "1.0.0", summary: "Sticks a picture on.")
  @Parameter("Which picture") var picture: ImageSource

  func extent(in geometry: EffectGeometry) -> Rect { geometry.canvas }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let image = try context.image(self.picture)
    try picture.draw(in: context.canvas) { $0.draw(image, in: context.canvas) }
  }
}

/// Counts the rectangles that it receives.
private struct Count: Effect {
  static let manifest = Manifest("count", version: "1.0.0", summary: "Counts rectangles.")
  @Parameter("Of what") var target: Reference

  func extent(in geometry: EffectGeometry) throws -> Rect {
    let all = try geometry.rectangles(of: target)
    throw EffectError("\(all.filter { !$0.isEmpty }.count) of \(all.count) have an area.")
  }

  func apply(to picture: inout Picture, in context: EffectContext) {}
}
