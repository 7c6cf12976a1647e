import DropShadow
import Outline
import RenderTesting
import ScrimKit
import StoryHighlight
import Testing

/// What a highlight looks like in pictures, told by their pixels.
@Suite struct StoryHighlightTests {
  private let renderer = TestRenderer([Outline.self, DropShadow.self, StoryHighlight.self])

  /// Words that are as good as invisible on a highlight, in lines that differ much in length.
  private func job(
    _ effects: String, words: String = "a b c d\\na b\\na b c d e", color: String = "#0000",
    text: String = "", scale: Double = 1
  ) -> String {
    #"{"scrim": 1, "canvas": {"width": 200, "height": 130, "scale": \#(scale)}, "layers": [{"frame": {"#
      + #""x": 40, "y": 20, "width": 150}, "text": {"string": "\#(words)", "font": "DejaVu Sans", "#
      + #""size": 24\#(text), "color": "\#(color)"}, "effects": [\#(effects)]}]}"#
  }

  private func highlight(_ parameters: String = "") -> String {
    #"{"effect": "story-highlight"\#(parameters.isEmpty ? "" : ", ")\#(parameters)}"#
  }

  private func rows(_ pixels: Pixels, where holds: ([Int]) -> Bool) -> [Int] {
    (0..<pixels.height).filter { y in (0..<pixels.width).contains { holds(pixels.pixel($0, y)) } }
  }

  private func columns(_ pixels: Pixels, where holds: ([Int]) -> Bool) -> [Int] {
    (0..<pixels.width).filter { x in (0..<pixels.height).contains { holds(pixels.pixel(x, $0)) } }
  }

  // MARK: - One shape

