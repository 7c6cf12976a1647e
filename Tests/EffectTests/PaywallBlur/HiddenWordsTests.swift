import DropShadow
import Foundation
import Outline
import PaywallBlur
import RenderTesting
import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimRender
import Testing

/// Texts with the same visible lines, the same number of lines and the same script, but other hidden words, give
/// equal bytes and equal reports.
@Suite(.serialized) struct HiddenWordsTests {
  private let renderer = TestRenderer([Outline.self, DropShadow.self, PaywallBlur.self])

  /// Two texts that differ in hidden words only.
  struct Pair: Sendable, CustomStringConvertible {
    let description: String
    /// Keys of the `text` object besides the words.
    var text = ""
    var frame = #""x": 20, "y": 20, "width": 320"#
    /// Parameters of the effect.
    var effect = ""
    var key = "string"
    let visible: String
    let hidden: [String]
    /// Whether no concealed line is visible.
    let isSeen: Bool

    init(
      _ description: String, text: String = "", frame: String? = nil, effect: String = "",
      key: String = "string", visible: String = "Anyone may read this.", _ hidden: [String],
      isSeen: Bool = false
    ) {
      self.description = description
      self.text = text
      if let frame { self.frame = frame }
      self.effect = effect
      self.key = key
      self.visible = visible
      self.hidden = hidden
      self.isSeen = isSeen
    }

    static func markup(
      _ description: String, _ hidden: [String], visible: String = "Anyone may read this."
    ) -> Pair {
      Pair(description, key: "markup", visible: visible, hidden)
    }
  }

  private static let plain = #"\nThe culprit waits\nat home for us\nand tea."#

