import RenderTesting
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// Groups of layers.
@Suite struct GroupTests {
  private let renderer = TestRenderer([
    Cover.self, Stamp.self, Grow.self, InvertBackdrop.self, Window.self, Shifted.self,
  ])

  private func job(_ layers: String..., height: String = "100") -> String {
    ##"{"scrim": 1, "canvas": {"width": 200, "height": \##(height), "background": "#fff"}, "layers": ["##
      + "\n" + layers.joined(separator: ",\n") + "]}"
  }

  private static let frame = #""frame": {"x": 20, "y": 10, "width": 100, "height": 60}"#

  /// `full` is what `border-radius: 9999px` is in CSS: a pill, of a corner alone a quarter of a circle.
  @Test(arguments: [
    (#""full""#, "50"), (#"["full", "full", "full", "full"]"#, "50"), (#""full""#, #""50%""#),
    (#"["full", 0, 0, 0]"#, "[100, 0, 0, 0]"), (#"["full", "full", 0, 0]"#, "[80, 80, 0, 0]"),
  ])
  func fullCornersAreAsRoundAsThereIsRoomFor(_ full: String, _ same: String) throws {
    let frame = #""frame": {"x": 20, "y": 0, "width": 160, "height": 100}, "fill": "blue""#
    let one = try renderer.outputs(job(#"{\#(frame), "cornerRadius": \#(full)}"#))
    let other = try renderer.outputs(job(#"{\#(frame), "cornerRadius": \#(same)}"#))
    #expect(one.outputs[0].bytes == other.outputs[0].bytes)
    #expect(one.report.json["warnings"]?.text() == "[]")
  }

  /// Once, however many there are: in CSS they are ellipses.
  @Test func percentagesInOblongsAreAWarning() throws {
    let oblong = #"{"frame": {"width": 90, "height": 40}, "fill": "blue", "cornerRadius": "50%"}"#
    let square = oblong.replacing("90", with: "40")
    let report = try renderer.outputs(job(square, oblong, oblong)).report.json
    #expect(report["warnings"]?.array?.count == 1)
    #expect(
      report["warnings"]?.array?.first?["message"]?.string
        == "a percentage is of the shorter side of the frame, 40 px, for both directions; in CSS "
        + "these corners would be ellipses. Write \"full\" for a pill, or a number of px.")
  }

  @Test(
    arguments: [
      (#"{}"#, [20, 10, 100, 60]),
      (#"{"x": 5, "y": 6, "width": 7, "height": 8}"#, [25, 16, 7, 8]),
      (#"{"x": "50%", "y": "50%", "width": "25%", "height": "10%"}"#, [70, 40, 25, 6]),
      (#"{"right": 5, "bottom": "50%", "width": 10, "height": 10}"#, [105, 30, 10, 10]),
      (#"{"x": 5, "right": 15, "y": 1, "bottom": 2}"#, [25, 11, 80, 57]),
      (#"{"y": -5, "height": 200}"#, [20, 5, 100, 200]),
      (##"{"of": "#other", "inset": 1}"##, [151, 51, 8, 8]),
      (##"{"x": 1, "below": "#other", "width": 5, "height": 5}"##, [21, 60, 5, 5]),
      (##"{"above": "#other"}"##, [20, 10, 100, 40]),
    ] as [(String, [Double])])
  func placesRelateToTheGroup(_ spec: String, _ expected: [Double]) throws {
    let other = #"{"id": "other", "frame": {"x": 150, "y": 50, "width": 10, "height": 10}}"#
    let found = try renderer.frame(
      "a", job(#"{\#(Self.frame), "layers": [{"id": "a", "frame": \#(spec)}]}"#, other))
    #expect(found == expected)
  }

  @Test func paddingAndGroupsInGroups() throws {
    let document = job(
      #"{\#(Self.frame), "padding": [1, 2, 3, 4], "layers": [{"id": "a"}, {"id": "b", "frame": {"x": "50%", "y": 6}, "padding": 5, "#
        + #""layers": [{"id": "c", "frame": {"right": 0, "width": "50%"}}]}]}"#)
    #expect(try renderer.frame("a", document) == [24, 11, 94, 56])
    #expect(try renderer.frame("b", document) == [71, 17, 47, 50])
    #expect(try renderer.frame("c", document) == [94.5, 22, 18.5, 40])
  }

  private static let filled =
    #"{"id": "g", \#(frame), KEY"layers": [{"id": "a", "frame": {"x": -5, "y": 5, "width": 10, "height": 10}, "fill": "red", "#
    + #""effects": [{"effect": "grow", "by": 3}]}, {"frame": {"x": 80, "y": 40, "width": 30, "height": 10}, "fill": "blue"}, "#
    + #"{"visible": false, "fill": "blue"}]}"#

  @Test(
    arguments: [
      ("#g", "", [20, 10, 100, 60]),
      ("#g/ink", "", [15, 15, 115, 45]),
      ("#g/extent", "", [12, 12, 118, 48]),
      ("#g/ink", #""cornerRadius": 0, "#, [20, 15, 100, 45]),
      ("#g/extent", #""cornerRadius": 4, "#, [20, 12, 100, 48]),
      ("#g/extent", #""effects": [{"effect": "grow", "by": 2}], "#, [10, 10, 122, 52]),
      ("#g/extent", #""visible": false, "#, [12, 12, 118, 48]),
      ("#a", "", [15, 15, 10, 10]),
      ("#a/extent", #""opacity": 0.5, "#, [12, 12, 16, 16]),
    ] as [(String, String, [Double])])
  func referencesToGroups(_ reference: String, _ keys: String, _ expected: [Double]) throws {
    let group = Self.filled.replacing("KEY", with: keys)
    let asking = #"{"id": "asking", "frame": {"of": "\#(reference)"}}"#
    #expect(try renderer.frame("asking", job(group, asking)) == expected)
    #expect(try renderer.frame("asking", job(asking, group)) == expected)
    // From a group at another position.
    let inGroup = #"{"frame": {"x": 7, "y": 7}, "layers": [\#(asking)]}"#
    #expect(try renderer.frame("asking", job(inGroup, group)) == expected)
    let found = try renderer.messages(
      job(
        #"{"frame": {"x": 7, "y": 7}, "layers": [{"effects": [{"effect": "cover", "target": "\#(reference)"}]}]}"#,
        group))
    #expect(found.isEmpty)
  }

  @Test func theReportTellsTheInkOfAGroup() throws {
    #expect(
      try renderer.frame("g", job(Self.filled.replacing("KEY", with: "")), part: "ink") == [
        15, 15, 115, 45,
      ])
  }

  @Test(
    arguments: [
      ("#e/ink", "the layer's content has no ink."),
      ("#e/extent", "the layer draws nothing."),
      ("#e/concealed", "no part of the layer is concealed."),
    ]) func aGroupOfNothing(_ reference: String, _ why: String) throws
  {
    let found = try renderer.messages(
      job(
        #"{"frame": {"of": "\#(reference)"}}"#,
        #"{"id": "e", "layers": [{"visible": false, "fill": "red"}]}"#))
    #expect(found == [#"test.json:2:18: layers[0].frame.of: "\#(reference)": \#(why)"#])
  }

  @Test(
    arguments: [
      (
        ##"{"id": "g", "frame": {"of": "#c"}, "layers": [{"id": "c"}]}"##,
        "2:29: layers[0].frame.of: circular reference: #g → #c → #g."
      ),
      (
        ##"{"id": "g", "layers": [{"id": "c", "effects": [{"effect": "cover", "target": "#g/extent"}]}]}"##,
        "2:78: layers[0].layers[0].effects[0].target: circular reference: #c → #g → #c."
      ),
      (
        ##"{"id": "g", "layers": [{"id": "c", "effects": [{"effect": "stamp", "target": "#g"}]}]}"##,
        "2:78: layers[0].layers[0].effects[0].target: circular reference: #c → #g → #c."
      ),
      (
        ##"{"id": "g", "frame": {"below": "#h/ink"}, "layers": [{"id": "c", "fill": "red"}]}, "##
          + ##"{"id": "h", "layers": [{"id": "d", "frame": {"of": "#c"}, "fill": "red"}]}"##,
        "2:32: layers[0].frame.below: circular reference: #g → #h → #d → #c → #g."
      ),
    ]) func rings(_ layers: String, _ expected: String) throws
  {
    #expect(try renderer.messages(job(layers)) == ["test.json:\(expected)"])
  }

  @Test func whatIsAroundAGroupIsNoRing() throws {
    let found = try renderer.messages(
      job(
        ##"{"id": "g", "frame": {"x": 9}, "layers": [{"id": "c", "frame": {"of": "#g"}, "fill": "red", "##
          + ##""effects": [{"effect": "cover", "target": "#g"}]}, {"frame": {"below": "#c/extent"}}], "##
          + ##""effects": [{"effect": "cover", "target": "#c/extent"}]}"##))
    #expect(found.isEmpty)
  }

  @Test func errorsInGroupsAreToldOnce() throws {
    let found = try renderer.messages(
      job(
        ##"{"id": "g", "layers": [{"id": "a", "opacty": 1, "fill": "red"}, {"frame": {"of": "#t/line/7"}}, "##
          + ##"{"id": "t", "text": {"string": "one", "font": "DejaVu Sans"}}]}"##,
        ##"{"frame": {"of": "#g/ink"}, "effects": [{"effect": "cover", "target": "#g/extent"}]}"##))
    #expect(
      found == [
        #"test.json:2:36: layers[0].layers[0].opacty: unknown key "opacty". Did you mean "opacity"?"#,
        ##"test.json:2:82: layers[0].layers[1].frame.of: "#t/line/7": the text has 1 lines, counted from 0."##,
      ])
  }

  private static let child = #"{"id": "c", "frame": {"y": 30, "height": 50}, "fill": "red"}"#

  @Test(
    arguments: [
      // The height of a group that extends to the far edge follows from its layers.
      (#"{"layers": [\#(child)]}"#, 80),
      (#"{"frame": {"y": 10}, "padding": [5, 0, 0, 0], "layers": [\#(child)]}"#, 95),
      (#"{"frame": {"y": 10}, "opacity": 0.5, "layers": [{"layers": [\#(child)]}]}"#, 90),
      (#"{"frame": {"y": 10, "height": 20}, "layers": [\#(child)]}"#, 90),
      (#"{"frame": {"y": 10, "height": 20}, "cornerRadius": 4, "layers": [\#(child)]}"#, 30),
      (#"{"frame": {"y": 10}, "cornerRadius": 4, "layers": [\#(child)]}"#, 90),
      (##"{"frame": {"below": "#o"}, "layers": [\##(child)]}"##, 85),
      // Layers that depend on the height do not affect it.
      (#"{"layers": [{"id": "c"}, {"frame": {"bottom": 0, "height": 200}}]}"#, 5),
      (#"{"frame": {"bottom": 0, "height": 300}, "layers": [\#(child)]}"#, 5),
      (#"{"frame": {"y": "10%"}, "layers": [\#(child)]}"#, 5),
      (##"{"frame": {"above": "#o", "height": "10%"}, "layers": [\##(child)]}"##, 5),
    ]) func autoHeight(_ group: String, _ expected: Int) throws
  {
    let document = job(
      group, #"{"id": "o", "frame": {"y": 0, "height": 5}}"#, height: "\"auto\"")
    #expect(try renderer.outputs(document).outputs.first?.height == expected)
  }

  @Test func whatNeedsTheHeightIsPlacedInGroupsToo() throws {
    let document = job(
      #"{"frame": {"y": 10}, "layers": [\#(Self.child), {"id": "low", "frame": {"bottom": 3, "height": "50%"}}]}"#,
      height: "\"auto\"")
    #expect(try renderer.frame("c", document) == [0, 40, 200, 50])
    #expect(try renderer.frame("low", document) == [0, 47, 200, 40])
  }

  /// White, inverted by a layer above.
  @Test(arguments: [("", 0), (#""opacity": 0.999, "#, 255)])
  func whatABackdropIsInAGroup(_ keys: String, _ expected: Int) throws {
    let pixels = try renderer.pixels(
      job(
        #"{\#(keys)\#(Self.frame), "layers": [{"frame": {"width": 30}, "effects": [{"effect": "invert"}]}]}"#
      ))
    #expect(pixels.pixel(30, 30)[0] == expected)
  }

  /// The backdrop that an effect of the group reads must be drawn, and the one that a layer in the group reads.
  @Test func regionsOfInterestReachThroughGroups() throws {
    func pixels(_ effects: String) throws -> Pixels {
      try renderer.pixels(
        job(
          #"{"effects": [\#(effects)], "opacity": 0.999, "layers": ["#
            + ##"{"frame": {"x": 10, "y": 10, "width": 10, "height": 80}, "fill": "#000"}, "##
            + ##"{"layers": [{"frame": {"x": 40, "y": 20, "width": 40, "height": 20}, "##
            + ##""effects": [{"effect": "shifted", "by": 35}]}]}]}"##))
    }
    let whole = try pixels("")
    #expect(whole.pixel(50, 30)[0] == 0)
    #expect(whole.pixel(15, 30)[0] == 0)
    let window = try pixels(#"{"effect": "window", "x": 42, "width": 20}"#)
    #expect(window.pixel(15, 30)[0] == 255)
    let part = (x: 42, y: 0, width: 20, height: 100)
    let difference = window.cropped(x: part.x, y: part.y, width: part.width, height: part.height)
      .difference(from: whole.cropped(x: part.x, y: part.y, width: part.width, height: part.height))
    #expect(difference?.greatest == 0)
  }

  @Test func silhouettesOfGroupsAndOfLayersInThem() throws {
    func black(_ target: String) throws -> [Bool] {
      let pixels = try renderer.pixels(
        job(
          #"{"id": "g", "visible": false, \#(Self.frame), "layers": [{"id": "a", "frame": {"width": 20}, "fill": "red"}, "#
            + #"{"frame": {"x": 60, "width": 20}, "effects": [{"effect": "invert"}]}, "#
            + #"{"visible": false, "frame": {"x": 90}, "fill": "red"}]}"#,
          #"{"effects": [{"effect": "stamp", "target": "\#(target)"}]}"#))
      return [30, 50, 90, 115].map { pixels.pixel($0, 30)[0] == 0 }
    }
    // Glass has a shape there, although nothing is below it.
    #expect(try black("#g") == [true, false, true, false])
    #expect(try black("#a") == [true, false, false, false])
  }

  /// As if it were clipped afterwards: covered layers leave no trace, and the backdrop is mixed in once.
  @Test(arguments: [
    "",
    #"{"frame": {"x": 20, "y": 20, "width": 9, "height": 9}, "effects": [{"effect": "invert"}]}, "#,
  ])
  func theEdgeOfARoundGroup(_ blind: String) throws {
    let frame =
      #""frame": {"x": 20.3, "y": 10.6, "width": 70, "height": 70}, "cornerRadius": "50%""#
    // Larger than the group, so that the group's edge is not theirs.
    let colors = ["#f00", "#0f0", "#00f"].map {
      #"{"frame": {"x": -5, "y": -5, "width": 80, "height": 80}, "fill": "\#($0)"}"#
    }.joined(separator: ", ")
    let group = try renderer.pixels(job(#"{\#(frame), "layers": [\#(blind)\#(colors)]}"#))
    let disc = try renderer.pixels(job(##"{\##(frame), "fill": "#00f"}"##))
    let difference = try #require(group.difference(from: disc))
    #expect(difference.greatest <= 2)
  }
}

/// Requests only a part of its input, and removes the rest.
private struct Window: Effect {
  static let manifest = Manifest("window", version: "1.0.0", summary: "Shows a part.")
  @Parameter("From where", unit: .pixels, in: 0...1000) var x = 0.0
  @Parameter("How much", unit: .pixels, in: 0...1000) var width = 0.0

  func extent(in geometry: EffectGeometry) -> Rect {
    Rect(x: x, y: 0, width: width, height: 1000).intersection(geometry.inputExtent)
  }

  func apply(to picture: inout Picture, in context: EffectContext) {}
}

/// Shows the backdrop, shifted to the left by a number of px.
private struct Shifted: Effect {
  static let manifest = Manifest("shifted", version: "1.0.0", summary: "Shows what is beside it.")
  @Parameter("How far", unit: .pixels, in: 0...1000) var by = 0.0

  func extent(in geometry: EffectGeometry) -> Rect { geometry.frame }

  func regionOfInterest(for region: Rect, in geometry: EffectGeometry) -> RegionOfInterest {
    RegionOfInterest(input: region, backdrop: region.offset(dx: -by, dy: 0))
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let below = try context.backdrop()
    try picture.draw(in: context.region) { canvas in
      canvas.transformed(origin: Point(x: by, y: 0), scale: 1) { $0.draw(below) }
    }
  }
}
