import DropShadow
import Foundation
import Outline
import RenderTesting
import ScrimKit
import ScrimRender
import Testing

/// Shadows against a Gaussian that is computed in double precision.
@Suite struct DropShadowTests {
  /// An opaque shadow.
  private func shadow(dx: Double, dy: Double = 0, sigma: Double = 0) -> Shadow {
    var shadow = Shadow()
    (shadow.dx, shadow.dy, shadow.sigma, shadow.opacity) = (dx, dy, sigma, 1)
    return shadow
  }

  /// A white box and its shadow.
  private func pixels(
    _ effect: DropShadow, of box: Rect, width: Double, height: Double
  ) throws -> Pixels {
    let test = EffectTesting(width: width, height: height)
    return try test.render(effect, on: test.picture(filling: box, with: .white)).pixels
  }

  @Test(arguments: [1.0, 3, 5, 11]) func aShadowIsTheGaussianOfItsBox(_ sigma: Double) throws {
    var effect = DropShadow()
    effect.shadow = shadow(dx: 7, dy: 4, sigma: sigma)
    let pixels = try pixels(
      effect, of: Rect(x: 40, y: 40, width: 60, height: 30), width: 160, height: 120)
    let all = (-100...100).reduce(0) { $0 + exp(-Double($1 * $1) / (2 * sigma * sigma)) }
    func edge(_ x: Int, _ from: Int, _ to: Int) -> Double {
      (from..<to).reduce(0) { $0 + exp(-Double(($1 - x) * ($1 - x)) / (2 * sigma * sigma)) } / all
    }
    var worst = 0.0
    for y in 0..<120 {
      for x in 0..<160 where !((40..<100).contains(x) && (40..<70).contains(y)) {
        let expected = edge(x, 47, 107) * edge(y, 44, 74)
        worst = max(worst, abs(Double(pixels.pixel(x, y)[3]) - expected * 255))
      }
    }
    // The kernel ends at ⌈3 σ⌉; up to 0.27 % of the Gaussian is beyond.
    #expect(worst < 1.5, "\(worst)/255")
  }

  /// A preset is these values, each of which the job may replace.
  @Test(arguments: [
    (#"{"preset": "small"}"#, #"{"dx": 0, "dy": 2, "sigma": 3, "opacity": 0.3}"#),
    (#"{"preset": "medium"}"#, #"{"dx": 0, "dy": 8, "sigma": 12, "opacity": 0.3}"#),
    (#"{"preset": "large"}"#, #"{"dx": 0, "dy": 20, "sigma": 30, "opacity": 0.3}"#),
    (
      #"{"preset": "small", "dx": 4, "sigma": 0, "color": "red", "spread": 2}"#,
      #"{"dx": 4, "dy": 2, "sigma": 0, "opacity": 0.3, "color": "red", "spread": 2}"#
    ),
    (
      #"{"preset": "large", "opacity": 1, "dy": 1}"#,
      #"{"dx": 0, "dy": 1, "sigma": 30, "opacity": 1}"#
    ),
  ]) func aPresetIsItsValues(_ one: String, _ other: String) throws {
    let renderer = TestRenderer([DropShadow.self])
    func image(_ parameters: String) throws -> [UInt8] {
      try renderer.outputs(
        ##"{"scrim": 1, "canvas": {"width": 200, "height": 160}, "layers": [{"frame": {"x": 60, "y": 40, "width": 60, "height": 40}, "fill": "gold", "effects": [{"effect": "drop-shadow", \##(parameters.dropFirst())]}]}"##
      ).outputs[0].bytes
    }
    #expect(try image(one) == image(other))
  }

  @Test func aPresetStandsAlone() throws {
    var effect = DropShadow()
    (effect.preset, effect.shadows) = (.small, [Shadow()])
    #expect(
      effect.validate().map(\.message) == [
        "\"preset\" cannot be combined with \"shadows\": the list replaces it."
      ])
  }

  @Test func noneShadowsAnother() throws {
    var effect = DropShadow()
    effect.shadows = [shadow(dx: 10), shadow(dx: 30)]
    let pixels = try pixels(
      effect, of: Rect(x: 0, y: 0, width: 8, height: 20), width: 120, height: 20)
    let covered = (0..<120).filter { pixels.pixel($0, 10)[3] > 0 }
    #expect(covered == Array(0..<8) + Array(10..<18) + Array(30..<38))
  }

  @Test func aShadowReachesBackFromBeyondTheCanvas() throws {
    var effect = DropShadow()
    effect.shadow = shadow(dx: 60)
    let pixels = try pixels(
      effect, of: Rect(x: -40, y: 0, width: 10, height: 20), width: 60, height: 20)
    #expect((0..<60).filter { pixels.pixel($0, 10)[3] > 0 } == Array(20..<30))
  }

  /// A stroke casts no shadow of its own; beneath it, only that of the letters shows.
  @Test func theShadowOfTheContentIsThatOfItsLetters() throws {
    let renderer = TestRenderer([DropShadow.self, Outline.self])
    func pixels(_ effects: String) throws -> Pixels {
      try renderer.pixels(
        ##"{"scrim": 1, "canvas": {"width": 200, "height": 90}, "layers": [{"frame": {"x": 20, "y": 10}, "##
          + ##""text": {"string": "HLT", "font": "Noto Sans", "size": 48, "color": "#f00"}, "##
          + #""effects": [\#(effects)]}]}"#)
    }
    let shadow = #"{"effect": "drop-shadow", "dx": 20, "dy": 12, "sigma": 0, "opacity": 1"#
    let outline = ##"{"effect": "outline", "width": 10, "color": "#0f0"}"##
    let letters = try pixels(shadow + "}")
    let stroked = try pixels(outline)
    let both = try pixels(outline + ", " + shadow + #", "of": "content"}"#)
    var seen = 0
    for y in 0..<90 {
      for x in 0..<200 where stroked.pixel(x, y)[3] == 0 {
        #expect(abs(both.pixel(x, y)[3] - letters.pixel(x, y)[3]) <= 1)
        seen += both.pixel(x, y)[3] == 255 ? 1 : 0
      }
      for x in 0..<200 where stroked.pixel(x, y)[3] == 255 {
        #expect(both.pixel(x, y) == stroked.pixel(x, y))
      }
    }
    #expect(seen > 100)
  }

  @Test func onlyTextHasContent() throws {
    let messages = try TestRenderer([DropShadow.self]).messages(
      ##"{"scrim": 1, "canvas": {"width": 20, "height": 20}, "layers": [{"fill": "#f00", "effects": [{"effect": "drop-shadow", "of": "content"}]}]}"##
    )
    #expect(messages.count == 1)
    #expect(
      messages.first?.hasSuffix(
        #"layers[0].effects[0].of: drop-shadow: "content" is the text of a layer, and this layer has none: use "layer"."#
      ) == true)
  }
}
