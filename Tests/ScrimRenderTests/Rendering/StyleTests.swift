import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// Keys that layers share: styles, and the defaults of texts.
@Suite struct StyleTests {
  private let renderer = TestRenderer([Grow.self, Stamp.self])

  private static let font = #""font": "DejaVu Sans""#

  private static func job(_ layers: String, styles: String, canvas: String = "") -> String {
    ##"{"scrim": 1, "canvas": {"width": 200, "height": 100, "background": "#fff"\##(canvas)}, \##(styles)"layers": [\##(layers)]}"##
  }

  /// Each: styles, more of the canvas, layers with them, and the same layers without.
  static let pairs: [(styles: String, canvas: String, styled: String, plain: String)] = [
    // A style's keys are as if they were the layer's.
    (
      #"{"card": {"background": "gold", "cornerRadius": 8, "opacity": 0.5, "effects": [{"effect": "grow"}]}}"#,
      "",
      #"{"use": "card", "frame": {"x": 20, "y": 20, "width": 80, "height": 40}}"#,
      #"{"background": "gold", "cornerRadius": 8, "opacity": 0.5, "effects": [{"effect": "grow"}], "frame": {"x": 20, "y": 20, "width": 80, "height": 40}}"#
    ),
    // The layer's own win; effects are replaced, not added to.
    (
      #"{"card": {"background": "gold", "cornerRadius": 8, "effects": [{"effect": "grow"}]}}"#, "",
      #"{"use": "card", "background": "teal", "effects": [], "frame": {"width": 80, "height": 40}}"#,
      #"{"background": "teal", "cornerRadius": 8, "frame": {"width": 80, "height": 40}}"#
    ),
    // Of several the later ones win.
    (
      #"{"a": {"background": "gold", "cornerRadius": 8}, "b": {"background": "teal"}}"#, "",
      #"{"use": ["a", "b"], "frame": {"width": 80, "height": 40}}, {"use": ["b", "a"], "frame": {"y": 50, "width": 80, "height": 40}}"#,
      #"{"background": "teal", "cornerRadius": 8, "frame": {"width": 80, "height": 40}}, {"background": "gold", "cornerRadius": 8, "frame": {"y": 50, "width": 80, "height": 40}}"#
    ),
    // A style's own keys win over those of the styles that it uses, which may be declared later.
    (
      #"{"b": {"use": ["a", "c"], "background": "teal"}, "a": {"background": "gold", "cornerRadius": 8, "opacity": 0.3}, "c": {"opacity": 0.6}}"#,
      "",
      #"{"use": "b", "frame": {"width": 80, "height": 40}}"#,
      #"{"background": "teal", "cornerRadius": 8, "opacity": 0.6, "frame": {"width": 80, "height": 40}}"#
    ),
    // Texts are merged by key.
    (
      #"{"t": {"text": {\#(font), "size": 30, "color": "red"}}, "small": {"use": "t", "text": {"size": 12}}}"#,
      "",
      #"{"use": "t", "text": {"string": "One"}}, {"use": "small", "frame": {"y": 50}, "text": {"string": "Two", "color": "blue"}}"#,
      #"{"text": {"string": "One", \#(font), "size": 30, "color": "red"}}, {"frame": {"y": 50}, "text": {"string": "Two", \#(font), "size": 12, "color": "blue"}}"#
    ),
    // Of a layer without a text, the style's text says nothing.
    (
      #"{"t": {"text": {"size": 30}, "opacity": 0.5}}"#, "",
      #"{"use": "t", "fill": "red"}"#, #"{"opacity": 0.5, "fill": "red"}"#
    ),
    // Defaults of the canvas and of groups, the innermost first; after styles.
    (
      #"{"t": {"text": {"size": 30}}}"#,
      #", "textDefaults": {\#(font), "size": 10, "color": "green"}"#,
      #"{"text": {"string": "One"}}, {"use": "t", "frame": {"x": 80}, "text": {"string": "Two"}}, {"textDefaults": {"color": "red", "size": 20}, "frame": {"y": 40}, "layers": [{"text": {"string": "Three"}}, {"frame": {"x": 90}, "textDefaults": {"size": 14}, "layers": [{"text": {"string": "Four", "color": "blue"}}]}]}"#,
      #"{"text": {"string": "One", \#(font), "size": 10, "color": "green"}}, {"frame": {"x": 80}, "text": {"string": "Two", \#(font), "size": 30, "color": "green"}}, {"frame": {"y": 40}, "layers": [{"text": {"string": "Three", \#(font), "color": "red", "size": 20}}, {"frame": {"x": 90}, "layers": [{"text": {"string": "Four", \#(font), "color": "blue", "size": 14}}]}]}"#
    ),
    // A style of a group gives its texts defaults.
    (
      #"{"g": {"textDefaults": {\#(font), "size": 22}, "background": "gold"}}"#, "",
      #"{"use": "g", "layers": [{"text": {"string": "One"}}]}, {"text": {"string": "Two", \#(font), "size": 9}}"#,
      #"{"background": "gold", "layers": [{"text": {"string": "One", \#(font), "size": 22}}]}, {"text": {"string": "Two", \#(font), "size": 9}}"#
    ),
    // References in a style are those of each layer.
    (
      ##"{"s": {"effects": [{"effect": "stamp", "target": "#a"}]}}"##, "",
      #"{"id": "a", "frame": {"width": 20, "height": 20}, "fill": "red"}, {"use": "s", "frame": {"x": 40}}"#,
      ##"{"id": "a", "frame": {"width": 20, "height": 20}, "fill": "red"}, {"frame": {"x": 40}, "effects": [{"effect": "stamp", "target": "#a"}]}"##
    ),
  ]

