import RenderTesting
import ScrimCodecs
import ScrimJSON
import ScrimKit
import ScrimRender
import Testing

/// The parts of a layer that a mask shows.
@Suite struct MaskTests {
  private let renderer = TestRenderer([Conceal.self, Grow.self, Stamp.self, Cover.self])

  private func job(_ layers: String...) -> String {
    #"{"scrim": 1, "canvas": {"width": 60, "height": 40}, "layers": [\#n"#
      + layers.joined(separator: ",\n") + "]}"
  }

  private func alpha(_ layers: String..., at x: Int, _ y: Int = 20) throws -> Int {
    let document =
      #"{"scrim": 1, "canvas": {"width": 60, "height": 40}, "layers": ["#
      + layers.joined(separator: ",\n") + "]}"
    return try renderer.pixels(document).pixel(x, y)[3]
  }

  private static let frame = #""frame": {"x": 10, "y": 10, "width": 40, "height": 20}"#

  @Test(
    arguments: [
      (##""fill": "#00000080""##, 128),
      (##""fill": "#00000080", "invert": true"##, 127),
      // CSS Masking: .2125 R + .7154 G + .0721 B of sRGB, times alpha.
      (##""fill": "#f00", "mode": "luminance""##, 54),
      (##""fill": "#0f0", "mode": "luminance""##, 182),
      (##""fill": "#00f", "mode": "luminance""##, 18),
      (##""fill": "#fff", "mode": "luminance""##, 255),
      (##""fill": "#808080", "mode": "luminance""##, 128),
      (##""fill": "#ffffff80", "mode": "luminance""##, 128),
      (##""fill": "#f00", "mode": "luminance", "invert": true"##, 201),
    ] as [(String, Int)]) func paints(_ mask: String, _ expected: Int) throws
  {
    let layer = ##"{\##(Self.frame), "fill": "#000", "mask": {\##(mask)}}"##
    #expect(abs(try alpha(layer, at: 30) - expected) <= 1)
    #expect(try alpha(layer, at: 5) == 0)
  }

  /// At scales at which the canvas ends inside a pixel, a mask that shows everything changes nothing but the last
  /// pixel's coverage a little. It made columns transparent.
  @Test(arguments: [0.333, 0.83, 1.1]) func paintsReachTheEdge(_ scale: Double) throws {
    func pixels(_ mask: String) throws -> Pixels {
      try renderer.pixels(
        ##"{"scrim": 1, "canvas": {"width": 1200, "height": 720, "scale": \##(scale)}, "layers": [{"fill": "#000"\##(mask)}]}"##
      )
    }
    let plain = try pixels("")
    let masked = try pixels(##", "mask": {"fill": "#000"}"##)
    #expect(try #require(plain.difference(from: masked)).greatest <= 12)
  }

  @Test func aPictureFillsTheFrame() throws {
    var wide = try Raster(area: PixelRect(x: 0, y: 0, width: 8, height: 2), scale: 1)
    try wide.draw { $0.fill(Rect(x: 0, y: 0, width: 4, height: 2), with: .black) }
    let png = try PNGEncoding.encode(wide.pixels, compression: .fast)
    let pixels = try renderer.pixels(
      job(##"{\##(Self.frame), "fill": "#000", "mask": {"source": "m.png"}}"##),
      sources: ["m.png": .bytes(png)])
    #expect([12, 22, 38, 48].map { pixels.pixel($0, 12)[3] } == [255, 255, 0, 0])
  }

  private static let other = ##"{"id": "m", "frame": {"x": 0, "width": 30}, KEY"fill": "#fff"}"##

  @Test(
    arguments: [
      ("", "", [255, 0, 0]),
      ("", #", "invert": true"#, [0, 255, 0]),
      (#""visible": false, "#, "", [255, 0, 0]),
      (#""opacity": 0.5, "visible": false, "#, "", [128, 0, 0]),
      (#""opacity": 0.5, "#, #", "invert": true"#, [127, 255, 0]),
      // Masks of masks.
      (##""mask": {"fill": "#0008"}, "##, "", [136, 0, 0]),
    ] as [(String, String, [Int])])
  func layers(_ keys: String, _ mask: String, _ expected: [Int]) throws {
    let masked = ##"{\##(Self.frame), "fill": "#000", "mask": {"of": "#m"\##(mask)}}"##
    let hidden = Self.other.replacing(
      "KEY",
      with: keys.replacing(#""visible": false, "#, with: "")
        + #""visible": false, "#)
    for document in [job(hidden, masked), job(masked, hidden)] {
      let pixels = try renderer.pixels(document)
      let found = [20, 40, 5].map { pixels.pixel($0, 20)[3] }
      #expect(zip(found, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(found)")
    }
  }

  /// A picture ends at the frame; inverted it shows what is outside of it.
  @Test func anInvertedPictureLeavesWhatIsOutsideIt() throws {
    var black = try Raster(area: PixelRect(x: 0, y: 0, width: 2, height: 1), scale: 1)
    try black.draw { $0.fill(Rect(x: 0, y: 0, width: 2, height: 1), with: .black) }
    let png = try PNGEncoding.encode(black.pixels, compression: .fast)
    func alphas(_ keys: String) throws -> [Int] {
      let pixels = try renderer.pixels(
        job(Self.wide(#""source": "m.png"\#(keys)"#)), sources: ["m.png": .bytes(png)])
      return [5, 15].map { pixels.pixel($0, 20)[3] }
    }
    #expect(try alphas(#", "invert": true"#) == [255, 0])
    #expect(try alphas("") == [0, 255])
  }

  /// A paint continues beyond the frame, so that what effects draw there fades with its layer.
  @Test func aPaintContinuesBeyondTheFrame() throws {
    func alphas(_ mask: String) throws -> [Int] {
      try [5, 15].map { try alpha(Self.wide(mask), at: $0) }
    }
    #expect(try alphas(##""fill": "#0008""##) == [136, 136])
    #expect(try alphas(##""fill": "#0008", "invert": true"##) == [119, 119])
    let gradient = ##""fill": {"linear": {"angle": 90, "stops": [["#0008", 0], ["#000", 0.01]]}}"##
    #expect(try alphas(gradient) == [136, 255])
  }

  /// A layer whose content begins before its frame, at x 2, and ends in it.
  private static func wide(_ mask: String) -> String {
    ##"{\##(frame), "layers": [{"frame": {"x": -8, "width": 20}, "fill": "#000"}], "mask": {\##(mask)}}"##
  }

  @Test func masksComeAfterEffectsAndBeforeOpacity() throws {
    let layer =
      ##"{"frame": {"x": 20, "width": 5, "y": 0, "height": 5}, "effects": [{"effect": "stamp", "target": "#m"}], "##
      + ##""mask": {"fill": "#0008"}, "opacity": 0.5}"##
    let hidden = Self.other.replacing("KEY", with: #""visible": false, "#)
    #expect(abs(try alpha(layer, hidden, at: 22, 2) - 68) <= 1)
    #expect(abs(try alpha(layer, hidden, at: 10, 2) - 68) <= 1)
  }

  /// Words concealed in one layer are concealed in the other.
  @Test(arguments: ["alpha", "luminance"]) func maskOfConcealedWords(_ mode: String) throws {
    func pixels(_ hidden: String) throws -> Pixels {
      try renderer.pixels(
        job(
          #"{"id": "t", "visible": false, "frame": {"x": 0}, "text": {"string": "a\n\#(hidden)", "color": "white", "#
            + #""font": "DejaVu Sans", "size": 14}, "effects": [{"effect": "conceal", "decoy": "xy"}]}"#,
          ##"{"fill": "#000", "mask": {"of": "#t", "mode": "\##(mode)"}}"##))
    }
    let one = try pixels("mmm")
    #expect(one.difference(from: try pixels("ili"))?.greatest == 0)
    #expect((0..<60).contains { one.pixel($0, 25)[3] > 0 })
  }

  @Test(
    arguments: [
      (##"{"id": "a", "mask": {"of": "#a"}}"##, "2:28: layers[0].mask.of: ", "#a → #a"),
      (
        ##"{"id": "a", "mask": {"of": "#b"}}, {"id": "b", "effects": [{"effect": "stamp", "target": "#a"}]}"##,
        "2:28: layers[0].mask.of: ", "#a → #b → #a"
      ),
      (
        ##"{"id": "g", "layers": [{"id": "c", "mask": {"of": "#g"}}]}"##,
        "2:51: layers[0].layers[0].mask.of: ", "#c → #g → #c"
      ),
    ]) func rings(_ layers: String, _ place: String, _ ring: String) throws
  {
    #expect(
      try renderer.messages(job(layers)) == [
        "test.json:\(place)circular reference: \(ring)."
      ])
  }

  @Test func aGroupMaskedByALayerInItIsNoRing() throws {
    let found = try renderer.messages(
      job(##"{"id": "g", "layers": [{"id": "c", "fill": "red"}], "mask": {"of": "#c"}}"##))
    #expect(found.isEmpty)
  }
}
