import ColorAdjust
import DropShadow
import Outline
import PaywallBlur
import RenderTesting
import ScrimCodecs
import ScrimDocument
import ScrimJob
import ScrimKit
import ScrimRender
import Spotlight
import StoryHighlight
import Testing

/// Texts that must have some contrast: how it is measured, what the errors say, and what makes texts legible.
@Suite struct LegibilityTests {
  private static let effects: [any Parameterized.Type] = [
    Outline.self, DropShadow.self, StoryHighlight.self, PaywallBlur.self, ColorAdjust.self,
  ]
  private let renderer = TestRenderer(effects)

  /// A text of 20 px on a canvas, with keys of the text and of the layer.
  private func job(
    below: String = "#808080", text: String, layer: String = "", output: String = "",
    string: String = "Hill"
  ) -> String {
    """
    {"scrim": 1, "canvas": {"width": 160, "height": 60}, "layers": [{"fill": "\(below)"},
    {"frame": {"x": 10, "y": 10, "width": 140}, "text": {"font": "Noto Sans", "string": "\(string)", "size": 20,
    \(text)}\(layer)}]\(output)}
    """
  }

  /// The codes, pointers and messages of the errors.
  private func errors(_ job: String, _ renderer: TestRenderer? = nil) throws -> [String] {
    do {
      _ = try (renderer ?? self.renderer).outputs(job)
      return []
    } catch let found as JobDiagnostics {
      return found.diagnostics.map { "\($0.code) \($0.pointer) \($0.message)" }
    }
  }

