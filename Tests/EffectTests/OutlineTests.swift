import DropShadow
import Outline
import RenderTesting
import ScrimKit
import ScrimRender
import Shapes
import Testing

/// Outlines compared with shapes whose outlines are known.
@Suite struct OutlineTests {
  private let renderer = TestRenderer(
    [Outline.self, DropShadow.self, Ellipse.self, Star.self, PathShape.self])

  /// A white disc of radius 20 in the middle, and its outline of 6 px.
  private func disc(
    _ position: StrokePosition, color: Color = .black, scale: Double = 1
  ) throws -> Pixels {
    var outline = Outline()
    (outline.stroke.width, outline.stroke.position) = (6, position)
    outline.stroke.color = .color(color)
    let test = EffectTesting(width: 100, height: 100, scale: scale)
    let box = Rect(x: 30, y: 30, width: 40, height: 40)
    let disc = try test.picture(in: box) {
      $0.fill(Path(rect: box, radii: CornerRadii(.percent(50))), with: .white)
    }
    return try test.render(outline, on: disc).pixels
  }

  private func job(_ effect: String) -> String {
    #"{"scrim": 1, "canvas": {"width": 100, "height": 100, "scale": 1}, "layers": ["#
      + #"{"frame": {"x": 30, "y": 30, "width": 40, "height": 40}, "cornerRadius": "50%", "#
      + ##""fill": "#fff", "effects": [\##(effect)]}]}"##
  }

  /// The area of a ring between two radii about the middle, by counting coverage.
  private func coverage(_ pixels: Pixels, _ channel: (_ pixel: [Int]) -> Int) -> Double {
    var sum = 0
    for y in 0..<pixels.height { for x in 0..<pixels.width { sum += channel(pixels.pixel(x, y)) } }
    return Double(sum) / 255
  }

  @Test(arguments: [
    (StrokePosition.outside, 20.0, 26.0), (.center, 20.0, 23.0), (.inside, 14.0, 20.0),
  ]) func ringsHaveTheRightArea(
    _ position: StrokePosition, _ inner: Double, _ outer: Double
  ) throws {
    let pixels = try disc(position, color: Color(red: 1, green: 0, blue: 0))
    // Red that is not white: the visible part of the ring.
    let area = coverage(pixels) { $0[2] - $0[1] }
    let expected = Double.pi * (outer * outer - inner * inner)
    #expect(abs(area - expected) < 0.01 * expected, "\(area) px², expected \(expected)")
  }

  @Test func aRingFollowsTheDiscAtEveryAngle() throws {
    let pixels = try disc(.outside, scale: 2)
    var worst = 0.0
    for y in 0..<200 {
      for x in 0..<200 {
        let (dx, dy) = (Double(x) + 0.5 - 100, Double(y) + 0.5 - 100)
        let distance = (dx * dx + dy * dy).squareRoot()
        let expected = max(0, min(1, 52 - distance + 0.5))
        worst = max(worst, abs(Double(pixels.pixel(x, y)[3]) / 255 - expected))
      }
    }
    // A third of a pixel's coverage, with the silhouette's four samples per pixel and Cairo's curves.
    #expect(worst < 0.34, "\(worst)")
  }