  /// At 17 scales, so that the edges between lines fall anywhere on a pixel.
  @Test(arguments: (0..<17).map { 1 + Double($0) / 16 })
  func translucentFillsNeitherDoubleNorShowTheLines(_ scale: Double) throws {
    let pixels = try renderer.pixels(
      job(highlight(##""fill": "#ffffff4d", "lineBox": "font""##), scale: scale))
    var counts = [Int: Int]()
    for y in 0..<pixels.height {
      for x in 0..<pixels.width { counts[pixels.pixel(x, y)[3], default: 0] += 1 }
    }
    // 0x4d everywhere inside; less only along the outside.
    #expect(counts.keys.max() == 0x4d)
    let x = Int(50 * scale)
    let column = (0..<pixels.height).map { pixels.pixel(x, $0)[3] }
    let inside = column.drop { $0 < 0x4d }.prefix { $0 == 0x4d }
    #expect(inside.count >= Int(80 * scale), "\(column)")
    #expect(
      column.dropFirst(column.count - column.drop { $0 < 0x4d }.count + inside.count + 1)
        .allSatisfy { $0 == 0 })
  }

  @Test func aStrokeRunsAroundTheOutsideOnly() throws {
    for fill in ["#fff", "#ffffff80", "transparent"] {
      let plain = try renderer.pixels(job(highlight(#""fill": "\#(fill)""#)))
      let bordered = try renderer.pixels(
        job(highlight(##""fill": "\##(fill)", "stroke": {"width": 4, "color": "#f00"}"##)))
      let shape = try renderer.pixels(job(highlight()))
      let grown = try renderer.pixels(
        job(highlight(##""stroke": {"width": 4, "color": "#fff"}"##)))
      for y in 0..<130 {
        for x in 0..<200 {
          if shape.pixel(x, y)[3] == 255 {
            #expect(bordered.pixel(x, y) == plain.pixel(x, y), "\(fill) inside at \(x), \(y)")
          } else if shape.pixel(x, y)[3] == 0 {
            let alpha = grown.pixel(x, y)[3]
            #expect(bordered.pixel(x, y) == [0, 0, alpha, alpha], "\(fill) outside at \(x), \(y)")
          }
        }
      }
    }
  }

  /// What is between fill and stroke has the coverage of both together.
  @Test func nothingShowsBetweenFillAndStroke() throws {
    let pixels = try renderer.pixels(
      job(highlight(##""fill": "#ffffff80", "stroke": {"width": 4, "color": "#ff000080"}"##)))
    for x in 0..<200 {
      let alphas = (0..<130).map { pixels.pixel(x, $0)[3] }
      // Two shapes on one pixel are rounded twice.
      let covered = alphas.indices.filter { alphas[$0] > 0x7c }
      #expect(covered.allSatisfy { alphas[$0] <= 0x82 })
      guard let first = covered.first, let last = covered.last, x > 44, x < 80 else { continue }
      #expect(covered.count == last - first + 1, "column \(x): \(alphas)")
    }
  }

  @Test func aGradientSpansEachBlock() throws {
    let fill = ##""fill": {"linear": {"angle": 90, "stops": [["#f00", 0], ["#00f", 1]]}}"##
    let pixels = try renderer.pixels(
      job(highlight(#"\#(fill), "cornerRadius": 0"#), words: "a b c d e\\n\\na b"))
    for row in [30, 86] {
      let covered = (0..<200).filter { pixels.pixel($0, row)[3] == 255 }
      let (first, last) = (
        pixels.pixel(covered[0], row), pixels.pixel(covered[covered.count - 1], row)
      )
      #expect(first[2] > 245 && first[0] < 10, "row \(row) begins red: \(first)")
      #expect(last[0] > 245 && last[2] < 10, "row \(row) ends blue: \(last)")
    }
  }

  // MARK: - Where it lies

  @Test func paddingIsAQuarterAndMoreOfTheTextUnlessItIsGiven() throws {
    func box(_ parameters: String, text: String = "") throws -> [Int] {
      let pixels = try renderer.pixels(
        job(highlight(parameters), words: "HHHH", text: text.isEmpty ? "" : ", \(text)"))
      let (xs, ys) = (columns(pixels) { $0[3] == 255 }, rows(pixels) { $0[3] == 255 })
      return [xs[0], ys[0], xs[xs.count - 1] + 1, ys[ys.count - 1] + 1]
    }
    let bare = try box(#""padding": 0, "cornerRadius": 0"#, text: #""lineHeight": 2"#)
    // 0.3 × 24 = 7.2 px and 0.06 × 24 = 1.44 px. The line is a part of a pixel higher than laid out, for its baseline.
    let standard = try box(#""cornerRadius": 0"#, text: #""lineHeight": 2"#)
    #expect(standard == [bare[0] - 7, bare[1] - 2, bare[2] + 7, bare[3] + 1])
    let padded = try box(#""padding": [4, 10], "cornerRadius": 0"#, text: #""lineHeight": 2"#)
    #expect(padded == [bare[0] - 10, bare[1] - 4, bare[2] + 10, bare[3] + 4])
    let around = try box(#""padding": 6, "cornerRadius": 0"#, text: #""lineHeight": 2"#)
    #expect(around == [bare[0] - 6, bare[1] - 6, bare[2] + 6, bare[3] + 6])
    #expect(bare[0] == 40 && bare[1] == 20 && bare[3] == 68)
  }

  /// Sizes that a text has shrunk to count, not those that it was given.
  @Test func defaultsGoWithTheSizeThatATextHasShrunkTo() throws {
    let words = "a b c d e f g h i j k"
    let shrunk = try renderer.pixels(
      job(
        highlight(), words: words,
        text: #", "fit": "shrink", "minSize": 18, "wrap": "none", "overflow": "visible""#))
    let small = try renderer.pixels(
      job(highlight(), words: words, text: #", "wrap": "none", "overflow": "visible""#)
        .replacing(#""size": 24"#, with: #""size": 18"#))
    #expect(shrunk.difference(from: small)?.greatest == 0)
  }

  @Test func inkIsCoveredOnAllFourSides() throws {
    let ink = try renderer.pixels(
      job(
        highlight(##""lineBox": "ink", "padding": 5, "cornerRadius": 0, "fill": "#f00""##),
        words: "xnx", color: "#000"))
    let letters = try renderer.pixels(
      job(#"{"effect": "outline", "width": 0}"#, words: "xnx", color: "#000"))
    let (xs, ys) = (columns(letters) { $0[3] > 0 }, rows(letters) { $0[3] > 0 })
    let (left, top) = (columns(ink) { $0[3] > 0 }, rows(ink) { $0[3] > 0 })
    // Letters begin inside a pixel, the box at the nearer edge of it.
    let expected = [xs[0] - 5, xs[xs.count - 1] + 5, ys[0] - 5, ys[ys.count - 1] + 5]
    let found = [left[0], left[left.count - 1], top[0], top[top.count - 1]]
    #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(found), \(expected)")
  }

  @Test func spacesAtTheEndsOfLinesAreNotCovered() throws {
    let bare = try renderer.pixels(job(highlight(), words: "a b\\na b c d\\na"))
    let spaced = try renderer.pixels(job(highlight(), words: "a b   \\na b c d \\na    "))
    #expect(bare.difference(from: spaced)?.greatest == 0)
  }

  @Test func whatIsCutOffIsNotCovered() throws {
    func covered(_ parameters: String) throws -> [Int] {
      let document = job(highlight(#""padding": 3, "cornerRadius": 0"#), text: parameters)
        .replacing(#""width": 150}"#, with: #""width": 150, "height": 40}"#)
      return rows(try renderer.pixels(document)) { $0[3] == 255 }
    }
    let cut = try covered(#", "overflow": "clip""#)
    #expect(cut == Array(17..<63))
    let visible = try covered(#", "overflow": "visible""#)
    #expect(visible.count > 80)
    let single = try covered(#", "overflow": "clip", "maxLines": 1"#)
    #expect(single.count < 36 && single[0] == 17)
  }

  // MARK: - Beside other effects

  @Test func itIsDrawnUnderAllThatIsThere() throws {
    let outline = ##"{"effect": "outline", "width": 6, "color": "#f00", "position": "outside"}"##
    let shadow =
      ##"{"effect": "drop-shadow", "dx": 0, "dy": 5, "sigma": 0, "color": "#00f", "opacity": 1}"##
    func pixels(_ effects: String...) throws -> Pixels {
      try renderer.pixels(job(effects.joined(separator: ", "), words: "H", color: "#000"))
    }
    let behind = try pixels(outline, shadow, highlight())
    let letters = try pixels(outline, shadow)
    for y in 0..<130 {
      for x in 0..<200 where letters.pixel(x, y)[3] == 255 {
        #expect(behind.pixel(x, y) == letters.pixel(x, y))
      }
    }
    // The shape casts the shadow that comes after it: it shows below.
    let flat = #""padding": [0, 7.2]"#
    let cast = try pixels(highlight(flat), shadow)
    #expect((49..<52).allSatisfy { cast.pixel(50, $0) == [255, 0, 0, 255] })
    // Its own shadow lies under it, and none of the letters' does.
    let own = try pixels(
      highlight(
        flat + ##", "shadow": {"dx": 0, "dy": 5, "sigma": 0, "color": "#00f", "opacity": 1}"##))
    #expect(own.difference(from: cast)?.greatest == 0)
  }

  @Test func aLayerWithoutTextIsRefused() throws {
    let found = try renderer.messages(
      #"{"scrim": 1, "canvas": {"width": 9, "height": 9}, "layers": [{"fill": "red", "effects": [\#(highlight())]}]}"#
    )
    #expect(
      found == [
        "test.json:1:90: layers[0].effects[0]: story-highlight: the layer's content is not text, so it has no lines: apply the effect to a text layer."
      ])
  }

  @Test func aTextWithoutWordsHasNoShape() throws {
    let pixels = try renderer.pixels(job(highlight(), words: " \\n\\n "))
    #expect(rows(pixels) { $0[3] > 0 }.isEmpty)
  }

  @Test(arguments: [
    (
      #""padding": [1, 2, 3]"#,
      "padding: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found a list of 3."
    ),
    (
      #""padding": "8""#,
      #"padding: expected a number, two (vertical, horizontal) or four (top, right, bottom, left), found "8"."#
    ),
    (#""padding": [0, -1]"#, "padding[1]: -1 is outside 0…1000 px."),
    (#""padding": -1"#, "padding: -1 is outside 0…1000 px."),
    (
      #""padding": [0, "8"]"#,
      #"padding[1]: expected a number (0…1000 px), found "8". Did you mean 8?"#
    ),
    (
      #""cornerRadius": [8, 8, 0, 0]"#,
      "cornerRadius: expected a number (0…1000 px), found a list."
    ),
    (#""cornerRadius": 1001"#, "cornerRadius: 1001 is outside 0…1000 px."),
    (#""innerRadius": -1"#, "innerRadius: -1 is outside 0…1000 px."),
    (#""snap": 2001"#, "snap: 2001 is outside 0…2000 px."),
    (#""lineBox": "inc""#, #"lineBox: "inc" is not one of "font", "ink". Did you mean "ink"?"#),
    (
      #""emptyLine": true"#,
      #"emptyLine: expected one of "break", "bridge", found true."#
    ),
    (
      #""stroke": 3"#,
      #"stroke: expected an object with the keys "width", "color", found 3."#
    ),
    (#""stroke": {"widht": 3}"#, #"stroke.widht: unknown key "widht". Did you mean "width"?"#),
    (#""shadow": {"sigma": 900}"#, "shadow.sigma: 900 is outside 0…250 px."),
    (#""radius": 8"#, #"radius: unknown key "radius". Did you mean "cornerRadius"?"#),
  ])
  func errorsSayWhatIsAllowed(_ parameters: String, _ message: String) throws {
    let found = try renderer.messages(job(highlight(parameters)))
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(": layers[0].effects[0].\(message)") == true, "\(found)")
  }
}
