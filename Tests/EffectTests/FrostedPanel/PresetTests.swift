import FrostedPanel
import Glibc
import RenderTesting
import ScrimCodecs
import ScrimKit
import ScrimRender
import Testing

/// The presets compared with the algorithms that they imitate, on a detailed image that the panel covers.
@Suite struct PresetTests {
  private static let image = Leaves(width: 320, height: 240)

  struct Preset: Sendable, CustomStringConvertible {
    let name: String
    let reference: ImageEffects
    /// The σ that the specification gives it.
    let sigma: Double
    /// Minimum PSNR inside, dB, and maximum difference there, 0…255.
    let least: Double
    let most: Double
    var keys = ""

    var description: String { name }
  }

  /// Inside, ours is a Gaussian and theirs three boxes. At the edges, each of their three passes extends the previous
  /// one's result, so that the outermost pixels weigh more than in one extension.
  static let presets = [
    Preset(name: "light", reference: .light, sigma: 28.5, least: 46, most: 6),
    Preset(name: "extra-light", reference: .extraLight, sigma: 19.5, least: 51, most: 3),
    Preset(name: "dark", reference: .dark, sigma: 19.5, least: 49, most: 4),
    Preset(
      name: "tint", reference: .tint([0.2, 0.6, 0.4]), sigma: 9.5, least: 47, most: 6,
      keys: #", "tint": "rgb(51 153 102)""#),
  ]

  @Test(arguments: presets) func looksAsImageEffectsDo(_ preset: Preset) throws {
    #expect(abs(preset.reference.sigma - preset.sigma) < 0.02)
    let file = try PNGEncoding.encode(Self.image.pixels)
    let drawn = try TestRenderer([FrostedPanel.self]).pixels(
      #"{"scrim": 1, "canvas": {"width": 320, "height": 240}, "layers": ["#
        + #"{"image": {"source": "p.png"}}, {"effects": [{"effect": "frosted-panel", "preset": "#
        + #""\#(preset.name)"\#(preset.keys)}]}]}"#, sources: ["p.png": .bytes(file)])
    let wanted = preset.reference.applied(to: Self.image)
    let inside = distances(drawn, wanted, margin: 60)
    let likeness = Self.likeness(inside)
    #expect(likeness >= preset.least)
    let greatest = inside.max() ?? 255
    #expect(greatest <= preset.most)
    let whole = Self.likeness(distances(drawn, wanted, margin: 0))
    #expect(whole >= 37)
  }

  /// The difference of each channel of the pixels at least `margin` from the edges.
  private func distances(_ drawn: Pixels, _ wanted: [[Double]], margin: Int) -> [Double] {
    (margin..<240 - margin).flatMap { y in
      (margin..<320 - margin).flatMap { x in
        let pixel = drawn.pixel(x, y)
        return (0..<3).map { abs(Double(pixel[2 - $0]) - wanted[y * 320 + x][$0]) }
      }
    }
  }

  /// PSNR, dB.
  private static func likeness(_ distances: [Double]) -> Double {
    let squares = distances.reduce(0) { $0 + $1 * $1 }
    return 10 * log10(255 * 255 / (squares / Double(distances.count)))
  }
}
