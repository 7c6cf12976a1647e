import RenderTesting
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// What the renderer does for effects: other content, redaction, backdrops, references, extents.
@Suite struct ChainTests {
  private let renderer = TestRenderer([
    Conceal.self, EvenLines.self, InvertBackdrop.self, ShiftBackdrop.self, Sprawl.self, Cover.self,
    Stamp.self,
    RandomGrey.self, Fails.self,
  ])

  private func text(_ string: String, effects: String = "", id: String = "t") -> String {
    #"{"id": "\#(id)", "frame": {"x": 10, "y": 10}, "#
      + #""text": {"string": "\#(string)", "font": "DejaVu Sans", "size": 20}, "#
      + #""effects": [\#(effects)]}"#
  }

  private func job(_ layers: String..., width: Int = 200, height: Int = 120) -> String {
    ##"{"scrim": 1, "canvas": {"width": \##(width), "height": \##(height), "background": "#fff"}, "##
      + #""layers": [\#(layers.joined(separator: ", "))]}"#
  }

  @Test func inputAgainWithFewerLinesKeepsTheOthersInPlace() throws {
    let all = try renderer.pixels(job(text(#"one\ntwo\nthree"#)))
    let even = try renderer.pixels(
      job(text(#"one\ntwo\nthree"#, effects: #"{"effect": "even-lines"}"#)))
    // Lines of DejaVu Sans at 20 px are 23.3 px high.
    let top = (0, 10, 200, 22)
    let middle = (0, 36, 200, 18)
    #expect(
      even.cropped(x: top.0, y: top.1, width: top.2, height: top.3)
        .difference(from: all.cropped(x: top.0, y: top.1, width: top.2, height: top.3))?.greatest
        == 0)
    let blank = try Pixels(width: 200, height: 18)
    let gone = even.cropped(x: middle.0, y: middle.1, width: middle.2, height: middle.3)
    #expect(gone.difference(from: blank)?.greatest == 255, "the background is white")
    #expect((0..<200).allSatisfy { gone.pixel($0, 9) == [255, 255, 255, 255] })
  }

  @Test func concealedWordsChangeNothingAnywhere() throws {
    let effects =
      #"{"effect": "even-lines"}, {"effect": "conceal", "decoy": "xxx"}, {"effect": "even-lines"}"#
    func rendered(_ hidden: String) throws -> (Pixels, String) {
      let document = job(
        text("open\\n\(hidden)", effects: effects),
        ##"{"effects": [{"effect": "cover", "target": "#t/line/1"}]}"##,
        ##"{"effects": [{"effect": "stamp", "target": "#t"}]}"##)
      let outputs = try renderer.outputs(document)
      return (try renderer.pixels(document), outputs.report.json.withoutTimes)
    }
    let (first, firstReport) = try rendered("the butler")
    let (second, secondReport) = try rendered("nobody at all")
    #expect(first.difference(from: second)?.greatest == 0)
    #expect(firstReport == secondReport)
  }

  @Test func concealedWordsCannotBeMatched() throws {
    let messages = try renderer.messages(
      job(
        text(#"open\nsecret"#, effects: #"{"effect": "conceal"}"#),
        ##"{"effects": [{"effect": "cover", "target": "#t/match/secret"}]}"##))
    #expect(
      messages == [
        ##"test.json:1:280: layers[1].effects[0].target: "#t/match/secret": the text does not contain these words."##
      ])
  }

  @Test func whatIsConcealedCanBeReferredTo() throws {
    let pixels = try renderer.pixels(
      job(
        text(#"open\nsecret"#, effects: #"{"effect": "conceal", "decoy": "mmmmmmmm"}"#),
        ##"{"effects": [{"effect": "cover", "target": "#t/concealed"}]}"##))
    #expect(pixels.pixel(60, 45) == [0, 0, 0, 255])
    #expect(pixels.pixel(60, 70) == [255, 255, 255, 255])
  }

  @Test func theBackdropIsWhatLiesBelow() throws {
    let pixels = try renderer.pixels(
      job(
        ##"{"frame": {"x": 20, "width": 40}, "fill": "#f00"}"##,
        #"{"frame": {"x": 40, "y": 10, "width": 40, "height": 40}, "effects": [{"effect": "invert"}]}"#,
        ##"{"frame": {"x": 30, "width": 5}, "fill": "#00f"}"##))
    #expect(pixels.pixel(30, 20) == [255, 0, 0, 255], "the layer above is not in it")
    #expect(pixels.pixel(50, 20) == [255, 255, 0, 255], "red inverted")
    #expect(pixels.pixel(70, 20) == [0, 0, 0, 255], "white inverted")
    #expect(pixels.pixel(50, 60) == [0, 0, 255, 255], "below the frame nothing is touched")
  }

  /// Most of the canvas is passed to an effect without a copy, also to one that passes it on.
  @Test func theBackdropStaysAsItWasWhenMoreIsDrawn() throws {
    let pixels = try renderer.pixels(
      job(
        ##"{"frame": {"width": 40}, "fill": "#f00"}"##,
        #"{"effects": [{"effect": "shift"}]}"#,
        ##"{"frame": {"x": 30, "y": 30, "width": 40, "height": 40}, "fill": "#00f"}"##))
    // By 10 px to the right: the left edge is unchanged, and nothing is shifted twice.
    #expect(pixels.pixel(45, 20) == [0, 0, 255, 255])
    #expect(pixels.pixel(55, 20) == [255, 255, 255, 255])
    #expect(pixels.pixel(5, 20) == [0, 0, 255, 255])
    #expect(pixels.pixel(50, 50) == [255, 0, 0, 255])
    #expect(pixels.pixel(75, 50) == [255, 255, 255, 255])
  }

  @Test func whatLiesOutsideADeclaredExtentStaysUntouched() throws {
    let pixels = try renderer.pixels(
      job(
        #"{"frame": {"x": 40, "y": 10, "width": 40, "height": 40}, "effects": [{"effect": "sprawl"}]}"#
      ))
    #expect(pixels.pixel(40, 10) == [0, 0, 0, 255])
    #expect(pixels.pixel(39, 10) == [255, 255, 255, 255])
    #expect(pixels.pixel(80, 49) == [255, 255, 255, 255])
    #expect(pixels.pixel(79, 50) == [255, 255, 255, 255])
  }

  @Test func aReferenceMayPointUpTheStack() throws {
    let pixels = try renderer.pixels(
      job(
        ##"{"frame": {"of": "#box", "inset": -10}, "fill": "#0f0"}"##,
        ##"{"id": "box", "frame": {"x": 50, "y": 50, "width": 20, "height": 20}, "fill": "#f00"}"##)
    )
    #expect(pixels.pixel(45, 45) == [0, 255, 0, 255])
    #expect(pixels.pixel(60, 60) == [0, 0, 255, 255])
    #expect(pixels.pixel(39, 60) == [255, 255, 255, 255])
  }

  @Test func anInvisibleLayerCanBeStamped() throws {
    let pixels = try renderer.pixels(
      job(
        ##"{"id": "box", "visible": false, "frame": {"x": 50, "y": 50, "width": 20, "height": 20}, "fill": "#f00"}"##,
        ##"{"effects": [{"effect": "stamp", "target": "#box"}]}"##))
    #expect(pixels.pixel(60, 60) == [0, 0, 0, 255])
    #expect(pixels.pixel(80, 60) == [255, 255, 255, 255])
  }

  @Test func anErrorOfThePluginsOwnIsTheEffects() throws {
    let found = try renderer.messages(job(#"{"fill": "red", "effects": [{"effect": "fails"}]}"#))
    #expect(found == ["test.json:1:116: layers[0].effects[0]: fails: no lens fits."])
  }

  @Test func itIsKnownWhoseCodeRuns() throws {
    var steps: [Renderer.Progress] = []
    _ = try renderer.outputs(
      job(text("one", effects: #"{"effect": "even-lines"}, {"effect": "even-lines"}"#))
    ) { steps.append($0) }
    let effect = Renderer.Progress.effect(name: "even-lines", layer: 0)
    #expect(steps.first == .decode() && steps.last == .encode)
    // The second effect requests its input again, which runs the first one. Afterwards the second one runs again, and
    // then none.
    let composing = steps.drop { $0 != .compose() }
    #expect(composing.contains(effect))
    #expect(
      zip(composing, composing.dropFirst()).contains { $0 == effect && $1 == .compose(layer: 0) })
    #expect(zip(composing, composing.dropFirst()).contains { $0 == effect && $1 == effect })
  }

  @Test func chanceComesFromTheSeedAndThePlace() throws {
    let document = job(
      ##"{"frame": {"width": 50}, "fill": "#f00", "effects": [{"effect": "grey"}]}"##,
      ##"{"frame": {"x": 50, "width": 50}, "fill": "#f00", "effects": [{"effect": "grey"}]}"##)
    let first = try renderer.pixels(document, seed: 7)
    let again = try renderer.pixels(document, seed: 7)
    let other = try renderer.pixels(document, seed: 8)
    #expect(first.difference(from: again)?.greatest == 0)
    #expect(first.pixel(10, 10) != other.pixel(10, 10))
    #expect(first.pixel(10, 10) != first.pixel(60, 10))
  }
}