  static let pairs: [Pair] = [
    Pair(
      "shrink", text: #""size": 40, "fit": "shrink""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 120"#, visible: "Anyone may",
      [#"\nThe culprit is the man who waits there"#, #"\ni\ni\ni"#]),
    Pair(
      "shrink, hard lines", text: #""size": 40, "fit": "shrink""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 120"#, visible: "Anyone may",
      [#"\nMMMMMMMMM\nMMMMMMMMM\nMMMM"#, #"\ni\ni\ni"#]),
    Pair(
      "shrink, a tall word after the visible ones", text: #""size": 40, "fit": "shrink""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 120"#, key: "markup",
      visible: "Anyone may read what stands here, and a little more of it, but not that which",
      [
        #" <span line_height=\"3\">follows</span>\nMMMMMMMMM\nMMMM"#,
        #" follows\nMMMMMMMMM\nMMMM"#,
      ]),
    Pair(
      "shrink to fewer lines", text: #""size": 40, "fit": "shrink", "maxLines": 3"#,
      frame: #""x": 20, "y": 20, "width": 320"#, visible: "Anyone may",
      [#"\nMMMMMMMMM\nMMMMMMMMM\nMMMM"#, #"\ni\ni\ni"#]),
    Pair(
      "shrink with an ellipsis",
      text: #""size": 40, "fit": "shrink", "minSize": 30, "ellipsis": "end""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 120"#, visible: "Anyone may",
      [#"\nMMMMMMMMM\nMMMMMMMMM\nMMMM"#, #"\ni\n🙂\ni"#]),
    Pair(
      "columns", text: #""writingMode": "vertical-rl""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 260"#,
      [plain, #"\nAnd nobody else knew\nof it\nat all"#]),
    Pair(
      "columns of ideographs and numbers",
      text:
        #""writingMode": "vertical-lr", "textCombine": "digits 2", "font": "Noto Sans CJK JP", "language": "ja""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 260"#, visible: "誰でも読める12行。",
      [#"\n犯人は彼だ、家で\n待つ\n茶"#, #"\n鳥は〜庭（3）で\n鳴く10回\n木」"#]),
    Pair(
      "columns that shrink", text: #""size": 40, "fit": "shrink", "writingMode": "vertical-rl""#,
      frame: #""x": 20, "y": 20, "width": 120, "height": 260"#, visible: "Anyone may",
      [#"\nThe culprit is the man who waits there"#, #"\ni\ni\ni"#]),
    Pair(
      "ruby", text: #""font": "Noto Sans CJK JP", "language": "ja""#, key: "markup",
      visible: "誰でも読める。",
      [
        #"\n<ruby>犯人<rt>はんにん</rt></ruby>は彼だ\n待つ\n茶"#, #"\n鳥は庭で\n<ruby>鳴<rt>な</rt></ruby>く\n木"#,
      ]),
    Pair(
      "ruby of a list",
      text:
        #""font": "Noto Sans CJK JP", "language": "ja", "ruby": [{"match": "庭", "text": "にわさき"}, {"match": "木", "text": "き"}]"#,
      visible: "誰でも木を読める。",
      [#"\n犯人は庭にいる\n待つ\n木"#, #"\n鳥は木で\n庭で鳴く庭木\n茶"#]),
    .markup(
      "a larger word",
      [#"\nThe <span size=\"200%\">culprit</span>\nat home for us\nand tea."#, plain]),
    .markup(
      "a larger line",
      [#"\nThe culprit waits\n<span size=\"30pt\">at home</span>\nand tea."#, plain]),
    .markup(
      "another font",
      [#"\nThe <span font_family=\"DejaVu Sans Mono\">culprit</span> waits\na\nb"#, plain]),
    .markup(
      "a weight, a slant, a colour",
      [#"\n<b>The</b> <i>culprit</i> <span color=\"red\">waits</span>\na\nb"#, plain]),
    .markup(
      "lines and a background",
      [#"\n<u>The</u> <s>culprit</s> <span background=\"yellow\">waits</span>\na\nb"#, plain]),
    .markup(
      "spacing, features, a rise",
      [
        #"\n<span letter_spacing=\"9000\">The</span> <span font_features=\"smcp=1\">culprit</span> "#
          + #"<sup>waits</sup>\na\n<span rise=\"20pt\">b</span>"#, plain,
      ]),
    .markup("a line's height", [#"\n<span line_height=\"3\">The</span> a\nb\nc"#, plain]),
    .markup(
      "a style that begins before",
      [#"\nThe</b> culprit\nat home\nand tea."#, #"\nThe culprit\nat</b> home\nand tea."#],
      visible: "Anyone may <b>read this."),
    .markup(
      "a size that begins before",
      [
        #"\nThe</span> culprit\nat home\nand tea."#,
        #"\nThe culprit\nat home\nand</span> tea."#,
      ], visible: #"Anyone <span size=\"150%\">reads."#),
    .markup(
      "a font that is not installed",
      [#"\n<span font_family=\"Nowhere Sans\">The</span> culprit\na\nb"#, plain]),
    Pair("emoji", [#"\nThe 🙂 culprit\n🙂\nand tea."#, plain]),
    Pair(
      "emoji and a line height", text: #""lineHeight": 1.4"#, [#"\nThe 🙂 b\n🙂\nand tea."#, plain]),
    Pair("ideographs", [#"\nThe culprit waits\n猫は at home\nand tea."#, plain]),
    Pair("Arabic", [#"\nThe culprit waits\nat home هناك\nand tea."#, plain]),
    Pair(
      "characters that no font has", [#"\nThe culprit \u{F0000} waits\nat home\nand tea."#, plain]),
    Pair("lines from right to left", [#"\nThe culprit waits\nשלום at home\nand tea."#, plain]),
    Pair(
      "a paragraph whose first letter is hidden", visible: "1000 2000 3000 4000 5000",
      [
        #" שלום the culprit waits at home and has some tea."#,
        #" all the culprit waits at home and has his teas."#,
      ]),
    Pair("blank lines", [#"\n\nat home for us\n"#, #"\nThe culprit waits\nat home\n"#]),
    Pair("a blank line at last", [#"\nThe\n\n"#, #"\nThe\nculprit\n"#]),
    Pair("punctuation", [#"\n* * *\nat home for us\n—"#, plain]),
    Pair("digits", [#"\n4929 1234\nat home for us\n2027"#, plain]),
    Pair(
      "justified", text: #""align": "justify""#,
      [
        #"\nThe culprit is the gardener who waits at home. He\nhad tea"#,
        #"\nNobody knows\nwhat has become of all these funny things."#,
      ]),
    Pair(
      "an ellipsis", text: #""maxLines": 4, "ellipsis": "end""#,
      [#"\nThe culprit waits\nat home for us\nand tea.\nx"#, #"\n🙂\nat\n\nx"#]),
    Pair(
      "an ellipsis in a low frame", text: #""ellipsis": "end""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 140"#,
      [#"\nThe culprit waits\nat home for us\nand tea.\nx"#, #"\n🙂\n🙂\n\nx"#]),
    Pair(
      "an ellipsis where one line fits", text: #""ellipsis": "end""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 40"#,
      [#"\nThe culprit waits\nat home for us\nand tea.\nx"#, #"\nA\nb\n\nx"#],
      isSeen: true),
    Pair(
      "an ellipsis where one line fits, within a paragraph", text: #""ellipsis": "end""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 40"#,
      visible: "Anyone may read what",
      [" indistinguishable things are, and", " constitutionally he will be found"],
      isSeen: true),
    Pair(
      "cut lines", text: #""maxLines": 3, "overflow": "clip""#, [plain, #"\n🙂\nat\n🙂"#]),
    Pair(
      "as wide as it is", text: #""wrap": "none""#, frame: #""x": 20, "y": 20"#,
      [#"\nThe culprit waits there\nat home for us\nand tea."#, #"\nWe\nsee\nit."#]),
    Pair(
      "a hidden word wider than the frame",
      [#"\nextraordinarilyunbreakableandlong\nat home\nand tea."#, plain]),
    Pair(
      "a height in place of lines", effect: #", "visibleHeight": 60"#,
      [#"\nThe culprit waits\nat 🙂 home\nand tea."#, plain]),
    Pair(
      "a height, in the middle", text: #""verticalAlign": "middle""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 300"#, effect: #", "visibleHeight": 140"#,
      key: "markup",
      [#"\nThe culprit waits\nat <span size=\"250%\">home</span>\nand tea."#, plain]),
    Pair(
      "in the middle", text: #""verticalAlign": "middle""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 300"#,
      [#"\nThe culprit waits\n🙂\nand tea."#, plain]),
    Pair(
      "as wide as its longest line",
      frame: #""x": 20, "y": 20, "width": "fit-content", "maxWidth": 320"#,
      [#"\nThe culprit waits\nat home for us\nand tea."#, #"\nWe\nsee\nit."#]),
    Pair(
      "balanced", text: #""textWrap": "balance""#,
      visible: "Anyone may read this and a little more.",
      [#"\nNobody suspects\nthe quiet cook\nof it."#, plain]),
    Pair(
      "grown", text: #""fit": "grow", "size": 14"#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 300"#,
      [#"\nThe culprit waits\nat home for us\nand tea."#, #"\nWe\nsee\nit."#]),
    Pair(
      "trimmed", text: #""textBoxTrim": "cap""#,
      [#"\nNobody suspects\nthe quiet cook\nof it."#, plain]),
    Pair("faded", effect: #", "fade": 1, "feather": 20"#, [#"\nThe culprit\n🙂\nand tea."#, plain]),
    Pair("faded over px", effect: #", "fade": 40"#, [#"\nThe culprit\n🙂\nand tea."#, plain]),
    Pair(
      "nothing visible", effect: #", "visibleLines": 0"#, visible: "",
      [#"The culprit waits\nat home for us\nand tea."#, #"We\n🙂\n see"#]),
    Pair(
      "nothing visible, as wide as it is", text: #""wrap": "none""#,
      frame: #""x": 20, "y": 20"#, effect: #", "visibleLines": 0"#, visible: "",
      [#"The culprit waits\nat home for us\nand tea."#, #"We\nsee\nit"#]),
    Pair(
      "at the right", text: #""align": "end""#, [#"\nThe culprit\nשלום at home\nand"#, plain]),
    Pair(
      "breaks between letters", text: #""wrap": "character", "font": "Noto Sans Arabic""#,
      visible: "يمكنللجميعقراءةهذاالنصالطويل",
      [#"\nالجانيهوالبستاني\nتحت"#, #"\nلم يبق من المال\nكله"#]),
  ]

  private static let outline = ##"{"effect": "outline", "width": 4, "color": "#00f"}"##

  private func job(
    _ pair: Pair, hidden: Int, effect: String, text: String? = nil,
    chain: (before: String, after: String) = ("", "")
  ) -> String {
    let words = (pair.visible + pair.hidden[hidden]).replacing("\\u{F0000}", with: "\u{F0000}")
    let text = text ?? pair.text
    let size = text.contains(#""size""#) ? "" : #", "size": 24"#
    let font = text.contains(#""font""#) ? "" : #", "font": "Noto Sans""#
    let keys = text.isEmpty ? "" : ", " + text
    let paywall = #"{"effect": "paywall-blur", "sigma": 2\#(pair.effect)\#(effect)}"#
    let cover =
      pair.isSeen
      ? "" : ##"{"id": "c", "frame": {"of": "#t/concealed"}, "fill": "rgb(0 255 0 / 20%)"}, "##
    return
      ##"{"scrim": 1, "canvas": {"width": 360, "height": "auto", "background": "#fff"}, "layers": ["##
      + #"{"id": "t", "frame": {\#(pair.frame)}, "text": {"\#(pair.key)": "\#(words)"\#(size)"#
      + #"\#(font)\#(keys)}, "effects": [\#(chain.before)\#(paywall)\#(chain.after)]}, "#
      + ##"{"id": "s", "frame": {"of": "#t"}, "fill": "rgb(255 0 0 / 20%)"}, \##(cover)"##
      + ##"{"id": "b", "frame": {"below": "#t", "height": 30}, "fill": "#00f"}], "##
      + #""output": [{"file": "a.png"}, {"file": "a.pdf"}, {"file": "a.svg"}]}"#
  }

  /// Everything in the outputs and the report, except times and cache counts; or the errors.
  private func observed(_ document: String, seed: Int = 7) throws -> [String: [UInt8]] {
    do {
      let (outputs, report) = try renderer.outputs(document, seed: seed)
      var all = Dictionary(
        uniqueKeysWithValues: outputs.map { output in
          (output.output.file, output.bytes.withUnsafeBytes { Array($0) })
        })
      let members = (report.json.object ?? []).filter {
        !["milliseconds", "cache"].contains($0.key)
      }
      all["report"] = Array(JSON.object(members).text().utf8)
      all["measures"] = Array((try renderer.measures(document) ?? .null).text().utf8)
      return all
    } catch let diagnostics as JobDiagnostics {
      let messages = diagnostics.diagnostics.map { $0.text(file: "test.json") }
      return ["errors": Array(messages.joined(separator: "\n").utf8)]
    }
  }

  /// The names of the differing parts, with their texts.
  private func differences(
    _ one: [String: [UInt8]], _ other: [String: [UInt8]]
  ) -> [String] {
    Set(one.keys).union(other.keys).sorted().filter { one[$0] != other[$0] }.map { name in
      guard ["report", "errors", "measures"].contains(name) else { return name }
      let texts = [one, other].map { String(decoding: $0[name] ?? [], as: UTF8.self) }
      return "\(name): \(texts[0])\n\(texts[1])"
    }
  }

  private func lineCount(_ document: String) throws -> Int? {
    try renderer.outputs(document).report.json["layers"]?["t"]?["lines"]?.array?.count
  }

  @Test(arguments: pairs, ["decoy", "bars"])
  func otherHiddenWordsGiveTheSameBytes(_ pair: Pair, _ substitute: String) throws {
    for chain in [("", ""), (Self.outline + ",", "," + Self.outline)] {
      let seen = try (0...1).map { hidden in
        try observed(
          job(pair, hidden: hidden, effect: #", "substitute": "\#(substitute)""#, chain: chain))
      }
      #expect(seen[0]["errors"] == nil, "\(differences(seen[0], [:]))")
      #expect(differences(seen[0], seen[1]) == [], "\(chain)")
    }
  }

  /// The comparison above is effective: the texts have the same number of lines at their size, and differ.
  @Test(arguments: pairs) func theTextsDiffer(_ pair: Pair) throws {
    var plain = pair.text.replacing(#""fit": "shrink""#, with: #""fit": "none""#)
      .replacing(#""ellipsis": "end""#, with: #""ellipsis": "none""#)
      .replacing(#", "overflow": "clip""#, with: "")
    for key in [#"minSize": 30"#, #"maxLines": 3"#, #"maxLines": 4"#] {
      plain = plain.replacing(", \"" + key, with: "").replacing("\"" + key + ", ", with: "")
    }
    plain += (plain.isEmpty ? "" : ", ") + #""overflow": "visible", "missingGlyphs": "allow", "#
    plain += #""fontFallback": "allow""#
    let documents = (0...1).map {
      job(pair, hidden: $0, effect: #", "substitute": "none""#, text: plain)
        .replacing(##""of": "#t/concealed""##, with: ##""of": "#t""##)
    }
    let counts = try documents.map(lineCount)
    #expect(counts[0] == counts[1])
    let seen = try documents.map { try observed($0) }
    #expect(!differences(seen[0], seen[1]).isEmpty)
  }

  // MARK: Properties that reveal the hidden text, as listed in the effect's documentation

  static let byHand = #", "lines": 3, "script": "Latn""#

  /// Each is visible without `lines` and `script`, and not with them.
  static let listed: [Pair] = [
    Pair("how many lines", [#"\none\ntwo"#, #"\none\ntwo\nthree\nfour"#]),
    Pair("no hidden line", [#"\none\ntwo"#, ""], isSeen: true),
    Pair("the script", [#"\none\ntwo"#, #"\nодин\nдва"#]),
    Pair("that there are digits only", [#"\none\ntwo"#, #"\n4929\n2027"#]),
    .markup(
      "a style of the whole text",
      [#"\none\ntwo</span>"#, #"\none</span>\ntwo"#],
      visible: #"<span size=\"120%\">Anyone may read this."#),
    Pair(
      "how many lines, shrunk", text: #""size": 40, "fit": "shrink""#,
      frame: #""x": 20, "y": 20, "width": 320, "height": 120"#, visible: "Anyone may",
      [#"\none\ntwo"#, #"\none\ntwo\nthree\nfour"#]),
  ]

  @Test(arguments: listed, ["decoy", "bars"])
  func whatIsListedIsFixedByHand(_ pair: Pair, _ substitute: String) throws {
    let keys = #", "substitute": "\#(substitute)""#
    let open = try (0...1).map { try observed(job(pair, hidden: $0, effect: keys)) }
    // Bars have no glyphs, and so no script unless it has other fonts.
    if substitute == "decoy" { #expect(differences(open[0], open[1]).count >= 3) }
    let fixed = try (0...1).map { try observed(job(pair, hidden: $0, effect: keys + Self.byHand)) }
    #expect(fixed[0]["errors"] == nil)
    #expect(differences(fixed[0], fixed[1]) == [])
  }

  /// The end of the last visible line: only a newline in the text conceals it.
  static let bounds: [(name: String, text: String, effect: String, hidden: [String])] = [
    ("the next word's width", "", "", [" extraordinarily long", " a long time"]),
    (
      "whether the paragraph goes on", #""align": "justify""#, "",
      [" extraordinarily long", #"\nextraordinarily long"#]
    ),
    (
      "the next line's height", "", #", "visibleHeight": 68"#,
      [#"\n<span size=\"200%\">tall</span>\nx"#, #"\nlow\nx"#]
    ),
    (
      "the words beside an ellipsis", #""ellipsis": "middle", "maxLines": 2"#, "",
      [#"\nMMMM MMMM MMMM\nMMMM\nMMMMM end"#, #"\ni\ni\ni end"#]
    ),
  ]

  @Test(arguments: bounds.indices) func theEndOfTheVisibleWordsIsABound(_ index: Int) throws {
    let bound = Self.bounds[index]
    let pair = Pair(
      bound.name, text: bound.text, effect: bound.effect, key: "markup",
      visible: "Anyone may read all of", bound.hidden, isSeen: true)
    for effect in ["", Self.byHand] {
      let seen = try (0...1).map { try observed(job(pair, hidden: $0, effect: effect)) }
      #expect(seen[0]["errors"] == nil, "\(differences(seen[0], [:]))")
      #expect(!differences(seen[0], seen[1]).isEmpty, "\(effect)")
    }
  }

  @Test(arguments: ["start", "justify"]) func aNewlineAfterTheVisibleWordsIsNoBound(
    _ align: String
  ) throws {
    let pair = Pair(
      "newline", text: #""align": "\#(align)""#, visible: "Anyone may read all of",
      [#"\nextraordinarily long"#, #"\na long time"#])
    let seen = try (0...1).map { try observed(job(pair, hidden: $0, effect: Self.byHand)) }
    #expect(differences(seen[0], seen[1]) == [])
  }

  /// Errors about fonts and glyphs refer to visible words only.
  @Test func errorsSayNothingOfHiddenWords() throws {
    let pair = Pair(
      "errors", text: #""size": 40, "maxLines": 2"#, visible: "Anyone may",
      [#"\nMMMMMMMMMMMMMMMMMM\nx"#, #"\ni\n🙂"#])
    let seen = try (0...1).map { try observed(job(pair, hidden: $0, effect: "")) }
    #expect(seen[0]["errors"] != nil)
    #expect(differences(seen[0], seen[1]) == [])
    // A layer without a position is not searched for words.
    let documents = ["gardener", "silver"].map {
      job(pair, hidden: 0, effect: "").replacing(
        ##""of": "#t""##, with: ##""of": "#t/match/\##($0)""##
      ).replacing("MMMMMMMMMMMMMMMMMM", with: "gardener")
    }
    let told = try documents.map { try observed($0) }
    #expect(
      String(decoding: told[0]["errors"] ?? [], as: UTF8.self).replacing("gardener", with: "silver")
        == String(decoding: told[1]["errors"] ?? [], as: UTF8.self))
  }

  @Test func noDocumentSaysAHiddenWord() throws {
    let pair = Pair("words", [#"\nThe culprit is the gardener"#, ""])
    for (name, bytes) in try observed(job(pair, hidden: 0, effect: "")) {
      let text = String(decoding: bytes, as: UTF8.self)
      for word in ["culprit", "gardener"] { #expect(!text.contains(word), "\(name)") }
    }
  }
}