  @Test func theStrokeOfOpaqueLettersIsThatOfTheirSilhouette() throws {
    func lettering(_ fill: String) -> String {
      #"{"scrim": 1, "canvas": {"width": 220, "height": 90}, "layers": [{"frame": {"x": 12, "#
        + #""y": 8, "width": 200}, "text": {"string": "Bagel", "font": "DejaVu Sans", "size": 56}, "#
        + ##""effects": [{"effect": "outline", "width": 6, "position": "outside", "color": "#f00"\##(fill)}]}]}"##
    }
    let along = try renderer.pixels(lettering(""))
    let around = try renderer.pixels(lettering(##", "fill": "#0000""##))
    var counts = (edge: 0, wrong: 0)
    for y in 0..<90 {
      for x in 0..<220 {
        let (a, b) = (along.pixel(x, y)[2], around.pixel(x, y)[2])
        counts.edge += a > 0 && a < 255 ? 1 : 0
        counts.wrong += abs(a - b) > 64 ? 1 : 0
      }
    }
    #expect(counts.edge > 500)
    #expect(counts.wrong < counts.edge / 50, "\(counts)")
  }

  /// Regression: glyphs beyond the frame of a clipped text were outlined.
  @Test func whatIsCutGetsNoOutline() throws {
    let pixels = try renderer.pixels(
      #"{"scrim": 1, "canvas": {"width": 240, "height": 90}, "layers": [{"frame": {"x": 20, "y": 20, "#
        + #""width": 100, "height": 40}, "text": {"string": "Clipped word", "font": "DejaVu Sans", "#
        + #""size": 48, "wrap": "none", "overflow": "clip"}, "effects": [{"effect": "outline", "#
        + #""width": 8}]}]}"#)
    func covered(_ x: Int) -> Bool { (0..<90).contains { pixels.pixel(x, $0)[3] > 0 } }
    #expect((120..<124).contains { covered($0) }, "the cut edge has its outline")
    #expect(!(125..<240).contains { covered($0) })
  }

  @Test func whatCannotBeHonouredIsAnError() throws {
    func messages(_ effect: String) throws -> [String] { try renderer.messages(job(effect)) }
    let found1 = try messages(#"{"effect": "outline", "dash": [4, 4]}"#)
    #expect(
      found1 == [
        #"test.json:1:216: layers[0].effects[0].dash: outline: "dash": only available for strokes of text, and of shapes with an opaque "fill" and no "stroke"."#
      ])
    let found2 = try messages(#"{"effect": "outline", "lineJoin": "miter"}"#)
    #expect(
      found2 == [
        #"test.json:1:220: layers[0].effects[0].lineJoin: outline: "lineJoin": "miter": only available for strokes of text, and of shapes with an opaque "fill" and no "stroke"."#
      ])
    let found3 = try messages(#"{"effect": "outline", "width": 3, "strokes": [{"width": 4}]}"#)
    #expect(
      found3 == [
        #"test.json:1:217: layers[0].effects[0].width: "width" cannot be combined with "strokes": set it in each stroke."#
      ])
    let found4 = try messages(#"{"effect": "outline", "width": -1}"#)
    #expect(
      found4 == [
        "test.json:1:217: layers[0].effects[0].width: -1 is outside 0…1000 px."
      ])
    let found5 = try messages(#"{"effect": "outline", "wdith": 3}"#)
    #expect(
      found5 == [
        #"test.json:1:208: layers[0].effects[0].wdith: unknown key "wdith". Did you mean "width"?"#
      ])
  }

  private func shape(
    _ content: String, _ effect: String, file: String = "a.png", layer: String = ""
  ) -> String {
    ##"{"scrim": 1, "canvas": {"width": 100, "height": 100, "scale": 1}, "layers": [{"##
      + ##""frame": {"x": 30, "y": 30, "width": 40, "height": 40}, \##(layer)"content": {\##(content)}, "##
      + ##""effects": [{"effect": "outline", "color": "#f00", \##(effect)}]}], "##
      + ##""output": {"file": "\##(file)"}}"##
  }

  /// Vectors stay vectors, also where the contour is open; a translucent or stroked shape has only its pixels.
  @Test(arguments: [
    (##""kind": "ellipse", "fill": "#fff""##, ##""width": 6"##, true),
    (
      ##""kind": "path", "d": "M0 0H40V40", "fill": "#fff""##,
      ##""width": 6, "position": "outside""##, true
    ),
    (##""kind": "star", "fill": "#fff8""##, ##""width": 6, "fill": "#fff""##, false),
    (##""kind": "ellipse", "fill": "#fff8""##, ##""width": 6"##, false),
    (##""kind": "ellipse", "fill": "#fff", "stroke": {"width": 2}"##, ##""width": 6"##, false),
    (##""kind": "ellipse", "fill": "#fff""##, ##""width": 6, "position": "inside""##, false),
    (##""kind": "ellipse", "fill": "#fff""##, ##""width": 6, "fill": "none""##, false),
  ])
  func strokesShapesAsVectors(_ content: String, _ effect: String, _ isVector: Bool) throws {
    let document = shape(content, effect, file: "a.svg")
    let svg = String(decoding: try renderer.outputs(document).outputs[0].bytes, as: UTF8.self)
    #expect(svg.contains("<image") != isVector)
  }

  /// The stroke along the outline has the area of the silhouette's, and more at corners that are not round.
  @Test(arguments: [
    ##""kind": "ellipse", "fill": "#fff""##, ##""kind": "star", "fill": "#fff""##,
    ##""kind": "path", "d": "M0 0H40V40", "fill": "#fff""##,
    ##""kind": "path", "fillRule": "evenodd", "d": "M0 0H40V40H0zM10 10H30V30H10z", "fill": "#fff""##,
  ])
  func theStrokeOfAShapeIsThatOfItsSilhouette(_ content: String) throws {
    func area(_ content: String, _ effect: String) throws -> Double {
      coverage(try renderer.pixels(shape(content, effect))) { $0[2] - $0[1] }
    }
    let stroke = try area(content, ##""width": 8"##)
    let silhouette = try area(content.replacing("#fff", with: "#fffffffe"), ##""width": 8"##)
    #expect(stroke > 200)
    #expect(abs(stroke - silhouette) < 0.02 * silhouette, "\(stroke), \(silhouette)")
    let mitred = try area(content, ##""width": 8, "lineJoin": "miter""##)
    #expect(content.contains("ellipse") ? mitred == stroke : mitred > stroke + 5)
  }

  @Test func dashesOfShapesNeedTheirOutlines() throws {
    func messages(_ content: String, _ effect: String, _ layer: String = "") throws -> [String] {
      try renderer.messages(shape(content, effect, layer: layer)).map {
        String($0.drop { $0 != "\"" })
      }
    }
    let disc = ##""kind": "ellipse", "fill": "#fff""##
    let dash = #""dash": [4, 4]"#
    #expect(try messages(disc, dash) == [])
    #expect(
      try messages(disc + #", "stroke": {}"#, dash) == [
        #""dash": only available for strokes of text, and of shapes with an opaque "fill" and no "stroke"."#
      ])
    #expect(
      try messages(disc, dash + #", "position": "inside""#) == [
        #""dash": not available for a stroke inside the shape."#
      ])
    #expect(
      try messages(disc, dash + #", "fill": "none""#) == [
        #""dash": requires an opaque fill colour."#
      ])
  }
}
