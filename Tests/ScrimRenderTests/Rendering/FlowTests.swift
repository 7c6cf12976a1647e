import RenderTesting
import ScrimJSON
import ScrimRender
import Testing

/// Positions of texts whose height follows from their words.
@Suite struct FlowTests {
  private let renderer = TestRenderer()
  /// DejaVu Sans at 20 px: 0.928 above the baseline and 0.236 below it.
  private static let line = 20 * (1901.0 + 483) / 2048

  private func rectangles(
    _ layers: String, _ part: String, of id: String = "t"
  ) throws -> [[Double]] {
    let report = try renderer.outputs(
      #"{"scrim": 1, "canvas": {"width": 200, "height": 100}, "layers": [\#(layers)]}"#
    ).report.json
    let found = try #require(report["layers"]?[id]?[part]?.array)
    let isOne = found.first?.number != nil
    return (isOne ? [.array(found)] : found).map { ($0.array ?? []).compactMap(\.number) }
  }

  private static func text(_ frame: String, _ more: String = "", id: String = "t") -> String {
    #"{"id": "\#(id)", "frame": \#(frame), "text": {"string": "one\ntwo", "font": "DejaVu Sans", "#
      + #""size": 20}\#(more)}"#
  }

  private static let box =
    ##"{"id": "b", "frame": {"x": 20, "y": 30, "width": 50, "height": 10}, "fill": "#000"}, "##

