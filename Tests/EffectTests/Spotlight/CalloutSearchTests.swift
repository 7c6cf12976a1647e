import RenderTesting
import ScrimJSON
import ScrimKit
import ScrimRender
import Spotlight
import Testing

/// How callouts make way for each other. Their texts are transparent here, and their bubbles coloured.
@Suite struct CalloutSearchTests {
  private let scene = SpotlightScene()
  private static let size = (width: 400, height: 300)

  private static func callout(_ fill: String, _ keys: String = "", words: String = "Few") -> String
  {
    ##""callout": {"text": {"string": "\##(words)", "font": "Noto Sans", "lineHeight": 1.25, "color": "transparent"}, "##
      + #""fill": "\#(fill)"\#(keys)}"#
  }

  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> String {
    #"{"x": \#(x), "y": \#(y), "width": \#(width), "height": \#(height)}"#
  }

  private static let red = [0, 0, 255]
  private static let green = [0, 128, 0]

  private func image(_ effect: String, below: String = "") throws -> Pixels {
    try scene.pixels(#""shape": "rect", "# + effect, below: below, size: Self.size)
  }

  /// The first callout's best position is the second one's only one; whichever comes first, both are placed.
  @Test(arguments: [true, false]) func theOrderOfTargetsDoesNotDecide(_ isFirst: Bool) throws {
    // Walls leave the second target only the space below, which the first one would take.
    let wide = #", "maxWidth": 400, "padding": [12, 60]"#
    let free = #"{"at": \#(Self.rect(100, 120, 30, 30)), \#(Self.callout("#f00", wide))}"#
    let bound = #"{"at": \#(Self.rect(180, 120, 30, 30)), \#(Self.callout("#008000", wide))}"#
    let walls = [Self.rect(180, 60, 220, 50), Self.rect(216, 112, 184, 46)]
    let targets = ((isFirst ? [free, bound] : [bound, free]) + walls).joined(separator: ", ")
    let pixels = try image(#""targets": [\#(targets)]"#)
    let red = try #require(pixels.bounds(of: Self.red))
    let green = try #require(pixels.bounds(of: Self.green))
    #expect(red.intersection(green).isEmpty)
    #expect(green.y >= 150)
  }

  /// Nor where the callouts are: from any order of the targets come the same pixels.
  @Test func anyOrderOfTargetsGivesTheSameImage() throws {
    let targets = [
      (Self.rect(100, 120, 30, 30), "#f00"), (Self.rect(180, 120, 30, 30), "#008000"),
      (Self.rect(150, 170, 40, 20), "#00f"), (Self.rect(300, 30, 60, 20), "#ff0"),
    ].map { place, fill in
      #"{"at": \#(place), \#(Self.callout(fill, #", "maxWidth": 400, "padding": [12, 40]"#))}"#
    }
    func orders(_ rest: [String]) -> [[String]] {
      guard rest.count > 1 else { return [rest] }
      return rest.indices.flatMap { first in
        var others = rest
        let one = others.remove(at: first)
        return orders(others).map { [one] + $0 }
      }
    }
    let all = orders(targets)
    #expect(all.count == 24)
    let images = try all.map { try image(#""targets": [\#($0.joined(separator: ", "))]"#) }
    for fill in [[0, 0, 255], [0, 128, 0], [255, 0, 0], [0, 255, 255]] {
      #expect(images[0].bounds(of: fill) != nil)
    }
    for other in images.dropFirst() {
      #expect(images[0].difference(from: other)?.greatest == 0)
    }
  }

  /// Nor which callout casts its shadow on the other.
  @Test func anyOrderOfTargetsGivesTheSameShadows() throws {
    let targets = [(100, "#f00"), (190, "#008000")].map { x, fill in
      let keys = #", "side": "bottom", "gap": 0, "padding": [12, 24], "shadow": {"sigma": 9}"#
      return #"{"at": \#(Self.rect(x, 120, 30, 30)), \#(Self.callout(fill, keys))}"#
    }
    let image = try image(#""targets": [\#(targets.joined(separator: ", "))]"#)
    let other = try self.image(#""targets": [\#(targets.reversed().joined(separator: ", "))]"#)
    let plain = try self.image(
      #""targets": [\#(targets.joined(separator: ", "))]"#
        .replacing(#", "shadow": {"sigma": 9}"#, with: ""))
    // The shadow of the second one falls on the first.
    #expect(try #require(plain.difference(from: image)).greatest > 0)
    #expect(
      try #require(plain.bounds(of: Self.red)).width > #require(image.bounds(of: Self.red)).width)
    #expect(image.difference(from: other)?.greatest == 0)
  }

  /// A crowd for which there is no place is refused after a bounded number of tries.
  @Test func aCrowdIsRefusedInTime() throws {
    let targets = (0..<24).map { index in
      #"{"at": \#(Self.rect(20 + index % 6 * 60, 20 + index / 6 * 70, 20, 20)), "#
        + Self.callout("#f00", #", "leader": {}, "maxWidth": 400, "padding": [10, 30]"#) + "}"
    }
    let started = ContinuousClock.now
    let messages = try scene.messages(
      #""shape": "rect", "targets": [\#(targets.joined(separator: ", "))]"#, size: Self.size)
    #expect(messages.count == 1)
    #expect(messages.first?.contains("does not fit on any side of its target") == true)
    #expect(ContinuousClock.now - started < .seconds(30))
  }

  /// Below, there is space only without the gap to a neighbour; above, there is more.
  @Test func theFullGapOnAnotherSideIsPreferred() throws {
    let targets =
      #"{"at": \#(Self.rect(180, 130, 40, 30)), \#(Self.callout("#f00"))}, "#
      + Self.rect(60, 225, 280, 40)
    let pixels = try image(#""targets": [\#(targets)]"#)
    let found = try #require(pixels.bounds(of: Self.red)).rect(scale: 1)
    #expect(found.bottom <= 130)
  }

  /// Of several matches it points at the outermost on its side, not between them.
  @Test func pointsAtTheNearestMatch() throws {
    let below =
      ##"{"id": "t", "frame": {"x": 20, "y": 40, "width": 360}, "text": {"string": "one two two two two two two two two\ntwo two two two two two one", "##
      + ##""font": "Noto Sans", "size": 20, "wrap": "none", "color": "#ccc"}}, "##
    let pixels = try image(
      ##""targets": ["#t/match/one"], \##(Self.callout("#f00", #", "arrowRadius": 0"#))"##,
      below: below)
    let found = try #require(pixels.bounds(of: Self.red)).rect(scale: 1)
    let report = try scene.renderer.outputs(
      SpotlightScene.job(
        ##""targets": ["#t/match/one"]"##, below: below, size: Self.size)
    ).report.json
    let lines = try #require(report["layers"]?["t"]?["lines"]?.array)
    let second = try #require(lines.last?.array).compactMap(\.number)
    // The match is the end of the second line.
    #expect(found.top > second[1] + second[3])
    #expect(abs(found.center.x - (second[0] + second[2] - 18)) <= 3)
  }

  /// A leader grows until the bubble covers nothing, and ends at the target.
  @Test func aLeaderReachesPastObstacles() throws {
    let callout = Self.callout(
      "#f00", ##", "side": "bottom", "leader": {"width": 2, "color": "#008000", "length": 20}"##)
    let near = try image(#""targets": [{"at": \#(Self.rect(180, 40, 40, 30)), \#(callout)}]"#)
    #expect(try #require(near.bounds(of: Self.red)).y == 100)
    let line = try #require(near.bounds(of: Self.green))
    #expect(line.y >= 80 && line.y <= 81 && line.y + line.height >= 99)
    let targets =
      #"{"at": \#(Self.rect(180, 40, 40, 30)), \#(callout)}, \#(Self.rect(40, 110, 120, 60)), \#(Self.rect(240, 110, 120, 60))"#
    let far = try image(#""targets": [\#(targets)]"#)
    let bubble = try #require(far.bounds(of: Self.red))
    #expect(bubble.y >= 100)
    #expect(bubble.x >= 160 && bubble.x + bubble.width <= 240 || bubble.y >= 170)
  }

  @Test func aBorderIsInsideTheBubble() throws {
    let target = #""targets": [\#(Self.rect(180, 130, 40, 30))], "#
    let plain = try image(target + Self.callout("#f00"))
    let bordered = try image(
      target + Self.callout("#f00", ##", "border": {"width": 2, "color": "#008000"}"##))
    let outer = try #require(plain.bounds(of: Self.red))
    let inner = try #require(bordered.bounds(of: Self.red))
    #expect(inner.y + inner.height == outer.y + outer.height - 2)
    #expect(inner.width == outer.width - 4)
    let border = try #require(bordered.bounds(of: Self.green))
    #expect(border.width == outer.width && border.y + border.height == outer.y + outer.height)
  }

  @Test func aShadowIsUnderTheBubble() throws {
    let keys = ##", "shadow": {"dx": 0, "dy": 20, "sigma": 0, "color": "#008000", "opacity": 1}"##
    let pixels = try image(
      #""targets": [\#(Self.rect(180, 130, 40, 30))], "# + Self.callout("#f00", keys))
    let bubble = try #require(pixels.bounds(of: Self.red))
    let shadow = try #require(pixels.bounds(of: Self.green))
    #expect(shadow.y + shadow.height == bubble.y + bubble.height + 20)
  }

  /// The tip of a right angle, rounded by r, ends (√2 − 1) r before it.
  @Test func theTipIsRound() throws {
    func first(_ radius: Int) throws -> Int {
      let pixels = try image(
        #""targets": [\#(Self.rect(180, 130, 40, 30))], "#
          + Self.callout("#f00", #", "arrow": 20, "arrowRadius": \#(radius)"#))
      return try #require((162..<260).first { pixels.pixel(200, $0)[2] > 200 })
    }
    let (sharp, round) = try (first(0), first(12))
    #expect(abs(Double(round - sharp) - 12 * 0.414) <= 1.5)
  }

  @Test func aLeaderReplacesTheArrow() throws {
    let messages = try scene.messages(
      ##""targets": [{"x": 9, "y": 9, "width": 9, "height": 9}], "callout": {"text": {"string": "x"}, "leader": {}, "arrow": 5}"##
    )
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasSuffix(
        #"layers[0].effects[0].callout.arrow: "arrow" cannot be combined with "leader", which replaces the arrow."#
      ) == true)
  }

  /// Padding and ring of a lit canvas go inwards: beyond its edges nobody would see them.
  @Test func theLightOfTheCanvasIsVisible() throws {
    let pixels = try image(
      ##""targets": ["#canvas"], "padding": 10, "opacity": 1, "ring": {"width": 4, "gap": 2, "color": "#f00"}"##
    )
    func at(_ x: Int) -> [Int] { Array(pixels.pixel(x, 150)[0..<3]) }
    #expect(at(2) == [0, 0, 0])
    #expect(at(12) == Self.red && at(15) == [0, 0, 0])
    #expect(at(40) == [255, 255, 255])
    #expect(Array(pixels.pixel(200, 297)[0..<3]) == [0, 0, 0])
  }

  /// Lines whose ends differ by less than 2 × the radius end at the outer one; others keep theirs.
  @Test func endsOfLinesAreAligned() throws {
    let text =
      ##"{"id": "t", "frame": {"x": 40, "y": 40, "width": 340}, "text": {"string": "mmmmmmmm\nmmmmmmmm,\nmm", "##
      + ##""font": "Noto Sans", "size": 20, "lineHeight": 1.5, "wrap": "none", "color": "#fff"}}, "##
    func ends(_ shape: String) throws -> [Int] {
      let pixels = try scene.pixels(
        ##""targets": ["#t/lines"], "opacity": 1, \##(shape)"##, below: text, size: Self.size)
      return [55, 85, 115].map { y in (0..<400).last { pixels.pixel($0, y)[0] > 200 } ?? 0 }
    }
    let (plain, aligned) = try (ends(#""shape": "rect""#), ends(#""cornerRadius": 8"#))
    #expect(plain[0] < plain[1] - 2 && plain[1] - plain[0] < 16)
    #expect(aligned == [plain[1], plain[1], plain[2]])
  }

  /// The corner between two lines of a text is lit, up to the arc of the radius.
  @Test func innerCornersOfUnitedLightsAreRound() throws {
    let pixels = try scene.pixels(
      #""targets": [\#(Self.rect(50, 50, 200, 40)), \#(Self.rect(50, 90, 100, 40))], "cornerRadius": 20, "opacity": 1"#,
      size: Self.size)
    func isLit(_ x: Int, _ y: Int) -> Bool { pixels.pixel(x, y)[0] > 200 }
    // The arc's centre is (170, 110): the corner is (150, 90).
    #expect(isLit(152, 92) && isLit(154, 94))
    #expect(!isLit(158, 98) && !isLit(168, 108))
    #expect(!isLit(51, 51) && isLit(58, 58))
  }
}
