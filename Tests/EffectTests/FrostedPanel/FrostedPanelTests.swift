import FrostedPanel
import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

@Suite struct FrostedPanelTests {
  private let renderer = TestRenderer([FrostedPanel.self])

  /// A canvas with a panel in its middle.
  private func job(
    _ effect: String, below: String,
    frame: String = #""x": 40, "y": 30, "width": 80, "height": 60"#,
    layer: String = "", background: String = "#fff", scale: Int = 1
  ) -> String {
    ##"{"scrim": 1, "canvas": {"width": 160, "height": 120, "background": "\##(background)", "scale": "##
      + #"\#(scale)}, "layers": [\#(below)\#(below.isEmpty ? "" : ", "){"id": "p", "frame": {\#(frame)}"#
      + #"\#(layer), "effects": [{"effect": "frosted-panel"\#(effect)}]}]}"#
  }

  private static let halves =
    ##"{"frame": {"width": 80}, "fill": "#000"}, {"frame": {"x": 80}, "fill": "#fff"}"##

  /// A colour of the job format, and the expected colour of glass over it.
  struct Flat: Sendable, CustomStringConvertible {
    let effect: String
    let below: (red: Double, green: Double, blue: Double)
    let wanted: (red: Double, green: Double, blue: Double)

    var description: String { effect }
  }