  /// The ratio in the error that a text has which must have 21.
  private func ratio(
    below: String = "#808080", text: String, layer: String = "", string: String = "Hill"
  ) throws -> Double {
    let job = job(
      below: below, text: text + #", "legible": 21"#, layer: layer, string: string)
    return try ratio(in: errors(job))
  }

  private func ratio(in errors: [String]) throws -> Double {
    guard let words = errors.first?.split(separator: " ") else { return 21 }
    try #require(words[0] == "low-contrast", "\(errors)")
    let at = try #require(words.firstIndex(of: "of"), "\(errors)")
    return try #require(Double(words[at + 1].dropLast()), "\(errors)")
  }

  // MARK: - Ratios

  /// The stroke of 一 lies in the white band, also in a column.
  @Test(arguments: ["horizontal", "vertical-rl", "vertical-lr"])
  func glyphsOfColumnsAreJudgedWhereTheyAre(_ mode: String) throws {
    let document = """
      {"scrim": 1, "canvas": {"width": 80, "height": 80, "background": "#000"}, "layers": [
      {"frame": {"x": 0, "y": 30, "width": 80, "height": 20}, "fill": "#fff"},
      {"frame": {"x": 20, "y": 20, "width": 40, "height": 40}, "text": {"string": "一", "font": "Noto Sans CJK JP",
      "language": "ja", "size": 40, "lineHeight": 1, "color": "#000", "legible": 20, "writingMode": "\(mode)"}}]}
      """
    #expect(try errors(document) == [])
  }

  /// Values of WCAG's formula, rounded down.
  @Test(arguments: [
    ("#808080", ##""color": "#fff""##, 3.94), ("#808080", ##""color": "#000""##, 5.31),
    ("#ffffff", ##""color": "#767676""##, 4.54), ("#123456", ##""color": "#fedcba""##, 9.78),
    // 50 % white over #808080 is #c0c0c0, but for the half of a level.
    ("#808080", ##""color": "#ffffff80""##, 2.16),
  ]) func flatColors(below: String, text: String, expected: Double) throws {
    #expect(try ratio(below: below, text: text) == expected)
  }

  @Test func opacitiesOfLayersAndGroupsCount() throws {
    let white = ##""color": "#ffffff""##
    let half = try ratio(text: white, layer: #", "opacity": 0.5"#)
    #expect(try half == ratio(text: ##""color": "rgb(255 255 255 / 50%)""##))
    let group = """
      {"scrim": 1, "canvas": {"width": 160, "height": 60, "background": "#808080"}, "layers": [{"opacity": 0.5, "layers": [
      {"text": {"font": "Noto Sans", "string": "Hill", "size": 20, "color": "#fff", "legible": 21}}]}]}
      """
    #expect(try errors(group).first?.contains("has a contrast of \(half);") == true)
  }

  @Test func whatIsDrawnAroundTheGlyphsCounts() throws {
    let white = ##""color": "#ffffff""##
    func with(_ layer: String) throws -> Double { try ratio(text: white, layer: ", \(layer)") }
    #expect(
      try with(
        ##""effects": [{"effect": "outline", "width": 3, "color": "#000", "position": "outside"}]"##
      )
        > 20)
    #expect(
      try with(
        ##""effects": [{"effect": "drop-shadow", "dx": 0, "dy": 0, "sigma": 2, "spread": 4, "opacity": 1}]"##
      )
        > 12)
    #expect(try with(##""effects": [{"effect": "story-highlight", "fill": "#000"}]"##) > 20)
    #expect(try with(##""background": "#000", "padding": 6"##) > 20)
    // A light one is worse than none.
    #expect(try with(##""background": "#fff8", "padding": 6"##) < 3)
  }

  @Test func theFillOfAnOutlineIsTheColor() throws {
    let repainted = try ratio(
      text: ##""color": "#808081""##,
      layer: ##", "effects": [{"effect": "outline", "width": 0, "fill": "#000"}]"##)
    #expect(try repainted == ratio(text: ##""color": "#000""##))
  }

  @Test func whatCoversTheTextLaterDoesNotCount() throws {
    let plain = job(text: ##""color": "#fff", "legible": 3"##)
    let covered = plain.replacing("}]}", with: ##"}, {"fill": "#fff8"}]}"##)
    #expect(covered != plain)
    #expect(try errors(covered) == errors(plain) && errors(plain) == [])
  }

  /// Of a gradient, the colour that a glyph has where it is.
  @Test func gradientsAreMeasuredWhereTheGlyphsAre() throws {
    let stops =
      ##"{"linear": {"angle": 90, "stops": [["#fff", 0], ["#fff", 0.5], ["#808080", 1]]}}"##
    #expect(try ratio(text: #""color": \#(stops)"#) > 3.7)
    #expect(try ratio(text: #""align": "right", "color": \#(stops)"#) < 2)
  }

  /// 4 of 100 pixels around a line are light: not enough to make it illegible; 10 are.
  @Test func aFewPixelsDoNotDecide() throws {
    func with(_ width: Int) throws -> Double {
      let words = "Hillside land and more"
      let strip =
        ##", "layers": [{"fill": "#000"}, {"frame": {"x": 10, "width": \##(width)}, "fill": "#fff"}, "##
      let plain = job(
        below: "#000",
        text: ##""color": "#fff", "wrap": "none", "overflow": "visible", "legible": 21"##,
        string: words)
      return try ratio(
        in: errors(plain.replacing(##", "layers": [{"fill": "#000"},"##, with: strip)))
    }
    #expect(try with(3) > 20)
    #expect(try with(30) == 1)
  }

  /// Text that is rotated with its group has the contrast of the same pixels.
  @Test func rotatedTextIsMeasuredWhereItIs() throws {
    // Dark below, light above: a text that is turned by 180° about its middle is on the other half.
    func group(_ degrees: Int) -> String {
      """
      {"scrim": 1, "canvas": {"width": 160, "height": 80, "background": "#fff"}, "layers": [
      {"frame": {"y": 40, "height": 40}, "fill": "#000"},
      {"rotate": \(degrees), "layers": [{"frame": {"x": 10, "y": 2},
      "text": {"font": "Noto Sans", "string": "Hill", "size": 20, "color": "#fff", "legible": 15}}]}]}
      """
    }
    #expect(try errors(group(0)).count == 1)
    #expect(try errors(group(180)) == [])
  }

  // MARK: - Levels

  @Test(arguments: [
    ("AA", 23.9, 400, 4.5), ("AA", 24, 400, 3), ("AA", 18.6, 700, 4.5), ("AA", 18.66, 700, 3),
    ("AAA", 23.9, 400, 7), ("AAA", 24, 400, 4.5),
  ]) func levelsDependOnSizeAndWeight(
    level: String, size: Double, weight: Int, least: Double
  ) throws {
    let text =
      ##""color": "#8f8f8f", "size": \##(size), "weight": \##(weight), "legible": "\##(level)""##
    let found = try errors(job(text: text).replacing(#""size": 20,"#, with: ""))
    let words = least.rounded() == least ? "\(Int(least))" : "\(least)"
    #expect(found.first?.contains("; \(words) is required (\(level))") == true, "\(found)")
  }

  @Test func smallWordsInALargeTextAreSmall() throws {
    let markup = """
      {"scrim": 1, "canvas": {"width": 300, "height": 60, "background": "#808080"}, "layers": [{"text": {"font": "Noto Sans",
      "markup": "Large <span size='9pt'>and small</span>", "size": 30, "color": "#fff", "legible": "AA"}}]}
      """
    // 3.94 is enough for the large ones.
    let found = try errors(markup)
    #expect(found.count == 1 && found.first?.contains("4.5 is required") == true, "\(found)")
    let first = try renderer.messages(markup).first
    #expect(
      first?.hasPrefix("test.json:2:12: layers[0].text.markup: line 1") == true, "\(first ?? "")")
  }

  // MARK: - Lines and places

  @Test func errorsNameTheLineAndItsPlace() throws {
    let lines = job(
      below: "#fff", text: ##""color": "#fff", "legible": "AA""##, string: #"One\nTwo three"#)
    let found = try renderer.messages(lines)
    #expect(found.count == 2)
    #expect(
      found[0].hasPrefix(
        #"test.json:2:86: layers[1].text.string: line 1 "One" has a contrast of 1; 4.5 "#))
    #expect(
      found[1].hasPrefix(
        #"test.json:2:91: layers[1].text.string: line 2 "Two three" has a contrast of 1; "#))
    #expect(
      found[0].hasSuffix(
        ##"4.5 is required (AA). "color": "#737373", an outline of 3 px in #000000, a shadow in #000000 with opacity 0.7 "##
          + "or a panel in #000000 with opacity 0.55 would reach that."), "\(found[0])")
  }

  @Test func ofManyLinesTheFirstAreNamed() throws {
    let lines = """
      {"scrim": 1, "canvas": {"width": 60, "height": 240, "background": "#fff"}, "layers": [{"text": {"font": "Noto Sans",
      "string": "a b\\nc\\nd\\ne\\nf\\ng\\nh\\ni\\nj\\nk", "size": 12, "color": "#fff", "legible": 21}}]}
      """
    let found = try errors(lines)
    #expect(found.count == 8)
    #expect(found.dropLast().allSatisfy { !$0.contains("more lines") })
    #expect(
      found.last?.contains("is required. So have 2 more lines of this text. ") == true, "\(found)")
  }

  @Test func concealedLinesAndEmojiAreNotMeasured() throws {
    let concealed = job(
      below: "#fff", text: ##""color": "#fff", "legible": "AA""##,
      layer: #", "effects": [{"effect": "paywall-blur", "visibleLines": 0}]"#)
    #expect(try errors(concealed) == [])
    let emoji = job(
      below: "#fff", text: ##""color": "#fff", "legible": "AA", "font": ["Noto Color Emoji"]"##,
      string: "\u{1F600}"
    ).replacing(#""font": "Noto Sans","#, with: "")
    #expect(try errors(emoji) == [])
  }

  @Test(arguments: [
    #", "visible": false"#, #", "opacity": 0"#, #", "frame": {"x": 400, "width": 99}"#,
  ]) func whatIsNotSeenIsNotMeasured(layer: String) throws {
    let text = ##""color": "#808080", "legible": "AA""##
    let hidden = job(text: text, layer: layer)
      .replacing(
        layer.contains("frame") ? #""frame": {"x": 10, "y": 10, "width": 140}, "# : "\u{0}",
        with: "")
    #expect(try errors(hidden) == [])
  }

  @Test(arguments: [
    (#", "blend": "multiply""#, #"with "blend" the"#),
    (
      #", "effects": [{"effect": "color-adjust", "functions": [{"brightness": 0.5}]}]"#,
      #"with the effect "color-adjust" the"#
    ),
    (
      #", "effects": [{"effect": "outline", "fill": "none"}]"#, "with an outline without a fill the"
    ),
  ]) func colorsThatAreNotKnownAreErrors(layer: String, words: String) throws {
    let found = try errors(job(text: ##""color": "#fff", "legible": "AA""##, layer: layer))
    #expect(
      found == [
        "low-contrast /layers/1/text/legible \(words) colour that the text has in the image is not known, so its "
          + "contrast cannot be measured: remove one of both."
      ])
  }

  @Test func defaultsAndStylesHaveIt() throws {
    let text = ##""color": "#fff", "legible": 4"##
    let own = try errors(job(text: text))
    #expect(own.count == 1)
    let plain = job(text: ##""color": "#fff""##)
    let defaults = plain.replacing(
      #""height": 60"#, with: #""height": 60, "textDefaults": {"legible": 4}"#)
    #expect(try errors(defaults) == own)
    let style = plain.replacing(
      #""layers": [{"#, with: #""styles": {"s": {"text": {"legible": 4}}}, "layers": [{"#
    ).replacing(#"{"frame""#, with: #"{"use": "s", "frame""#)
    #expect(try errors(style) == own)
  }

  // MARK: - Fixes

  private func outputs(_ job: String) throws -> (bytes: [UInt8], warnings: [String]) {
    let (outputs, report) = try renderer.outputs(job)
    return (outputs[0].bytes, report.warnings.map { "\($0.code) \($0.pointer) \($0.message)" })
  }

  @Test(arguments: [
    ("shadow", "a shadow in #000000 with opacity 0.1"),
    ("panel", "a panel in #000000 with opacity 0.1"),
    ("color", ##""color": "#0d0d0d""##),
  ]) func fixesAreTheLeastThatReachesIt(fix: String, words: String) throws {
    let fixed = job(text: ##""color": "#fff", "legible": "AA", "legibleFix": "\##(fix)""##)
    let (bytes, warnings) = try outputs(fixed)
    #expect(
      warnings == [
        #"legible-fix /layers/1/text/legibleFix line 1 "Hill" has a contrast of 3.94; 4.5 is required (AA): "#
          + #""legibleFix" gives it \#(words)."#
      ])
    #expect(try outputs(fixed).bytes == bytes)
    // Written by hand it is enough, and a step less is not.
    let size = 4
    let (hand, less) =
      switch fix {
      case "shadow":
        (
          #", "effects": [{"effect": "drop-shadow", "of": "content", "dx": 0, "dy": 0, "sigma": 2, "spread": \#(size), "opacity": 0.1}]"#,
          0.05
        )
      case "panel":
        (##", "effects": [{"effect": "story-highlight", "fill": "#0000001a"}]"##, 0.05)
      default: ("", 0.0)
      }
    let color = fix == "color" ? "#0d0d0d" : "#ffffff"
    let written = job(text: #""color": "\#(color)", "legible": "AA""#, layer: hand)
    #expect(try outputs(written).bytes == bytes)
    guard less > 0 else { return }
    let weaker =
      fix == "shadow"
      ? hand.replacing("0.1", with: "\(less)") : hand.replacing("#0000001a", with: "#0000000d")
    #expect(try errors(job(text: ##""color": "#fff", "legible": "AA""##, layer: weaker)).count == 1)
  }

  @Test func whatIsLegibleIsNotChanged() throws {
    let plain = try outputs(job(text: ##""color": "#000""##))
    for keys in [#""legible": "AA""#, #""legible": "AA", "legibleFix": "panel""#] {
      let asked = try outputs(job(text: ##""color": "#000", \##(keys)"##))
      #expect(asked.bytes == plain.bytes && asked.warnings == [])
    }
  }

  @Test func aFixThatIsNotEnoughIsAnError() throws {
    // A background of the layer hides a shadow of its text.
    let found = try errors(
      job(
        text: ##""color": "#fff", "legible": "AA", "legibleFix": "shadow""##,
        layer: ##", "background": "#ccc""##))
    #expect(found.count == 1)
    #expect(
      found.first?.contains(##"(AA). No shadow reaches that. "color": "#"##) == true, "\(found)")
  }

  @Test func textsOfEffectsAreNotMeasured() throws {
    let layer =
      ##", "effects": [{"effect": "spotlight", "targets": [{"at": "#it", "callout": {"##
      + #""text": {"string": "x", "legible": "AA"}}}]}]"#
    let callout = job(text: ##""color": "#000""##, layer: layer)
      .replacing(#"[{"fill""#, with: #"[{"id": "it", "fill""#)
    let found = try errors(callout, TestRenderer([Spotlight.self]))
    let pointer = "/layers/1/effects/0/targets/0/callout/text/legible"
    #expect(
      found == [
        "conflict \(pointer) \"legible\" is for the text of a layer: texts of effects and contents are not measured."
      ])
  }

  @Test func aFixWithoutItsPluginIsAnError() throws {
    let found = try errors(
      job(text: ##""color": "#fff", "legible": "AA", "legibleFix": "panel""##), TestRenderer())
    #expect(
      found == [
        #"not-available /layers/1/text/legibleFix the effect "story-highlight", which this fix is, is not loaded: "#
          + "check the plugin folders."
      ])
  }

  @Test func laterTextsAreMeasuredOnWhatWasFixed() throws {
    // The panel of the first text makes the second one, above it, illegible.
    let text = #""font": "Noto Sans", "size": 20, "legible": "AA""#
    let both = """
      {"scrim": 1, "canvas": {"width": 160, "height": 60, "background": "#ddd"}, "layers": [
      {"frame": {"width": 140}, "text": {"string": "First", "color": "#fff", "legibleFix": "panel", \(text)}},
      {"frame": {"width": 140}, "text": {"string": "Last", "color": "#444", \(text)}}]}
      """
    #expect(try errors(both).map { $0.contains(#"line 1 "Last""#) } == [true])
    #expect(
      try errors(both.replacing(#""legibleFix": "panel", "#, with: "")).map {
        $0.contains(#"line 1 "First""#)
      } == [true])
  }

  /// What workers cache of other jobs must not have the fix of this one, and the other way round.
  @Test func cachesKnowFixes() throws {
    let registry = PluginRegistry()
    for type in Self.effects { registry.register(type) }
    let cache = RenderCache(limit: 64 << 20)
    let renderer = Renderer(fonts: FontLibrary(), cache: cache)
    func bytes(_ job: String, _ renderer: Renderer) throws -> [UInt8] {
      let reading = JobReading(Array(job.utf8), name: "test", effects: registry)
      var found: [UInt8] = []
      _ = try renderer.render(reading, sources: [:], seed: 1) { found = $0.bytes }
      return found
    }
    let keys = ##""color": "#fff", "legible": "AA", "legibleFix": "##
    let jobs =
      [job(text: ##""color": "#fff""##)]
      + ["shadow", "panel", "color"].map {
        job(text: #"\#(keys)"\#($0)""#)
      }
    for _ in 0..<3 {
      for job in jobs {
        #expect(try bytes(job, renderer) == bytes(job, Renderer(fonts: FontLibrary())))
      }
    }
  }

  /// The same fix for every scale, format and number of outputs.
  @Test func outputsDoNotDecide() throws {
    let text = ##""color": "#fff", "legible": "AA", "legibleFix": "shadow""##
    let one = try outputs(job(text: text)).warnings
    #expect(one.count == 1)
    for output in [
      #"{"file": "a.png", "scale": 2}"#, #"{"file": "a.jpg", "scale": 0.5}"#, #"{"file": "a.svg"}"#,
      ##"[{"file": "a.pdf"}, {"file": "b.webp", "background": "#123"}]"##,
    ] {
      #expect(try outputs(job(text: text, output: #", "output": \#(output)"#)).warnings == one)
    }
  }
}
