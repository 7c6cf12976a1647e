import RenderTesting
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// Layers that show what a plugin draws.
@Suite struct ContentTests {
  private let renderer = TestRenderer([Tile.self, TileEffect.self])

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