  /// Computed by hand from the formulas of the effect's specification, 0…255.
  static let flats: [Flat] = [
    // gray .2126·200 + .7152·100 + .0722·40 = 116.93; 116.93 + 1.5 (c − 116.93), then 20 % white.
    Flat(effect: "", below: (200, 100, 40), wanted: (244.2, 124.2, 52.2)),
    // gray 184.9; red 184.9 + 2 (255 − 184.9) = 325.1 and blue −184.9 are clamped, as in CSS, before half of the tint.
    Flat(
      effect: ##", "saturation": 2, "tint": "#000", "tintOpacity": 0.5"##, below: (255, 183, 0),
      wanted: (127.5, 90.5, 0)),
    // A preset keeps the hue: 325.1 and −184.9 are clamped after the tint.
    Flat(
      effect: ##", "preset": "thick-dark", "saturation": 2, "tint": "#000", "tintOpacity": 0.5"##,
      below: (255, 183, 0), wanted: (162.5, 90.5, 0)),
    Flat(
      effect: #", "saturation": 0, "tintOpacity": 0"#, below: (200, 100, 40),
      wanted: (116.9, 116.9, 116.9)),
    Flat(
      effect: #", "saturation": -1, "tintOpacity": 0"#, below: (120, 100, 80),
      wanted: (85.6, 105.6, 125.6)),
    Flat(
      effect: ##", "saturation": 1, "tint": "#3060c0", "tintOpacity": 0.5"##, below: (200, 100, 40),
      wanted: (124, 98, 116)),
    Flat(
      effect: ##", "saturation": 1, "tint": "rgb(0 0 0 / 50%)", "tintOpacity": 0.5"##,
      below: (200, 100, 40), wanted: (150, 75, 30)),
    // SetLum(backdrop, 255) is white; 85 % of it, then no tint.
    Flat(
      effect: ##", "saturation": 1, "tint": "#fff", "luminosity": 0.85, "tintOpacity": 0"##,
      below: (200, 100, 40), wanted: (246.75, 231.75, 222.75)),
    // Lum(tint) = .3·100 + .59·100 + .11·100 = 100; Lum(backdrop) = 123.4; each channel − 23.4.
    Flat(
      effect: ##", "saturation": 1, "tint": "#646464", "luminosity": 1, "tintOpacity": 0"##,
      below: (200, 100, 40), wanted: (176.6, 76.6, 16.6)),
    Flat(effect: #", "preset": "dark""#, below: (128, 128, 128), wanted: (55.0, 55.0, 55.0)),
    // gray 116.93; .8 of the distance to it, then .6 of that to 127.5.
    Flat(effect: #", "preset": "muted""#, below: (200, 100, 40), wanted: (161.0, 113.0, 84.2)),
    Flat(
      effect: #", "preset": "dark", "tintOpacity": 0, "saturation": 1"#, below: (12, 34, 56),
      wanted: (12, 34, 56)),
  ]

  @Test(arguments: flats) func oneColourBecomesWhatTheFormulasSay(_ flat: Flat) throws {
    let (r, g, b) = flat.below
    let pixels = try renderer.pixels(
      job(flat.effect, below: "", background: "rgb(\(Int(r)) \(Int(g)) \(Int(b)))"))
    let found = pixels.pixel(80, 60)
    #expect(abs(Double(found[2]) - flat.wanted.red) <= 1.01, "\(found)")
    #expect(abs(Double(found[1]) - flat.wanted.green) <= 1.01, "\(found)")
    #expect(abs(Double(found[0]) - flat.wanted.blue) <= 1.01, "\(found)")
    #expect(pixels.pixel(39, 60) == [Int(b), Int(g), Int(r), 255])
  }

  /// Columns of the glass next to the border of black and white, at x = 80: `bleed` reads the canvas, the others only
  /// the backdrop under the panel.
  @Test func theEdgeSaysWhatLiesAround() throws {
    let plain = #", "sigma": 10, "saturation": 1, "tintOpacity": 0"#
    func row(_ edge: String) throws -> [Int] {
      let pixels = try renderer.pixels(
        job(
          plain + #", "edge": "\#(edge)""#, below: Self.halves,
          frame: #""x": 40, "y": 30, "width": 40, "height": 60"#))
      return (40..<80).map { pixels.pixel($0, 60)[0] }
    }
    let (bleed, mirror, clamp) = try (row("bleed"), row("mirror"), row("clamp"))
    #expect((110...128).contains(bleed[39]))
    #expect(bleed[0] == 0)
    #expect(mirror.allSatisfy { $0 == 0 } && clamp.allSatisfy { $0 == 0 })
  }

  /// A stripe at the panel's edge is mirrored once; clamped, it is repeated.
  @Test func mirrorAndClampDiffer() throws {
    let stripe = ##"{"frame": {"x": 40, "width": 4}, "fill": "#000"}"##
    func first(_ edge: String) throws -> Int {
      try renderer.pixels(
        job(
          #", "sigma": 12, "saturation": 1, "tintOpacity": 0, "edge": "\#(edge)""#, below: stripe)
      ).pixel(40, 60)[0]
    }
    // Of a Gaussian of σ 12 at its middle: 4 px on either side, or 4 px and all beyond.
    #expect(abs(try first("mirror") - 190) <= 4)
    #expect(abs(try first("clamp") - 95) <= 6)
  }

  @Test func nothingOutsideThePanelChanges() throws {
    let without = try renderer.pixels(
      job(
        #", "tintOpacity": 0"#, below: Self.halves,
        frame: #""x": 40, "y": 30, "width": 0, "height": 0"#))
    let with = try renderer.pixels(job("", below: Self.halves, layer: #", "cornerRadius": 20"#))
    for y in 0..<120 {
      for x in 0..<160 where !((40..<120).contains(x) && (30..<90).contains(y)) {
        #expect(with.pixel(x, y) == without.pixel(x, y))
      }
    }
    // Nor outside the corner's curve.
    #expect(with.pixel(41, 31) == without.pixel(41, 31))
    #expect(with.pixel(78, 60) != without.pixel(78, 60))
  }

  /// Edges of glass and canvas at fractional pixels do not spread inwards.
  @Test(arguments: ["bleed", "mirror", "clamp"])
  func oneColourStaysOneBetweenPixels(_ edge: String) throws {
    let pixels = try renderer.pixels(
      ##"{"scrim": 1, "canvas": {"width": 81, "height": 61, "scale": 1.5}, "##
        + ##""layers": [{"fill": "#808080"}, {"frame": {"x": 20.5, "y": 10.25, "width": 60.5, "height": 50.75}, "effects": "##
        + ##"[{"effect": "frosted-panel", "tintOpacity": 0, "sigma": 12, "edge": "\##(edge)"}]}]}"##
    )
    #expect(pixels.width == 122 && pixels.height == 92)
    for y in 0..<91 {
      for x in 0..<121 { #expect(pixels.pixel(x, y) == [128, 128, 128, 255], "\(x), \(y)") }
    }
  }

  @Test func contentLiesOnTheGlass() throws {
    let pixels = try renderer.pixels(
      job(##", "tint": "#f00", "tintOpacity": 1"##, below: "", layer: ##", "fill": "#00f8""##))
    let found = pixels.pixel(80, 60)
    #expect(abs(found[0] - 136) <= 1 && abs(found[2] - 119) <= 1 && found[1] == 0)
  }

  @Test(arguments: [
    ("bottom", 0.25), ("bottom", 15.0), ("top", 0.25), ("left", 20), ("right", 0.25),
  ])
  func aPanelIsPulledFromAnEdge(_ edge: String, _ amount: Double) throws {
    let pixels = try renderer.pixels(
      job(
        ##", "tint": "#f00", "tintOpacity": 1, "reveal": {"edge": "\##(edge)", "amount": \##(amount)}"##,
        below: ""))
    let red = { (x: Int, y: Int) in pixels.pixel(x, y) == [0, 0, 255, 255] }
    let wanted: (x: Range<Int>, y: Range<Int>) =
      switch edge {
      case "bottom": (40..<120, 75..<90)
      case "top": (40..<120, 30..<45)
      case "left": (40..<60, 30..<90)
      default: (100..<120, 30..<90)
      }
    for y in 0..<120 {
      for x in 0..<160 {
        #expect(red(x, y) == (wanted.x.contains(x) && wanted.y.contains(y)), "\(x), \(y)")
      }
    }
  }

  /// The upper half of the content belongs to the panel; references still use the frame.
  @Test func contentMovesWithThePanel() throws {
    let document =
      ##"{"scrim": 1, "canvas": {"width": 100, "height": 100, "background": "#fff"}, "layers": ["##
      + ##"{"id": "p", "frame": {"x": 10, "y": 10, "width": 80, "height": 80}, "##
      + ##""fill": {"linear": {"angle": 180, "stops": [["#00f", 0.5], ["#0f0", 0.5]]}}, "effects": [{"effect": "frosted-panel", "tintOpacity": 0, "reveal": {"amount": 0.5}}]}]}"##
    let pixels = try renderer.pixels(document)
    let blue = (0..<100).filter { pixels.pixel(50, $0) == [255, 0, 0, 255] }
    #expect(blue == Array(50..<90))
    let frame = try renderer.outputs(document).report.json["layers"]?["p"]?["frame"]?.text()
    #expect(frame == "[10,10,80,80]")
  }

  @Test func aPanelThatIsNotPulledAtAllIsNotThere() throws {
    let pixels = try renderer.pixels(
      job(#", "reveal": {"amount": 0}, "shadow": {}"#, below: "", layer: ##", "fill": "#00f""##))
    #expect((0..<120).allSatisfy { pixels.pixel(80, $0) == [255, 255, 255, 255] })
  }

  @Test func theUpperPanelSeesTheLower() throws {
    let pixels = try renderer.pixels(
      ##"{"scrim": 1, "canvas": {"width": 90, "height": 30, "background": "#fff"}, "layers": ["##
        + ##"{"frame": {"width": 60}, "effects": [{"effect": "frosted-panel", "sigma": 0, "tint": "#f00", "tintOpacity": 0.5}]}, "##
        + ##"{"frame": {"x": 30}, "effects": [{"effect": "frosted-panel", "sigma": 0, "saturation": 1, "tint": "#00f", "tintOpacity": 0.5}]}]}"##
    )
    #expect(pixels.pixel(10, 10) == [128, 128, 255, 255])
    #expect(zip(pixels.pixel(45, 10), [192, 64, 128, 255]).allSatisfy { abs($0 - $1) <= 1 })
    #expect(zip(pixels.pixel(80, 10), [255, 128, 128, 255]).allSatisfy { abs($0 - $1) <= 1 })
  }

  @Test func theShadowIsOutsideOnly() throws {
    let pixels = try renderer.pixels(
      job(
        #", "tintOpacity": 0, "shadow": {"dx": 0, "dy": 0, "sigma": 6, "opacity": 1}"#, below: ""))
    #expect(pixels.pixel(80, 60) == [255, 255, 255, 255])
    #expect(pixels.pixel(41, 60) == [255, 255, 255, 255])
    #expect((100...150).contains(pixels.pixel(39, 60)[0]))
    #expect(pixels.pixel(10, 60)[0] >= 254)
  }

  @Test func theBorderIsInside() throws {
    let pixels = try renderer.pixels(
      job(##", "tintOpacity": 0, "border": {"width": 3, "color": "#000"}"##, below: ""))
    let row = (36..<48).map { pixels.pixel($0, 60)[0] }
    #expect(row == [255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255])
  }

  @Test func theMaskSaysWhereTheGlassIs() throws {
    let pixels = try renderer.pixels(
      job(
        ##", "tint": "#f00", "tintOpacity": 1, "mask": {"linear": {"angle": 90, "stops": [["#0000", 0.5], ["#000", 0.5]]}}"##,
        below: ""))
    #expect(pixels.pixel(60, 60) == [255, 255, 255, 255])
    #expect(pixels.pixel(100, 60) == [0, 0, 255, 255])
  }

  /// Grain has a mean of zero, is the same at any scale, differs by seed, and does not repeat.
  @Test func noiseIsFineGrain() throws {
    func noise(seed: Int, scale: Int = 1) throws -> Pixels {
      try renderer.outputs(
        job(
          #", "sigma": 0, "saturation": 1, "tintOpacity": 0, "noise": 0.5"#, below: "",
          background: "#808080", scale: scale), seed: seed
      ).outputs[0].bytes.withUnsafeBytes { try decode($0) }
    }
    let grain = try noise(seed: 1)
    func at(_ x: Int, _ y: Int) -> Double { Double(grain.pixel(40 + x, 30 + y)[1]) - 128 }
    var (sum, square, neighbours, far) = (0.0, 0.0, 0.0, 0.0)
    for y in 0..<60 {
      for x in 0..<79 {
        sum += at(x, y)
        square += at(x, y) * at(x, y)
        neighbours += at(x, y) * at(x + 1, y)
        far += at(x, y) * at((x + 32) % 80, (y + 16) % 60)
      }
    }
    #expect(abs(sum / 4740) < 1.5)
    #expect(square / 4740 > 100)
    // A high-pass: neighbours have opposite signs.
    #expect(neighbours / square < -0.2)
    #expect(abs(far / square) < 0.06)
    #expect(try noise(seed: 2).difference(from: grain)?.greatest ?? 0 > 20)
    let twice = try noise(seed: 1, scale: 2)
    for (x, y) in [(50, 40), (77, 61), (100, 80)] {
      for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        #expect(twice.pixel(2 * x + dx, 2 * y + dy) == grain.pixel(x, y))
      }
    }
  }

  private func decode(_ bytes: UnsafeRawBufferPointer) throws -> Pixels {
    try ImageDecoding.decode(bytes, limits: .standard)
  }
}