  @Test(arguments: pairs) func itIsAsIfWritten(
    styles: String, canvas: String, styled: String, plain: String
  ) throws {
    let one = try renderer.outputs(
      Self.job(styled, styles: #""styles": \#(styles), "#, canvas: canvas))
    let other = try renderer.outputs(Self.job(plain, styles: ""))
    #expect(one.outputs[0].bytes == other.outputs[0].bytes)
    #expect(one.report.json["warnings"] == other.report.json["warnings"])
  }

  @Test func aStyleThatNoLayerUsesIsAWarning() throws {
    let report = try renderer.outputs(
      Self.job(
        #"{"use": "a", "fill": "red"}"#,
        styles: #""styles": {"a": {"opacity": 1}, "b": {"use": "c"}, "c": {"opacity": 1}}, "#)
    ).report.json
    let warnings = report["warnings"]?.array ?? []
    #expect(warnings.compactMap { $0["pointer"]?.string } == ["/styles/b", "/styles/c"])
    #expect(
      warnings.first?["message"]?.string
        == "no layer uses the style: remove it, or write its name in \"use\".")
  }

  /// Of a template other rows and variants may use it.
  @Test func ofATemplateItIsNone() throws {
    let document = Self.job(#"{"fill": "red"}"#, styles: #""styles": {"a": {"opacity": 1}}, "#)
    func keys(_ isEvaluated: Bool) -> Int? {
      JobReading(
        Array(document.utf8), name: "a", effects: PluginRegistry(), isEvaluated: isEvaluated
      ).job?.ignoredKeys.count
    }
    #expect(keys(false) == 1)
    #expect(keys(true) == 0)
  }

  /// An error that only rendering finds is where the value is written, too.
  @Test func errorsOfRenderingAreInTheStyle() throws {
    let messages = try renderer.messages(
      Self.job(
        #"{"id": "a", "use": "t", "text": {"string": "x"}}"#,
        styles: #""styles": {"t": {"text": {"font": "No Such Font"}}}, "#))
    let message = try #require(messages.first)
    #expect(message.contains("styles.t.text.font"), "\(message)")
    #expect(message.contains("#a uses it."), "\(message)")
  }

  /// A change of one style leaves what other layers look like known.
  @Test func onlyUsersOfAStyleDependOnIt() throws {
    func digest(_ b: String) throws -> [[UInt8]] {
      let document = Self.job(
        #"{"use": "a", "fill": "red"}, {"layers": [{"use": "c", "fill": "red"}]}"#,
        styles: #""styles": {"a": {"opacity": 0.5}, "b": \#(b), "c": {"use": "b"}}, "#)
      let job = try #require(
        JobReading(Array(document.utf8), name: "a", effects: PluginRegistry()).job)
      let digest = try #require(JobDigest(job))
      return ([digest.shared] + digest.layers).map { Array($0.pieces.joined()) }
    }
    let (one, other) = (try digest(#"{"opacity": 0.1}"#), try digest(#"{"opacity": 0.2}"#))
    #expect(one[0] == other[0])
    #expect(one[1] == other[1])
    #expect(one[2] != other[2])
  }

  /// Styles that use many others that use many others are read once each.
  @Test func aLadderOfStylesIsRead() throws {
    let ladder = (0..<60).map { index in
      let uses =
        index == 0 ? "" : #""use": ["s\#(index - 1)", "s\#(index - 1)", "s\#(index - 1)"], "#
      return #""s\#(index)": {\#(uses)"opacity": 0.5}"#
    }
    let one = try renderer.outputs(
      Self.job(
        #"{"use": "s59", "fill": "red"}"#,
        styles: #""styles": {\#(ladder.joined(separator: ", "))}, "#))
    #expect(
      try one.outputs[0].bytes
        == renderer.outputs(Self.job(#"{"opacity": 0.5, "fill": "red"}"#, styles: "")).outputs[0]
        .bytes)
  }
}
