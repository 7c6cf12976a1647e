import RenderTesting
import Testing

/// Errors of invalid spotlights.
@Suite struct SpotlightDiagnosticTests {
  private let scene = SpotlightScene()

  struct InvalidEffect: Sendable, CustomStringConvertible {
    /// The effect's parameters.
    let description: String
    /// From the column on.
    let messages: [String]

    init(_ effect: String, _ messages: String...) {
      description = effect
      self.messages = messages
    }
  }

  private static let text = ##"{"id": "title", "text": {"string": "A title"}}, "##

  static let cases: [InvalidEffect] = [
    InvalidEffect(
      #""padding": 3"#,
      #"layers[1].effects[0]: "targets" is missing."#),
    InvalidEffect(
      #""targets": []"#,
      #"layers[1].effects[0].targets: expected at least one target, found a list of 0."#),
    InvalidEffect(
      #""targets": "title""#,
      ##"layers[1].effects[0].targets: expected a list of targets such as ["#title"], found "title"."##
    ),
    InvalidEffect(
      #""targets": ["title"]"#,
      ##"layers[1].effects[0].targets[0]: "title" is not a reference: "#canvas", "#id", "#id/ink", "#id/extent", "#id/line/0", "#id/lines", "#id/match/WORDS" or "#id/concealed". Did you mean "#title"?"##
    ),
    InvalidEffect(
      ##""targets": ["#titel"]"##,
      ##"layers[1].effects[0].targets[0]: unknown layer id "titel". Did you mean "#title"?"##
    ),
    InvalidEffect(
      #""targets": [5]"#,
      ##"layers[1].effects[0].targets[0]: expected a reference such as "#title", or a rectangle such as {"x": 0, "y": 0, "width": 100, "height": 50}, found 5."##
    ),
    InvalidEffect(
      #""targets": [{"x": 5}]"#,
      #"layers[1].effects[0].targets[0]: "width" is missing."#,
      #"layers[1].effects[0].targets[0]: "height" is missing."#),
    InvalidEffect(
      #""targets": [{"x": 5, "wdith": 5, "height": 5}]"#,
      #"layers[1].effects[0].targets[0].wdith: unknown key "wdith". Did you mean "width"?"#),
    InvalidEffect(
      #""targets": [{"width": 0, "height": 5}]"#,
      #"layers[1].effects[0].targets[0].width: a target must be more than 0 px large."#),
    InvalidEffect(
      #""targets": [{"width": -5, "height": 5}]"#,
      #"layers[1].effects[0].targets[0].width: -5 is outside 0…1000000 px."#),
    InvalidEffect(
      #""targets": [{"width": 5, "height": 5, "shape": "pill"}]"#,
      #"layers[1].effects[0].targets[0]: "at" is missing: a rectangle with options is written as {"at": {"x": 0, "y": 0, "width": 100, "height": 50}, "shape": "pill"}."#
    ),
    InvalidEffect(
      #""targets": [{"shape": "pill"}]"#,
      #"layers[1].effects[0].targets[0]: "at" is missing."#),
    InvalidEffect(
      ##""targets": [{"at": "#title", "shape": "oval"}]"##,
      #"layers[1].effects[0].targets[0].shape: "oval" is not one of "rounded", "rect", "circle", "ellipse", "pill", "ink"."#
    ),
    InvalidEffect(
      ##""targets": ["#title", {"at": "#title", "feather": 300}]"##,
      #"layers[1].effects[0].targets[1].feather: 300 is outside 0…250 px."#),
    InvalidEffect(
      ##""targets": [{"at": "#title", "shape": "circle", "cornerRadius": 5}]"##,
      #"layers[1].effects[0].targets[0].cornerRadius: only "rounded" lit areas have corners, not "circle" ones."#
    ),
    InvalidEffect(
      ##""targets": ["#title"], "shape": "pill", "cornerRadius": 5"##,
      #"layers[1].effects[0].cornerRadius: only "rounded" lit areas have corners, and no target is rounded."#
    ),
    InvalidEffect(
      #""targets": [{"width": 5, "height": 5}], "shape": "ink""#,
      #"layers[1].effects[0].targets[0]: a rectangle has no silhouette: "ink" requires a reference to a layer."#
    ),
    InvalidEffect(
      ##""targets": [{"at": "#canvas", "shape": "ink"}]"##,
      #"layers[1].effects[0].targets[0].shape: the canvas has no silhouette: "ink" requires a reference to a layer."#
    ),
    InvalidEffect(
      ##""targets": ["#title", "#title/ink"], "callout": {"text": {"string": "x"}}"##,
      ##"layers[1].effects[0].callout: there are 2 targets: set the callout in its own target, as {"at": "#id", "callout": {…}}."##
    ),
    InvalidEffect(
      ##""targets": [{"at": "#title", "callout": {}}]"##,
      #"layers[1].effects[0].targets[0].callout: "text" is missing."#),
    InvalidEffect(
      ##""targets": [{"at": "#title", "callout": {"text": {}}}]"##,
      #"layers[1].effects[0].targets[0].callout.text: "string" or "markup" is missing."#),
    InvalidEffect(
      ##""targets": ["#title"], "callout": {"text": {"string": "x"}, "maxWidth": 24}"##,
      #"layers[1].effects[0].callout.maxWidth: 24 px leave no space for text: the padding alone takes 24 px."#
    ),
    InvalidEffect(
      ##""targets": ["#title/match/nothing"]"##,
      ##"layers[1].effects[0].targets[0]: "#title/match/nothing": the text does not contain these words."##
    ),
    InvalidEffect(
      #""targets": [{"x": 200, "width": 5, "height": 5}]"#,
      #"layers[1].effects[0].targets[0]: spotlight: the target is outside the canvas, at x 200…205, y 0…5 px; the canvas is 160 × 120 px. Move it onto the canvas, or remove it from "targets"."#
    ),
    InvalidEffect(
      #""targets": [{"at": {"x": -50, "width": 20.25, "height": 5}}]"#,
      #"layers[1].effects[0].targets[0].at: spotlight: the target is outside the canvas, at x -50…-29.8, y 0…5 px; the canvas is 160 × 120 px. Move it onto the canvas, or remove it from "targets"."#
    ),
    InvalidEffect(
      ##""targets": ["#title/ink", {"at": "#title/ink", "callout": {"text": {"string": "x", "font": "Noto Snas"}}}]"##,
      #"layers[1].effects[0].targets[1].callout.text.font: no font family "Noto Snas" is installed. Did you mean "Noto Sans"?"#
    ),
    InvalidEffect(
      ##""targets": ["#title/ink"], "callout": {"text": {"string": "Donaudampfschifffahrt"}, "maxWidth": 60}"##,
      #"layers[1].effects[0].callout.maxWidth: spotlight: the text is 176.3 px wide; "maxWidth" allows 36 px. Enlarge it, or set "wrap": "word-character" in the text."#
    ),
    InvalidEffect(
      ##""targets": ["#title/ink"], "callout": {"text": {"string": "a b", "maxLines": 1}, "maxWidth": 35}"##,
      #"layers[1].effects[0].callout.text.maxLines: spotlight: the text has 2 lines; "maxLines" allows 1. Enlarge "maxWidth", or set "ellipsis" in the text."#
    ),
    InvalidEffect(
      ##""targets": ["#canvas"], "callout": {"text": {"string": "x", "lineHeight": 1}}"##,
      #"layers[1].effects[0].callout: spotlight: the callout of 33 × 40 px does not fit on any side of its target: with "gap" and "arrow" it needs 58 px above or below and 51 px at a side; available: 0 px below, 0 px above, 0 px to the right, 0 px to the left. Shorten its text, or make "maxWidth", "padding", "gap" or "arrow" smaller."#
    ),
    InvalidEffect(
      ##""targets": [{"at": "#title/ink", "callout": {"text": {"string": "Up", "lineHeight": 1}, "side": "top"}}]"##,
      #"layers[1].effects[0].targets[0].callout: spotlight: the callout of 46 × 40 px does not fit on the side "top" of its target: with "gap" and "arrow" it needs 58 px there; available: 4.9 px above. Choose another "side" or "auto", shorten its text, or make "maxWidth", "padding", "gap" or "arrow" smaller."#
    ),
    InvalidEffect(
      #""targets": [{"at": {"x": 20, "y": 0, "width": 100, "height": 20}, "callout": {"text": {"string": "Up", "lineHeight": 1}, "side": "bottom"}}, {"x": 0, "y": 30, "width": 160, "height": 50}]"#,
      #"layers[1].effects[0].targets[0].callout: spotlight: the callout of 46 × 40 px does not fit on the side "bottom" of its target: with "gap" and "arrow" it needs 58 px there; available: 100 px below (partly blocked by other targets, callouts or the canvas edges). Choose another "side" or "auto", shorten its text, or make "maxWidth", "padding", "gap" or "arrow" smaller."#
    ),
  ]

  @Test(arguments: cases) func isToldWithItsPlace(_ invalid: InvalidEffect) throws {
    let found = try scene.messages(invalid.description, below: Self.text)
    #expect(found.map { String($0.split(separator: ": ", maxSplits: 1)[1]) } == invalid.messages)
  }
}
