import DiagnosticCases
import ScrimJSON
import Testing

/// The largest job that is allowed, with errors of every kind spread over it.
@Suite struct LargeJobTests {
  /// A layer with one error, which begins at the mark `¦`.
  private struct Slip {
    let keys: String
    let code: String
    /// From the layer to the error, as people write it.
    let path: String
    let message: String

    init(_ keys: String, _ code: String, _ path: String, _ message: String) {
      self.keys = keys
      self.code = code
      self.path = path
      self.message = message
    }
  }

  private static let slips = [
    Slip(#""opacity": ¦2"#, "out-of-range", ".opacity", "2 is outside 0…1."),
    Slip(#"¦"rotat": 4"#, "unknown-key", ".rotat", #"unknown key "rotat". Did you mean "rotate"?"#),
    Slip(#""visible": ¦1"#, "wrong-type", ".visible", "expected true or false, found 1."),
    Slip(
      #""padding": ¦[1, 2, 3]"#, "out-of-range", ".padding",
      "expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found a list of 3."
    ),
    Slip(
      #""cornerRadius": [1, 2, 3, ¦-4]"#, "out-of-range", ".cornerRadius[3]",
      "-4 is outside 0…1000000 px."),
    Slip(
      #""frame": {"x": 1, "width": 2, "right": ¦3}"#, "conflict", ".frame.right",
      #""right" cannot be combined with "x"."#),
    Slip(
      #""frame": {"gap": ¦5}"#, "conflict", ".frame.gap",
      #""gap" requires "below", "above", "rightOf" or "leftOf"."#),
    Slip(
      ##""frame": {"below": ¦"#laier-100"}"##, "unknown-reference", ".frame.below",
      ##"unknown layer id "laier-100". Did you mean "#layer-100"?"##),
    Slip(
      ##""frame": {"below": ¦"#layer-1/lines"}"##, "invalid-value", ".frame.below",
      ##"the layer "#layer-1" has no text, so it has no lines or words."##),
    Slip(
      #""frame": {"y": ¦"5px"}"#, "invalid-value", ".frame.y",
      #""5px" is not a number of px or a percentage such as "50%". Did you mean 5?"#),
    Slip(
      #""text": ¦"Hello""#, "wrong-type", ".text",
      #"expected an object such as {"string": "Hello"}, found "Hello"."#),
    Slip(
      #""text": ¦{"size": 20}"#, "missing-key", ".text", #""string" or "markup" is missing."#),
    Slip(
      #""text": {"string": "猫\nÄ", "size": ¦0}"#, "out-of-range", ".text.size",
      "0 is outside 0.1…2000 px."),
    Slip(
      #""text": {"string": "😀", "wrap": ¦"wrod"}"#, "invalid-value", ".text.wrap",
      #""wrod" is not one of "word", "character", "word-character", "none". Did you mean "word"?"#),
    Slip(
      #""text": {"string": "x", "markup": ¦"x"}"#, "conflict", ".text.markup",
      #""markup" cannot be combined with "string"."#),
    Slip(
      #""text": {"string": "x", "weight": ¦"700"}"#, "wrong-type", ".text.weight",
      #"expected a whole number (100…1000), found "700". Did you mean 700?"#),
    Slip(
      #""image": ¦{"fit": "cover"}"#, "missing-key", ".image", #""source" is missing."#),
    Slip(
      #""image": {"source": ¦"../a.png"}"#, "invalid-value", ".image.source",
      #""../a.png" points outside its folder: ".." is not allowed."#),
    Slip(
      #""image": {"source": "a.png", "position": ¦["50%"]}"#, "out-of-range", ".image.position",
      #"expected two lengths (x, y) such as ["50%", "50%"], found a list of 1."#),
    Slip(
      ##""fill": {"linear": {"stops": [["#f00", 1], ["#00f", ¦0]]}}"##, "out-of-range",
      ".fill.linear.stops[1][1]", "0 is less than 1, the offset of the previous stop."),
    Slip(
      ##""fill": {"linear": {"angle": ¦400, "stops": [["#f00", 0], ["#00f", 1]]}}"##,
      "out-of-range", ".fill.linear.angle", "400 is outside -360…360°."),
    Slip(
      #""mask": ¦{"mode": "alpha"}"#, "missing-key", ".mask",
      #""source", "of" or "fill" is missing."#),
    Slip(
      ##""mask": {"fill": "#fff", "invert": ¦"true"}"##, "wrong-type", ".mask.invert",
      #"expected true or false, found "true". Did you mean true?"#),
    Slip(
      ##""text": {"string": "x"}, "fill": ¦"#fff""##, "conflict", ".fill",
      #"a layer has only one content; "text" is already set."#),
    Slip(
      #""effects": [{"effect": ¦"outlien"}]"#, "unknown-effect", ".effects[0].effect",
      #"unknown effect "outlien". Did you mean "outline"?"#),
    Slip(
      #""effects": [{"effect": "drop-shadow"}, {"effect": "drop-shadow", "sigma": ¦900}]"#,
      "out-of-range", ".effects[1].sigma", "900 is outside 0…250 px."),
    Slip(
      #""effects": [{"effect": "test-kinds", "rings": [{¦"widht": 5}]}]"#, "unknown-key",
      ".effects[0].rings[0].widht", #"unknown key "widht". Did you mean "width"?"#),
    Slip(
      ##""mask": {"of": ¦"#layer-219"}"##, "reference-ring", ".mask.of",
      "circular reference: #layer-219 → #layer-219."),
    Slip(
      #""opacity": 1, ¦"opacity": 0.5"#, "duplicate-key", ".opacity",
      #"the key "opacity" is given twice; the first is on line 229."#),
    Slip(
      #""layers": ¦[]"#, "out-of-range", ".layers", "expected at least one layer."),
  ]

  /// Layers without errors, of several kinds.
  private static func layer(_ index: Int) -> String {
    let keys =
      switch index % 4 {
      case 0: ##""frame": {"x": 5, "width": "50%"}, "text": {"string": "我が家の猫 \##(index)"}"##
      case 1: ##""fill": {"linear": {"stops": [["#f00", 0], ["rgb(0 0 255 / 50%)", 1]]}}"##
      case 2: ##""frame": {"below": "#layer-\##(index - 1)", "gap": 4}, "opacity": 0.5"##
      default: #""effects": [{"effect": "drop-shadow", "sigma": 1e1}], "blend": "screen""#
      }
    return #"{"id": "layer-\#(index)", \#(keys)}"#
  }

  /// A job of so many layers, one a line, with errors in place of some, and its diagnostics.
  private static func job(
    layers count: Int, slips: [Int: Slip]
  ) -> (text: String, expected: [String], codes: [String]) {
    var lines: [String] = []
    var expected: [String] = []
    var codes: [String] = []
    for index in 0..<count {
      guard let slip = slips[index] else {
        lines.append(layer(index))
        continue
      }
      let marked = #"{"id": "layer-\#(index)", \#(slip.keys)}"#
      let column = marked.unicodeScalars.prefix { $0 != "¦" }.count + 1
      lines.append(marked.filter { $0 != "¦" })
      expected.append(
        "story.json:\(index + 2):\(column): layers[\(index)]\(slip.path): \(slip.message)")
      codes.append(slip.code)
    }
    return (JobSample.layers(lines), expected, codes)
  }

  /// The slips spread evenly, the first in layer 3.
  private static let spread = Dictionary(
    uniqueKeysWithValues: slips.enumerated().map { (3 + $0.offset * 8, $0.element) })

  @Test func thirtyErrorsAreThirtyLinesInOrder() {
    let (text, expected, codes) = Self.job(layers: 256, slips: Self.spread)
    #expect(expected.count == 30)
    #expect(JobSample.messages(text) == expected)
    #expect(JobSample.diagnostics(text).map(\.code) == codes)
  }

  @Test func withoutThemTheJobIsRight() {
    #expect(JobSample.messages(Self.job(layers: 256, slips: [:]).text) == [])
  }

  @Test func theFirstAndTheLastLayerAreRead() {
    let (text, expected, _) = Self.job(
      layers: 256, slips: [0: Self.slips[0], 255: Self.slips[12]])
    #expect(expected.count == 2)
    #expect(JobSample.messages(text) == expected)
  }

  @Test func oneLayerTooManyIsToldBesideTheOthers() {
    // Every other layer has a text or effects.
    let tooMany =
      "story.json:514:1: layers[512]: the job has more than 256 layers with a text, an image, an SVG, a code, a shadow or effects. "
      + "Of fills, shapes and groups there may be 20000."
    #expect(JobSample.messages(Self.job(layers: 512, slips: [:]).text) == [])
    #expect(JobSample.messages(Self.job(layers: 513, slips: [:]).text) == [tooMany])
    // The slips have no text in place of some that had.
    var (text, expected, _) = Self.job(
      layers: 600, slips: Self.spread.filter { $0.value.code != "unknown-reference" })
    let told = JobSample.messages(text)
    #expect(Array(told.dropLast()) == expected)
    #expect(told.last?.contains("the job has more than 256 layers with a text") == true)
    // What the layers that were not read hold is not told.
    (text, _, _) = Self.job(layers: 514, slips: [513: Self.slips[0]])
    #expect(JobSample.messages(text) == [tooMany])
  }

  /// What costs as a text does counts as one, in a style, too.
  @Test(arguments: [
    #""shadow": {}"#, #""background": {"source": "a.png"}"#,
    ##""background": ["#fff", {"source": "a.png"}]"##, #""use": "costly""#,
  ]) func whatCostsMuchIsCounted(keys: String) {
    func told(_ keys: String) -> [String] {
      let layers = JobSample.layers(Array(repeating: "{\(keys)}", count: 257))
      let styles = #"{"styles": {"costly": {"effects": []}, "cheap": {"opacity": 1}}, "#
      return JobSample.messages(keys.contains("use") ? styles + layers.dropFirst() : layers)
    }
    #expect(told(keys).last?.contains("more than 256 layers") == true)
    #expect(told(#""background": "gold""#) == [])
    #expect(told(#""use": "cheap""#) == [])
    #expect(told(#""content": {"kind": "dot", "radius": 2}"#) == [])
    #expect(
      told(#""content": {"kind": "dot", "radius": 2}, "shadow": {}"#).last?
        .contains("more than 256 layers") == true)
  }

  @Test func fillsAndGroupsAreManyMore() {
    let fills = Array(repeating: ##"{"fill": "#f00"}"##, count: 19_999)
    #expect(JobSample.messages(JobSample.layers(fills + [#"{"text": {"string": "x"}}"#])) == [])
    #expect(
      JobSample.messages(JobSample.layers(fills + [#"{"layers": [{}]}"#]))
        == ["story.json:20001:13: layers[19999].layers[0]: the job has more than 20000 layers."])
  }
}
