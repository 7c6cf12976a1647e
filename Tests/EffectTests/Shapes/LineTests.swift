import RenderTesting
import ScrimKit
import ScrimRender
import Shapes
import Testing

/// Lines between other layers, compared with lines between points.
@Suite struct LineTests {
  private let renderer = TestRenderer([Line.self])

  private static let boxes =
    ##"{"id": "a", "frame": {"x": 10, "y": 20, "width": 40, "height": 20}, "fill": "#ccc"}, "##
    + ##"{"id": "b", "frame": {"x": 120, "y": 70, "width": 40, "height": 40}, "rotate": 90, "fill": "#ccc"}, "##
    + ##"{"id": "t", "frame": {"x": 100, "y": 5}, "text": {"string": "one\ntwo", "font": "DejaVu Sans", "size": 20, "lineHeight": 1}}"##

  private func bytes(_ content: String, layer: String = "") throws -> [UInt8] {
    let line =
      ##"{\##(layer)"content": {"kind": "line", "stroke": {"width": 3, "color": "#e11"}, \##(content)}}"##
    return try renderer.outputs(
      ##"{"scrim": 1, "canvas": {"width": 200, "height": 130, "background": "#fff"}, "layers": [\##(Self.boxes), \##(line)]}"##
    ).outputs[0].bytes
  }

  @Test(arguments: [
    (##""from": "#a/right", "to": "#b/left""##, #""from": [50, 30], "to": [120, 90]"#),
    (##""from": "#a/bottom-left", "to": [200, 130]"##, #""from": [10, 40], "to": [200, 130]"#),
    (##""from": [0, 0], "to": "#canvas/bottom-right""##, #""from": [0, 0], "to": [200, 130]"#),
    (
      ##""from": "#a/center", "to": "#b/ink/top", "curve": 0.2, "markers": {"end": "arrow"}"##,
      #""from": [30, 30], "to": [140, 70], "curve": 0.2, "markers": {"end": "arrow"}"#
    ),
    // The line from centre to centre, (30, 30) to (140, 90), from side to side.
    (
      ##""from": "#a", "to": "#b""##,
      #""from": [48.33333333333333, 40], "to": [120, 79.09090909090909]"#
    ),
    (##""from": "#a", "to": [30, 120]"##, #""from": [30, 40], "to": [30, 120]"#),
  ])
  func endsAtLayers(_ line: String, _ same: String) throws {
    #expect(try bytes(line) == bytes(same))
  }

  /// Of several rectangles, the bounds.
  @Test(arguments: [
    ("#t/line/1/left", 100.0, 35.0), ("#t/lines/bottom-left", 100, 45), ("#t/lines/right", 140, 25),
    ("#t/match/to/center", 115, 30),
  ])
  func endsAtPartsOfTexts(_ reference: String, _ x: Double, _ y: Double) throws {
    let line = Rect(x: 100, y: 5, width: 40, height: 20)
    let next = Rect(x: 100, y: 25, width: 30, height: 20)
    let geometry = ContentGeometry(
      frame: Rect(x: 0, y: 0, width: 200, height: 130),
      rectangles: [
        "#t/line/1": [next], "#t/lines": [line, next],
        "#t/match/to": [
          Rect(x: 100, y: 20, width: 10, height: 10), Rect(x: 120, y: 30, width: 10, height: 10),
        ],
      ])
    func extent(_ to: JSON) throws -> Rect {
      var decoding = ParameterDecoding()
      return try #require(Line.decode(["from": [3, 4], "to": to], &decoding)).extent(in: geometry)
    }
    #expect(try extent(.string(reference)) == extent([.number(x), .number(y)]))
  }

  /// The frame of the line has no part in it.
  @Test func isNotBoundToItsFrame() throws {
    let line = ##""from": "#a/right", "to": "#b/left""##
    let frame = #""frame": {"x": 7, "y": 90, "width": 3, "height": 3}, "#
    #expect(try bytes(line, layer: frame) == bytes(line))
  }

  @Test(arguments: [
    (
      ##""from": "#c/right""##,
      ##"content.from: unknown layer id "c". Layer ids: "#a", "#b", "#t"."##
    ),
    (
      ##""to": "#a/rigth""##,
      ##"content.to: "#a/rigth" is not a point of a layer: a reference, alone or with "/left", "/right", "/top", "/bottom", "/center", "/top-left", "/top-right", "/bottom-left", "/bottom-right". Did you mean "#a/right"?"##
    ),
    (
      ##""to": "#a/match/x/left""##,
      ##"content.to: the layer "#a" has no text, so it has no lines or words."##
    ),
    (
      ##""to": "#t/match/x/left""##,
      ##"content.to: "#t/match/x": the text does not contain these words."##
    ),
    (
      #""to": 4"#,
      ##"content.to: expected a list of 2 (x, y), or a point of a layer such as "#title/right", found 4."##
    ),
  ])
  func saysWhatIsWrong(_ line: String, _ message: String) throws {
    let document =
      ##"{"scrim": 1, "canvas": {"width": 200, "height": 130}, "layers": [\##(Self.boxes), {"content": {"kind": "line", \##(line)}}]}"##
    let messages = try renderer.messages(document).map { String($0) }
    #expect(messages.count == 1)
    #expect(messages.first?.hasSuffix("layers[3].\(message)") == true, "\(messages)")
  }
}
