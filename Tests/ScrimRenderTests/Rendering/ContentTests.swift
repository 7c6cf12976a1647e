import RenderTesting
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// Layers that show what a plugin draws.
@Suite struct ContentTests {
  private let renderer = TestRenderer(
    [Tile.self, TileEffect.self, Link.self, Dust.self, Grain.self])

  private func job(_ layers: String, canvas: String = "") -> String {
    ##"{"scrim": 1, "canvas": {"width": 40, "height": 30, "background": "#fff"\##(canvas)}, "layers": [\##(layers)]}"##
  }

  private func bytes(_ layers: String) throws -> [UInt8] {
    try renderer.outputs(job(layers)).outputs[0].bytes
  }

  private func layer(_ id: String, _ key: String, _ document: String) throws -> [Double] {
    let report = try renderer.outputs(document).report.json
    return (report["layers"]?[id]?[key]?.array ?? []).compactMap(\.number)
  }

  private static let frame = #""frame": {"x": 5, "y": 6, "width": 20, "height": 10}"#

  /// Each with layers that draw the same.
  @Test(
    arguments: [
      (
        #"{\#(frame), "content": {"kind": "tile"}}"#,
        #"{\#(frame), "fill": "red"}"#
      ),
      (
        #"{\#(frame), "padding": 2, "content": {"kind": "tile"}}"#,
        #"{"frame": {"x": 7, "y": 8, "width": 16, "height": 6}, "fill": "red"}"#
      ),
      // On the grid.
      (
        #"{"frame": {"x": 5.4, "y": 6.3, "width": 20, "height": 10}, "content": {"kind": "tile"}}"#,
        #"{\#(frame), "fill": "red"}"#
      ),
      // What is drawn outside of the extent is cut off, and with a corner radius outside of the frame.
      (
        #"{\#(frame), "content": {"kind": "tile", "beyond": 3}}"#,
        #"{"frame": {"x": 2, "y": 3, "width": 26, "height": 16}, "fill": "red"}"#
      ),
      (
        #"{\#(frame), "cornerRadius": 0, "content": {"kind": "tile", "beyond": 3}}"#,
        #"{\#(frame), "fill": "red"}"#
      ),
      // With what is around a content, and behind an effect of the same name.
      (
        #"{\#(frame), "background": "gold", "opacity": 0.5, "content": {"kind": "tile", "color": "blue"}, "effects": [{"effect": "tile"}]}"#,
        #"{\#(frame), "opacity": 0.5, "fill": "blue"}"#
      ),
    ])
  func drawsTheSame(_ one: String, _ other: String) throws {
    #expect(try bytes(one) == bytes(other))
  }

