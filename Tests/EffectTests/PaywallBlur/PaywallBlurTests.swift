import Foundation
import Outline
import PaywallBlur
import RenderTesting
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

@Suite struct PaywallBlurTests {
  private let renderer = TestRenderer([PaywallBlur.self, Outline.self])

  private func job(
    _ text: String, _ effect: String?, frame: String = #""x": 40, "y": 40, "width": 320"#,
    canvas: (width: Int, height: Int) = (400, 300)
  ) -> String {
    let effects = effect.map { #", "effects": [{"effect": "paywall-blur"\#($0)}]"# } ?? ""
    return #"{"scrim": 1, "canvas": {"width": \#(canvas.width), "height": \#(canvas.height)}, "#
      + #""layers": [{"id": "t", "frame": {\#(frame)}, "text": {\#(text)}\#(effects)}]}"#
  }

  private static let article =
    #""font": "Noto Sans", "size": 28, "string": "Typography: gyp jpqy goes on for a while, so that it wraps into some lines, quite a few of them.""#

  private func lines(_ document: String) throws -> [[Double]] {
    let report = try renderer.outputs(document).report.json
    let lines = try #require(report["layers"]?["t"]?["lines"]?.array)
    return lines.map { ($0.array ?? []).compactMap(\.number) }
  }

  /// The visible ink equals that without a paywall, including descenders.
  @Test(arguments: [1, 2]) func visibleInkIsWholeAndSharp(_ count: Int) throws {
    let plain = try renderer.pixels(job(Self.article, nil))
    let walled = try renderer.pixels(
      job(Self.article, #", "visibleLines": \#(count), "sigma": 5"#))
    let boxes = try lines(job(Self.article, nil))
    #expect(boxes.count >= 4)
    let bottom = Int(boxes[count - 1][1] + boxes[count - 1][3])
    var opaque = 0
    for y in 0..<bottom {
      for x in 0..<plain.width {
        let ink = plain.pixel(x, y)[3]
        // The blur from below may be under it, which adds ink but never removes any.
        #expect(walled.pixel(x, y)[3] >= ink - 1)
        opaque += ink == 255 ? 1 : 0
      }
    }
    #expect(opaque > 500)
    // Far from the concealed lines nothing is added.
    let upper = plain.cropped(x: 0, y: 0, width: plain.width, height: bottom - 16)
    let same = try #require(
      upper.difference(from: walled.cropped(x: 0, y: 0, width: 400, height: bottom - 16)))
    #expect(same.greatest <= 1)
  }

  /// No edge below the last visible line is steeper than a blurred edge can be: 255 / (σ √(2π)) per pixel.
  @Test(arguments: [3.0, 5, 11], ["decoy", "bars", "none"])
  func nothingConcealedIsSharp(_ sigma: Double, _ substitute: String) throws {
    let pixels = try renderer.pixels(
      job(Self.article, #", "sigma": \#(sigma), "substitute": "\#(substitute)""#))
    let first = try lines(job(Self.article, nil))[0]
    let steepest = Int((255 / (sigma * (2 * Double.pi).squareRoot())).rounded(.up)) + 1
    var ink = 0
    for y in Int(first[1] + first[3]) + 1..<pixels.height - 1 {
      for x in 0..<pixels.width - 1 {
        let alpha = pixels.pixel(x, y)[3]
        ink = max(ink, alpha)
        #expect(abs(pixels.pixel(x + 1, y)[3] - alpha) <= steepest)
        #expect(abs(pixels.pixel(x, y + 1)[3] - alpha) <= steepest)
      }
    }
    #expect(ink > 20)
  }

  /// A stroke around blurred glyphs would reveal them.
  @Test(arguments: ["decoy", "bars", "none"], ["center", "outside", "inside"])
  func anOutlineAfterwardsFollowsVisibleLinesOnly(
    _ substitute: String, _ position: String
  ) throws {
    let outline =
      ##"{"effect": "outline", "width": 6, "position": "\##(position)", "color": "#00f""##
    let pixels = try renderer.pixels(
      job(Self.article, #", "sigma": 5, "substitute": "\#(substitute)"}, "# + outline))
    let first = try lines(job(Self.article, nil))[0]
    var (steepest, blue, ink) = (0, 0, 0)
    for y in 0..<pixels.height - 1 {
      for x in 0..<pixels.width - 1 {
        let pixel = pixels.pixel(x, y)
        guard y > Int(first[1] + first[3]) + 4 else {
          blue = max(blue, pixel[0])
          continue
        }
        ink = max(ink, pixel[3])
        #expect(pixel[0] <= 1)
        steepest = max(
          steepest, abs(pixels.pixel(x + 1, y)[3] - pixel[3]),
          abs(pixels.pixel(x, y + 1)[3] - pixel[3]))
      }
    }
    #expect(blue > 200)
    #expect(ink > 20 && steepest <= Int(255 / (5 * (2 * Double.pi).squareRoot())) + 2)
  }

  /// An outline repaints the concealed glyphs like the visible ones.
  @Test func anOutlineAfterwardsPaintsAllLines() throws {
    let pixels = try renderer.pixels(
      job(Self.article, ##", "sigma": 4}, {"effect": "outline", "width": 2, "fill": "#f00""##))
    let first = try lines(job(Self.article, nil))[0]
    let below = Int(first[1] + first[3]) + 4..<pixels.height
    let inked = below.flatMap { y in (0..<pixels.width).map { pixels.pixel($0, y) } }
      .filter { $0[3] > 40 }
    #expect(inked.count > 500)
    #expect(inked.allSatisfy { $0[2] == $0[3] && $0[0] == 0 && $0[1] == 0 })
  }

  /// The same text on a canvas with larger margins has no further pixels.
  @Test(arguments: ["decoy", "bars", "none"]) func theBlurIsCutOffNowhere(
    _ substitute: String
  ) throws {
    let effect = #", "visibleLines": 0, "substitute": "\#(substitute)", "sigma": 8"#
    let text = #""font": "Noto Sans", "size": 30, "string": "words that are\nconcealed\nwholly""#
    let pixels = try renderer.pixels(
      job(text, effect, frame: #""x": 100, "y": 100, "width": 240"#, canvas: (440, 420)))
    // At the layer's extent, at 3 σ, the blur has ended.
    let boxes = try lines(
      job(text, nil, frame: #""x": 100, "y": 100, "width": 240"#, canvas: (440, 420)))
    let top = Int(boxes[0][1]) - 24
    for x in 0..<440 {
      for y in [top, top + 1] { #expect(pixels.pixel(x, y)[3] <= 1) }
    }
    for y in 0..<420 {
      for x in [76, 77, 363, 364] { #expect(pixels.pixel(x, y)[3] <= 1) }
    }
  }

  @Test func decoysFillTheirLines() throws {
    let text =
      #""font": "Noto Sans", "size": 20, "string": "\#(String(repeating: "word ", count: 120))\n\#(String(repeating: "other ", count: 60))""#
    let document = job(
      text, "", frame: #""x": 20, "y": 20, "width": 360"#, canvas: (400, 900))
    let boxes = try lines(document)
    let plain = try lines(
      job(text, nil, frame: #""x": 20, "y": 20, "width": 360"#, canvas: (400, 900)))
    #expect(boxes.count == plain.count && boxes.count > 20)
    // Heights and baselines are those of such a text.
    #expect(boxes.map { [$0[1], $0[3]] } == plain.map { [$0[1], $0[3]] })
    let shares = boxes.dropFirst().map { $0[2] / 360 }
    // The seed determines which lines end a paragraph; the last one does.
    let short = shares.filter { $0 < 0.85 - 0.001 }
    #expect((1..<shares.count / 2).contains(short.count))
    #expect((shares.last ?? 1) < 0.85)
    for share in short { #expect((0.3...0.85).contains(share)) }
    for share in shares where share >= 0.85 { #expect(share <= 1) }
    #expect(Set(shares).count > 15)
  }

  /// Start and width of a decoy line follow the text's style.
  @Test func decoysAreAlignedAsTheText() throws {
    let words = String(repeating: "word ", count: 30)
    func boxes(_ keys: String, _ effect: String = "") throws -> [[Double]] {
      try lines(job(#""font": "Noto Sans", "size": 20, "string": "\#(words)"\#(keys)"#, effect))
    }
    for box in try boxes("") { #expect(box[0] == 40) }
    for box in try boxes(#", "align": "end""#) { #expect(abs(box[0] + box[2] - 360) < 0.02) }
    for box in try boxes(#", "align": "center""#) { #expect(abs(box[0] + box[2] / 2 - 200) < 0.02) }
    let justified = try boxes(#", "align": "justify""#)
    #expect(justified.filter { $0[0] == 40 && $0[2] == 320 }.count >= 2)
    #expect((justified.last?[2] ?? 320) < 320)
    // Right-to-left glyphs, and words that set the direction.
    for box in try boxes("", #", "script": "Hebr", "visibleLines": 0"#) {
      #expect(abs(box[0] + box[2] - 360) < 0.02)
    }
    for box in try boxes(#", "direction": "rtl""#) { #expect(abs(box[0] + box[2] - 360) < 0.02) }
  }

  /// A partly visible paragraph has one direction; the next one has that of its glyphs.
  @Test func directionFollowsFromVisibleWordsAndTheScript() throws {
    let text =
      #""font": ["Noto Sans", "Noto Sans Hebrew"], "size": 20, "string": "words that go on for as long as this line, and for another line and more\nאחר עוד אחר עוד""#
    let boxes = try lines(job(text, #", "script": "Hebr", "lines": 40"#, canvas: (400, 1400)))
    #expect(boxes.count == 41)
    let right = boxes.dropFirst().map { abs($0[0] + $0[2] - 360) < 0.02 }
    #expect(right.first == false && right.last == true)
    // It changes at most once.
    let change = try #require(right.firstIndex(of: true))
    #expect(right[change...].allSatisfy { $0 })
  }

  @Test(arguments: [0, 1, 5]) func asManyLinesAsAreAskedFor(_ count: Int) throws {
    func frame(_ effect: String) throws -> [Double] {
      let report = try renderer.outputs(
        job(#""size": 20, "lineHeight": 2, "string": "a\nb\nc\nd""#, effect)
      ).report.json
      #expect(report["layers"]?["t"]?["lines"]?.array?.count == 2 + count)
      return report["layers"]?["t"]?["frame"]?.array?.compactMap(\.number) ?? []
    }
    #expect(
      try frame(#", "visibleLines": 2, "lines": \#(count)"#)
        == [40, 40, 320, Double(2 + count) * 40])
  }

  /// Without concealed lines, decoys may still be requested.
  @Test func linesAreAddedToAShortText() throws {
    let boxes = try lines(job(#""size": 20, "string": "a""#, #", "visibleLines": 3, "lines": 4"#))
    #expect(boxes.count == 5)
  }

  /// The number of lines at the requested size, in the largest size in which they fit.
  @Test func shrunkTextsHaveTheLinesOfTheirSize() throws {
    let text =
      #""font": "Noto Sans", "size": 40, "fit": "shrink", "string": "\#(String(repeating: "word ", count: 40))""#
    let plain = try lines(
      job(
        text.replacing(#""fit": "shrink""#, with: #""overflow": "visible""#), nil,
        frame: #""x": 40, "y": 40, "width": 320, "height": 200"#))
    let boxes = try lines(job(text, "", frame: #""x": 40, "y": 40, "width": 320, "height": 200"#))
    #expect(boxes.count == plain.count)
    let bottom = (boxes.last.map { $0[1] + $0[3] } ?? 0) - 40
    #expect(bottom <= 200.01 && bottom > 190)
  }

  /// A fully visible text is the same as without a paywall.
  @Test(arguments: ["", #", "fit": "shrink", "maxLines": 2"#])
  func nothingIsAddedWhereNothingIsConcealed(_ keys: String) throws {
    let text = #""font": "Noto Sans", "size": 40, "string": "Some words that are short"\#(keys)"#
    let walled = try renderer.pixels(job(text, #", "visibleLines": 4"#))
    #expect(try renderer.pixels(job(text, nil)).difference(from: walled)?.greatest == 0)
  }

  /// A hyphen at the end of the last visible line stays.
  @Test func aVisibleLineKeepsItsHyphen() throws {
    let text = #""font": "Noto Sans", "size": 32, "string": "These are all in\u00addivisible""#
    let plain = try renderer.outputs(job(text, nil)).report.json["layers"]?["t"]?["lines"]
    let walled = try renderer.outputs(job(text, "")).report.json["layers"]?["t"]?["lines"]
    #expect(plain?.array?.count == 2)
    #expect(plain?.array?.first == walled?.array?.first)
  }

  @Test func sigmaFollowsTheSizeOfTheText() throws {
    func spread(_ size: Int, _ sigma: String) throws -> Pixels {
      try renderer.pixels(
        job(#""size": \#(size), "string": "a\nb""#, sigma, canvas: (400, 400)))
    }
    func isSame(_ size: Int, _ substitute: String, sigma: Int) throws -> Bool {
      let substitute = #", "substitute": "\#(substitute)""#
      let given = try spread(size, substitute + #", "sigma": \#(sigma)"#)
      return try spread(size, substitute).difference(from: given)?.greatest == 0
    }
    for substitute in ["decoy", "bars"] {
      #expect(try isSame(60, substitute, sigma: 18))
      #expect(try isSame(10, substitute, sigma: 3))
      #expect(try !isSame(10, substitute, sigma: 4))
    }
    // Words that are only blurred must not be readable.
    #expect(try isSame(60, "none", sigma: 36))
    #expect(try isSame(10, "none", sigma: 11))
    #expect(try !isSame(10, "none", sigma: 12))
  }

  @Test func visibleHeightCountsWholeLines() throws {
    let text = #""size": 20, "lineHeight": 2, "string": "a\nb\nc""#
    // Boxes end at 40, 80 and 120 px below the frame's top.
    for (height, lines) in [(0, 0), (39, 0), (40, 1), (79, 1), (80, 2), (500, 3)] {
      let byHeight = try renderer.pixels(job(text, #", "visibleHeight": \#(height)"#))
      let byLines = try renderer.pixels(job(text, #", "visibleLines": \#(lines)"#))
      #expect(byHeight.difference(from: byLines)?.greatest == 0, "\(height)")
    }
  }

  /// A fill of one colour is unchanged inside, and above the edge.
  @Test func aPictureIsSharpAboveTheHeight() throws {
    let pixels = try renderer.pixels(
      #"{"scrim": 1, "canvas": {"width": 100, "height": 200}, "layers": [{"frame": {"x": 20, "y": "#
        + ##"20, "width": 60, "height": 160}, "fill": "#f00", "effects": [{"effect": "##
        + #""paywall-blur", "visibleHeight": 80, "sigma": 4, "edge": "transparent"}]}]}"#)
    #expect(
      (0..<100).map { pixels.pixel($0, 99)[3] }
        == (0..<100).map { (20..<80).contains($0) ? 255 : 0 })
    #expect(pixels.pixel(50, 101) == [0, 0, 255, 255])
    // Below, its sides are soft.
    #expect((100...150).contains(pixels.pixel(20, 140)[3]))
    #expect((20...120).contains(pixels.pixel(16, 140)[3]))
  }

  /// For an image and for a group, with a reference from a frame or an effect.
  @Test(arguments: [##""fill": "#f00""##, ##""layers": [{"fill": "#f00"}]"##])
  func whatIsConcealedOfAPictureCanBeReferredTo(_ content: String) throws {
    func job(visibleHeight: Int) -> String {
      #"{"scrim": 1, "canvas": {"width": 100, "height": 200}, "layers": [{"frame": {"of": "#
        + ##""#a/concealed"}, "id": "cover"}, {"id": "a", "frame": {"x": 20, "y": 30, "width": 60, "##
        + #""height": 150}, \#(content), "effects": [{"effect": "paywall-blur", "visibleHeight": "#
        + "\(visibleHeight)}]}]}"
    }
    let report = try renderer.outputs(job(visibleHeight: 80)).report.json
    let frame = report["layers"]?["cover"]?["frame"]?.array
    #expect(frame?.compactMap(\.number) == [20, 110, 60, 70])
    let messages = try renderer.messages(job(visibleHeight: 150))
    #expect(messages.count == 1)
    #expect(messages[0].hasSuffix(##""#a/concealed": no part of the layer is concealed."##))
  }

  /// The last visible line stays as it is; below its lower edge the blur appears.
  @Test func aFeatherBeginsBelowTheLastVisibleLine() throws {
    let plain = try renderer.pixels(job(Self.article, nil))
    let hard = try renderer.pixels(job(Self.article, #", "sigma": 6"#))
    let soft = try renderer.pixels(job(Self.article, #", "sigma": 6, "feather": 30"#))
    let box = try lines(job(Self.article, nil))[0]
    let edge = Int(box[1] + box[3])
    let above = try #require(
      plain.cropped(x: 0, y: 0, width: 400, height: edge).difference(
        from: soft.cropped(x: 0, y: 0, width: 400, height: edge)))
    #expect(above.greatest <= 1)
    let below = try #require(
      hard.cropped(x: 0, y: edge + 31, width: 400, height: 60).difference(
        from: soft.cropped(x: 0, y: edge + 31, width: 400, height: 60)))
    #expect(below.greatest <= 1)
    // Halfway, half of the blur.
    let y = edge + 15
    for x in 0..<400 {
      #expect(abs(Double(soft.pixel(x, y)[3]) - Double(hard.pixel(x, y)[3]) * 15.5 / 30) <= 2)
    }
  }

  /// `fade` is a fraction of the concealed height, or px.
  @Test func concealedLinesFadeToNothing() throws {
    let boxes = try lines(job(Self.article, nil))
    let (top, bottom) = (boxes[1][1], boxes[boxes.count - 1][1] + boxes[boxes.count - 1][3])
    let whole = try renderer.pixels(job(Self.article, #", "sigma": 4"#))
    for (fade, height) in [(0.5, (bottom - top) / 2), (60, 60)] {
      let faded = try renderer.pixels(job(Self.article, #", "sigma": 4, "fade": \#(fade)"#))
      var ink = 0
      for y in Int(top) + 1..<faded.height {
        let share = max(0, 1 - (Double(y) + 0.5 - top) / height)
        for x in 0..<faded.width {
          // Below the first line, so that no descender of the visible one is here.
          guard Double(y) > top + 8 else { continue }
          #expect(abs(Double(faded.pixel(x, y)[3]) - share * Double(whole.pixel(x, y)[3])) <= 2)
          ink = max(ink, faded.pixel(x, y)[3])
        }
      }
      #expect(ink > 40)
    }
  }

  /// A fill of one colour stays one, to the edge of its round corners.
  @Test(arguments: ["mirror", "clamp"]) func aBlurredImageStaysInItsFrame(_ edge: String) throws {
    func pixels(_ effects: String) throws -> Pixels {
      try renderer.pixels(
        ##"{"scrim": 1, "canvas": {"width": 160, "height": 120}, "layers": [{"frame": {"x": 20.5, "y": 10, "##
          + ##""width": 120, "height": 100}, "cornerRadius": 40, "fill": "#f00"\##(effects)}]}"##)
    }
    let plain = try pixels("")
    let blurred = try pixels(
      #", "effects": [{"effect": "paywall-blur", "visibleHeight": 30, "edge": "\#(edge)"}]"#)
    let difference = try #require(plain.difference(from: blurred))
    #expect(difference.greatest <= 3)
    // By default, too.
    let standard = try pixels(#", "effects": [{"effect": "paywall-blur", "visibleHeight": 30}]"#)
    #expect(try #require(plain.difference(from: standard)).greatest <= 3)
    let open = try pixels(
      #", "effects": [{"effect": "paywall-blur", "visibleHeight": 30, "edge": "transparent"}]"#)
    #expect(open.pixel(80, 114)[3] > 60)
  }

  static let messages: [(layer: String, message: String)] = [
    (
      #""text": {"string": "a"}, "effects": [{"effect": "paywall-blur", "edge": "mirror"}]"#,
      #"layers[0].effects[0].edge: paywall-blur: lines of text fade at their edges: omit "edge", which is for images, fills and groups."#
    ),
    (
      #""text": {"string": "a"}, "effects": [{"effect": "paywall-blur", "visibleLines": 1, "visibleHeight": 20}]"#,
      #"layers[0].effects[0].visibleHeight: "visibleHeight" cannot be combined with "visibleLines"."#
    ),
    (
      ##""fill": "#f00", "effects": [{"effect": "paywall-blur"}]"##,
      #"layers[0].effects[0]: paywall-blur: requires a text layer; for other content, set "visibleHeight" in px."#
    ),
    (
      ##""fill": "#f00", "effects": [{"effect": "paywall-blur", "visibleHeight": 4, "substitute": "bars"}]"##,
      #"layers[0].effects[0].substitute: paywall-blur: "bars" replaces words, and the layer has no text: omit "substitute"."#
    ),
    (
      ##""fill": "#f00", "effects": [{"effect": "paywall-blur", "visibleHeight": 4, "lines": 4}]"##,
      #"layers[0].effects[0].lines: paywall-blur: "lines" configures decoys, and the layer has no text: omit it."#
    ),
    (
      #""text": {"string": "a"}, "effects": [{"effect": "paywall-blur", "script": "Latn", "substitute": "none"}]"#,
      #"layers[0].effects[0].script: "script" cannot be combined with "substitute": "none"."#
    ),
    (
      #""text": {"string": "a"}, "effects": [{"effect": "paywall-blur", "lines": 10001}]"#,
      #"layers[0].effects[0].lines: 10001 is outside 0…10000."#
    ),
    (
      #""text": {"string": "a"}, "effects": [{"effect": "paywall-blur", "script": "Cyrll"}]"#,
      #"Did you mean "Cyrl"?"#
    ),
  ]

  @Test(arguments: messages) func saysWhatItCannotDo(_ layer: String, _ message: String) throws {
    let told = try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 90, "height": 90}, "layers": [{\#(layer)}]}"#)
    #expect(told.count == 1)
    #expect(told.first?.hasSuffix(message) == true, "\(told)")
  }
}