  private func isNear(_ one: [Double], _ other: [Double]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < 0.01 }
  }

  static let frames: [(frame: String, more: String, expected: [Double])] = [
    (#"{}"#, "", [0, 0, 200, 2 * line]),
    (#"{"x": 10, "y": 10, "width": 100}"#, "", [10, 10, 100, 2 * line]),
    (#"{"x": 10, "y": 10, "width": 100}"#, #", "padding": 5"#, [10, 10, 100, 2 * line + 10]),
    (#"{"width": 100}"#, #", "padding": [1, 2, 3, 4]"#, [0, 0, 100, 2 * line + 4]),
    (#"{"right": 10, "bottom": 20, "width": 100}"#, "", [90, 80 - 2 * line, 100, 2 * line]),
    (#"{"bottom": "10%", "width": "50%"}"#, "", [0, 90 - 2 * line, 100, 2 * line]),
    (#"{"y": 5, "minHeight": 60}"#, "", [0, 5, 200, 60]),
    (#"{"y": 5, "minHeight": 20}"#, "", [0, 5, 200, 2 * line]),
    (#"{"bottom": 5, "minHeight": 60}"#, "", [0, 35, 200, 60]),
    (#"{"y": 5, "minHeight": "70%"}"#, #", "padding": 4"#, [0, 5, 200, 70]),
    (#"{"y": 5, "height": 50}"#, "", [0, 5, 200, 50]),
    (#"{"y": 5, "bottom": 5}"#, "", [0, 5, 200, 90]),
    (##"{"x": 5, "below": "#b", "gap": 3}"##, "", [5, 43, 195, 2 * line]),
    (##"{"below": "#b", "gap": -4, "minHeight": 50}"##, "", [0, 36, 200, 50]),
    (##"{"above": "#b", "gap": 3, "right": 5}"##, "", [0, 27 - 2 * line, 195, 2 * line]),
    (##"{"above": "#b"}"##, #", "padding": 2"#, [0, 26 - 2 * line, 200, 2 * line + 4]),
  ]

  @Test(arguments: frames)
  func aTextTakesTheHeightOfItsWords(frame: String, more: String, expected: [Double]) throws {
    let found = try rectangles(Self.box + Self.text(frame, more), "frame")
    #expect(isNear(found[0], expected), "\(found[0])")
  }

  /// CSS Flexbox 1 §9.8: a size is definite if a group of definite size stretches to it.
  @Test(arguments: [
    (
      #""frame": {"width": 80, "height": 60}, "flex": {"direction": "column"}"#, #"{"height": 50}"#,
      [0, 0, 80, 50.0]
    ),
    (#""frame": {"width": 80, "height": 60}, "flex": {}"#, #"{"width": 70}"#, [0, 0, 70, 60]),
    (
      #""frame": {"x": 5, "right": 5, "height": 60}, "flex": {"direction": "column"}"#,
      #"{"height": 50}"#,
      [5, 0, 190, 50]
    ),
    (#""flex": {}"#, #"{"width": 70}"#, [0, 0, 70, 100]),
    (#""frame": {"y": 10}, "flex": {}"#, #"{"width": 70}"#, [0, 10, 70, 90]),
    (
      #""frame": {"y": 5, "bottom": 5, "aspectRatio": 1}, "flex": {}"#, #"{"width": 70}"#,
      [0, 5, 70, 90]
    ),
  ])
  func aTextFitsWhereAGroupStretchesIt(group: String, frame: String, expected: [Double]) throws {
    for (fit, size) in [("shrink", 60), ("both", 6)] {
      let text =
        #"{"id": "t", "frame": \#(frame), "text": {"string": "wide words of a card", "#
        + #""font": "DejaVu Sans", "size": \#(size), "fit": "\#(fit)"}}"#
      let found = try rectangles(#"{\#(group), "layers": [\#(text)]}"#, "frame")
      #expect(isNear(found[0], expected), "\(found[0])")
      let lines = try rectangles(#"{\#(group), "layers": [\#(text)]}"#, "lines")
      #expect(
        lines.count > 1 && lines.map { $0[1] + $0[3] }.max() ?? 99 <= expected[1] + expected[3])
      #expect(lines.allSatisfy { $0[2] <= expected[2] })
    }
  }

  @Test func textsFlowBelowOneAnother() throws {
    let layers =
      Self.text(##"{"below": "#b", "gap": 4}"##, id: "t") + ", "
      + Self.text(#"{"y": 2}"#, #", "padding": 3"#, id: "b")
    let found = try rectangles(layers, "frame")
    #expect(isNear(found[0], [0, 2 + 2 * Self.line + 6 + 4, 200, 2 * Self.line]))
  }

  @Test func paddingMovesTheLines() throws {
    let lines = try rectangles(
      Self.text(#"{"x": 10, "y": 10, "width": 100}"#, #", "padding": [1, 2, 3, 4]"#), "lines")
    #expect(lines.count == 2)
    #expect(lines[0][0] == 14 && lines[0][1] == 11)
    #expect(isNear([lines[1][1], lines[1][3]], [11 + Self.line, Self.line]))
  }

  @Test func theReportSpeaksOfWhatIsShown() throws {
    let layer =
      #"{"id": "t", "frame": {"width": 60}, "text": {"string": "one two three four five", "#
      + #""font": "DejaVu Sans", "size": 20, "maxLines": 2, "ellipsis": "end"}}"#
    #expect(try rectangles(layer, "lines").count == 2)
    let ink = try rectangles(layer, "ink")[0]
    #expect(ink[0] + ink[2] <= 60 && ink[1] + ink[3] <= 2 * Self.line)
  }

  private func messages(_ text: String, frame: String = #"{"width": 60}"#) throws -> [String] {
    try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 200, "height": 100}, "layers": ["# + "\n"
        + #"{"frame": \#(frame), "text": {\#(text), "font": "DejaVu Sans"}}]}"#)
  }

  @Test func errorsOfMarkupHaveTheirColumn() throws {
    let plain = try messages(#""markup": "a <spn>b</spn>""#)
    #expect(
      plain == [
        #"test.json:2:49: layers[0].text.markup: unknown tag <spn>; the tags are b, big, i, markup, rp, rt, ruby, s, small, span, sub, sup, tt, u. Did you mean "span"?"#
      ])
    // Escapes in the document are longer than the characters that they represent.
    let escaped = try messages(#""markup": "\n\u00e9é\ud83d\ude00<b colour=\"red\">b</b>""#)
    #expect(
      escaped == [
        #"test.json:2:70: layers[0].text.markup: <b> takes no attributes; <span> does."#
      ])
    let family = try messages(#""markup": "a <span face='DejaVu Snas'>b</span>""#)
    #expect(
      family.first?.hasSuffix(
        #"layers[0].text.markup: no font family "DejaVu Snas" is installed. Did you mean "DejaVu Sans"?"#
      ) == true)
  }

  @Test func textsThatDoNotShrinkEnough() throws {
    let found = try messages(
      #""string": "incomprehensible", "size": 40, "fit": "shrink", "minSize": 10"#)
    #expect(
      found == [
        #"test.json:2:105: layers[0].text.minSize: the text does not fit at 10 px; it would at 6.625 px. Make the frame larger, or set "ellipsis": "end", "overflow": "clip" or "overflow": "visible"."#
      ])
  }

  @Test func anEllipsisThatDoesNotFitIsAnOverflow() throws {
    let found = try messages(
      #""string": "wide", "size": 40, "ellipsis": "end", "maxLines": 1"#, frame: #"{"width": 9}"#)
    #expect(
      found == [
        #"test.json:2:44: layers[0].text.string: the ellipsis alone is 40 px wide; its frame allows 9 px. Make the frame wider, or set "fit": "shrink", "overflow": "clip" or "overflow": "visible"."#
      ])
  }
}