  @Test func hasASizeOfItsOwn() throws {
    let content = #""content": {"kind": "tile", "natural": [12, 8]}"#
    let sized = [
      (#""width": "fit-content", "height": "fit-content""#, [3.0, 3, 12, 8]),
      (#""width": 6, "height": "fit-content""#, [3, 3, 6, 4]),
      (#""width": "fit-content", "height": 4"#, [3, 3, 6, 4]),
      (#""width": 20, "height": 20"#, [3, 3, 20, 20]),
    ]
    for (sides, frame) in sized {
      let document = job(#"{"id": "c", "frame": {"x": 3, "y": 3, \#(sides)}, \#(content)}"#)
      #expect(try layer("c", "frame", document) == frame, "\(sides)")
    }
    let row = job(
      #"{"flex": {"gap": 2, "alignItems": "start"}, "layers": [{"id": "a", \#(content)}, {"id": "b", "frame": {"height": 4}, \#(content)}]}"#
    )
    #expect(try layer("a", "frame", row) == [0, 0, 12, 8])
    #expect(try layer("b", "frame", row) == [14, 0, 6, 4])
  }

  @Test func hasInkForReferences() throws {
    let document = job(
      #"{"id": "c", \#(Self.frame), "content": {"kind": "tile", "beyond": 3}}, "#
        + ##"{"id": "r", "frame": {"of": "#c/ink"}, "fill": "blue"}"##)
    #expect(try layer("c", "ink", document) == [2, 3, 26, 16])
    #expect(try layer("r", "frame", document) == [2, 3, 26, 16])
  }

  /// At its place, with its name; a warning where it has no area.
  @Test func saysWhatIsWrong() throws {
    func messages(_ layer: String) throws -> [String] {
      try renderer.messages(job("\n" + layer)).map { String($0) }
    }
    #expect(
      try messages(#"{"content": {"kind": "tile", "fails": "draw"}}"#)
        == ["test.json:2:13: layers[0].content: tile: no paint left."])
    #expect(
      try messages(#"{"content": {"kind": "tile", "fails": "extent"}}"#)
        == ["test.json:2:13: layers[0].content: tile: no room."])
    let flat = job(
      #"{"frame": {"width": 0}, "layers": [{"content": {"kind": "tile"}}]}"#)
    #expect(
      try renderer.outputs(flat).report.json["warnings"]?.array?.compactMap(\.["message"]?.string)
        == [
          #"the content draws nothing: the layer is 0 × 30 px here. Give its "frame" a size."#
        ])
  }

  /// Rectangles of others, whatever comes first, in the coordinates of the layer.
  @Test func drawsWhatItRefersTo() throws {
    let link = ##"{"id": "l", "content": {"kind": "link", "to": "#o/ink"}}"##
    let other = #"{"id": "o", \#(Self.frame), "content": {"kind": "tile", "beyond": 1}}"#
    let drawn = ##"{"frame": {"x": 4, "y": 5, "width": 22, "height": 12}, "fill": "#008000"}"##
    #expect(try bytes("\(other), \(link)") == bytes("\(other), \(drawn)"))
    #expect(try bytes("\(link), \(other)") == bytes("\(drawn), \(other)"))
    let group = #""frame": {"x": 2, "y": 1, "width": 9, "height": 9}"#
    #expect(
      try bytes(#"\#(other), {\#(group), "layers": [\#(link)]}"#) == bytes("\(other), \(drawn)"))
    let flex =
      #"{"flex": {"justifyContent": "end"}, "layers": [{"id": "o", "frame": {"width": 9, "height": 5}, "fill": "red"}]}"#
    #expect(
      try bytes("\(flex), \(link)")
        == bytes(##"{"frame": {"x": 31, "y": 0, "width": 9, "height": 5}, "fill": "#008000"}"##))
    // In a turned group, the layer covers the same on the canvas.
    let turned = #""frame": {"width": 40, "height": 40}, "rotate": 90"#
    #expect(
      try layer("l", "ink", job(#"\#(other), {\#(turned), "layers": [\#(link)]}"#)) == [
        4, 5, 22, 12,
      ])
  }

  @Test func hasInkWhereItsReferencesPutIt() throws {
    let document = job(
      ##"{"id": "l", "content": {"kind": "link", "to": "#o"}, "effects": [{"effect": "tile"}]}, "##
        + #"{"id": "o", \#(Self.frame), "fill": "red"}, "#
        + ##"{"id": "r", "frame": {"of": "#l/ink"}, "fill": "blue"}, "##
        + ##"{"id": "s", "frame": {"of": "#l/extent"}, "fill": "blue"}"##)
    #expect(try layer("r", "frame", document) == [5, 6, 20, 10])
    // With the pixel that a content may snap beyond its bounds.
    #expect(try layer("s", "frame", document) == [4, 5, 22, 12])
    #expect(try layer("l", "ink", document) == [5, 6, 20, 10])
  }

  /// At the parameter, or at the content for a reference that it makes by itself.
  @Test(arguments: [
    (##""to": "#x""##, ##"content.to: unknown layer id "x". Layer ids: "#l", "#o"."##),
    (##""to": "#o/ink""##, ##"content.to: "#o/ink": the layer's content has no ink."##),
    (##""to": "#l/ink""##, "content.to: circular reference: #l → #l."),
    (##""also": "#x""##, ##"content: unknown layer id "x". Layer ids: "#l", "#o"."##),
    (##""also": "#o/ink""##, ##"content: "#o/ink": the layer's content has no ink."##),
    (
      ##""silently": "#o""##,
      ##"content: link: requests "#o", which it has not declared: return it from references() or layerImages()."##
    ),
  ])
  func saysWhichReferenceIsWrong(_ key: String, _ message: String) throws {
    let document = job(
      #"{"id": "o", "frame": {"width": 4}}, {"id": "l", "content": {"kind": "link", \#(key)}}"#)
    let messages = try renderer.messages(document).map { String($0) }
    #expect(messages.count == 1)
    #expect(messages.first?.hasSuffix("layers[1].\(message)") == true, "\(messages)")
  }

  /// The seed is the job's, and no other layer's.
  @Test func hasRandomNumbersOfItsOwn() throws {
    func bytes(_ layers: String, seed: Int) throws -> [UInt8] {
      try renderer.outputs(job(layers), seed: seed).outputs[0].bytes
    }
    func dust(x: Int, _ kind: String = "dust") -> String {
      #"{"frame": {"x": \#(x), "width": 20}, "content": {"kind": "\#(kind)"}}"#
    }
    let one = try bytes(dust(x: 0), seed: 1)
    #expect(try bytes(dust(x: 0), seed: 1) == one)
    #expect(try bytes(dust(x: 0), seed: 2) != one)
    #expect(try bytes(dust(x: 0, "grain"), seed: 1) == bytes(dust(x: 0, "grain"), seed: 2))
    #expect(
      try bytes("\(dust(x: 0)), \(dust(x: 20))", seed: 1)
        != bytes("\(dust(x: 20)), \(dust(x: 0))", seed: 1))
  }

  /// What is drawn in tiles and at other scales is the same drawing.
  @Test func staysVectorsInDocuments() throws {
    let document = job(#"{\#(Self.frame), "content": {"kind": "tile"}}"#)
      .replacing(#""layers""#, with: #""output": {"file": "a.svg"}, "layers""#)
    let text = String(decoding: try renderer.outputs(document).outputs[0].bytes, as: UTF8.self)
    #expect(text.contains("<path") || text.contains("<rect"))
    #expect(!text.contains("<image"))
  }
}

/// A rectangle over the frame, and beyond it.
private struct Tile: Content {
  static let manifest = Manifest("tile", version: "1.0.0", summary: "For tests.")

  @Parameter("Its colour") var color = Color(red: 1, green: 0, blue: 0)
  @Parameter("How far it is drawn beyond the frame", unit: .pixels, in: 0...100) var beyond = 0.0
  @Parameter("Its own size") var natural: [Double] = []
  @Parameter("Where it fails") var fails = ""

  func naturalSize() -> Size? {
    natural.count == 2 ? Size(width: natural[0], height: natural[1]) : nil
  }

  func extent(in geometry: ContentGeometry) throws -> Rect {
    if fails == "extent" { throw EffectError("no room.") }
    return geometry.frame.grown(by: beyond)
  }

  func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    if fails == "draw" { throw EffectError("no paint left.") }
    canvas.fill(geometry.frame.grown(by: beyond), with: .color(color))
  }
}

/// Effects and contents may have the same names.
private struct TileEffect: Effect {
  static let manifest = Manifest("tile", version: "1.0.0", summary: "For tests.")

  func apply(to picture: inout Picture, in context: EffectContext) {}
}

/// A rectangle over another layer.
private struct Link: Content {
  static let manifest = Manifest("link", version: "1.0.0", summary: "For tests.")

  @Parameter("What it covers") var to: Reference? = nil
  @Parameter("What it asks for besides, as it declares by itself") var also = ""
  @Parameter("What it asks for without saying so") var silently = ""

  func references() -> [Reference] { [to, Reference(also)].compactMap { $0 } }

  private func area(in geometry: ContentGeometry) throws -> Rect {
    guard let reference = to ?? Reference(also) ?? Reference(silently) else {
      return geometry.frame
    }
    return try geometry.rectangles(of: reference)[0]
  }

  func extent(in geometry: ContentGeometry) throws -> Rect { try area(in: geometry) }

  func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    canvas.fill(try area(in: geometry), with: .color(Color(red: 0, green: 128.0 / 255, blue: 0)))
  }
}

/// Rows of random grey, by the job's seed.
private struct Dust: Content {
  static let manifest = Manifest("dust", version: "1.0.0", summary: "For tests.")

  var isRandom: Bool { true }

  func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    drawRows(on: canvas, in: geometry)
  }
}

/// The same in every job.
private struct Grain: Content {
  static let manifest = Manifest("grain", version: "1.0.0", summary: "For tests.")

  func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    drawRows(on: canvas, in: geometry)
  }
}

private func drawRows(on canvas: Canvas, in geometry: ContentGeometry) {
  var random = geometry.random
  let frame = geometry.frame
  for row in 0..<Int(frame.height) {
    let grey = Double(random.next() % 256) / 255
    canvas.fill(
      Rect(x: frame.x, y: frame.y + Double(row), width: frame.width, height: 1),
      with: .color(Color(red: grey, green: grey, blue: grey)))
  }
}
