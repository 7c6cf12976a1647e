import FrostedPanel
import RenderTesting
import ScrimCodecs
import ScrimKit
import ScrimRender
import Testing

/// The glass over 19,200 colours, compared with the formulas in double precision.
@Suite struct GlassColorTests {
  struct Style: Sendable, CustomStringConvertible {
    let keys: String
    var saturation = 1.0
    var range = 1.0
    var luminosity = 0.0
    var tint = [1.0, 1.0, 1.0]
    var opacity = 0.0
    /// As CSS clamps the result of each filter.
    var clampsSaturation = true

    var description: String { keys }

    private static func luminosity(_ color: [Double]) -> Double {
      0.3 * color[0] + 0.59 * color[1] + 0.11 * color[2]
    }

    /// Red, green and blue, 0…1.
    func color(_ below: [Double]) -> [Double] {
      let gray = 0.2126 * below[0] + 0.7152 * below[1] + 0.0722 * below[2]
      let base = below.map { gray + saturation * ($0 - gray) }.map { 0.5 + range * ($0 - 0.5) }
        .map { clampsSaturation ? max(0, min(1, $0)) : $0 }
      return zip(zip(base, lit(base)), tint).map { colors, tint in
        let mixed = colors.0 + luminosity * (colors.1 - colors.0)
        return max(0, min(1, mixed + opacity * (tint - mixed)))
      }
    }

    /// `SetLum` and `ClipColor` of Compositing and Blending §10.
    private func lit(_ base: [Double]) -> [Double] {
      let wanted = Self.luminosity(tint)
      let step = wanted - Self.luminosity(base)
      var color = base.map { $0 + step }
      let (least, most) = (color.min() ?? 0, color.max() ?? 0)
      if least < 0 { color = color.map { wanted + ($0 - wanted) * wanted / (wanted - least) } }
      if most > 1 { color = color.map { wanted + ($0 - wanted) * (1 - wanted) / (most - wanted) } }
      return color
    }
  }

  static let styles = [
    Style(keys: #""saturation": 1.5, "tintOpacity": 0.2"#, saturation: 1.5, opacity: 0.2),
    Style(keys: #""saturation": -1, "tintOpacity": 0"#, saturation: -1),
    Style(
      keys: #""saturation": 4, "tint": "rgb(51 102 204)", "tintOpacity": 0.7"#, saturation: 4,
      tint: [0.2, 0.4, 0.8], opacity: 0.7),
    Style(
      keys: #""preset": "acrylic", "noise": 0, "tint": "rgb(204 51 102)""#,
      saturation: 1.25, luminosity: 0.85, tint: [0.8, 0.2, 0.4], opacity: 0.2,
      clampsSaturation: false),
    Style(keys: #""luminosity": 1, "tint": "white""#, saturation: 1.5, luminosity: 1, opacity: 0.2),
    Style(keys: #""preset": "muted""#, saturation: 0.8, range: 0.6, clampsSaturation: false),
    Style(
      keys: ##""preset": "thick-dark", "tint": "#000", "tintOpacity": 0.5"##, saturation: 2.1,
      tint: [0, 0, 0], opacity: 0.5, clampsSaturation: false),
  ]

  @Test(arguments: styles) func followsTheFormulas(_ style: Style) throws {
    let (width, height) = (160, 120)
    var random = SeededGenerator(seed: 3)
    let colors = (0..<width * height).map { _ in (0..<3).map { _ in Double(random.next() >> 56) } }
    var pixels = try Pixels(width: width, height: height)
    let stride = pixels.bytesPerRow
    try pixels.withMutableBytes { bytes in
      for (index, color) in colors.enumerated() {
        let at = index / width * stride + index % width * 4
        for channel in 0..<3 { bytes[at + 2 - channel] = UInt8(color[channel]) }
        bytes[at + 3] = 255
      }
    }
    let drawn = try TestRenderer([FrostedPanel.self]).pixels(
      #"{"scrim": 1, "canvas": {"width": \#(width), "height": \#(height)}, "layers": ["#
        + #"{"image": {"source": "p.png"}}, {"effects": [{"effect": "frosted-panel", "sigma": 0, "#
        + #"\#(style.keys)}]}]}"#,
      sources: ["p.png": .bytes(PNGEncoding.encode(pixels))])
    var greatest = 0.0
    for (index, color) in colors.enumerated() {
      let wanted = style.color(color.map { $0 / 255 })
      let found = drawn.pixel(index % width, index / width)
      for channel in 0..<3 {
        greatest = max(greatest, abs(Double(found[2 - channel]) - 255 * wanted[channel]))
      }
    }
    #expect(greatest <= 1)
  }
}
