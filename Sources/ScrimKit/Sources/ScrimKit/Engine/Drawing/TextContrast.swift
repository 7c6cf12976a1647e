internal import Glibc

/// The correction of a text's coverage for its colour.
///
/// Colours are mixed in sRGB, where a half covered pixel of white on black is too dark and one of black on white too
/// light: light text looks thin. As the colour below is not known, it is taken to be the opposite of the text's.
/// Chromium does this on Linux, by tables of Skia (`SkMaskGamma`) whose gamma and contrast were found from its pixels.
struct TextContrast {
  /// The corrected coverage of each one, 0…255.
  private let table: [UInt8]

  /// The correction for a paint. A gradient counts as black, like the mask of CSS's `background-clip: text`.
  init(for paint: Paint) {
    var luminance = 0
    if case .color(let color) = paint {
      func part(_ value: Double) -> Int { Int((value * 255).rounded()) }
      luminance = (54 * part(color.red) + 183 * part(color.green) + 19 * part(color.blue)) >> 8
    }
    table = Self.tables[luminance >> 5]
  }

  /// The corrected mask.
  func applied(to mask: Mask) -> Mask {
    Mask(area: mask.area, coverage: mask.coverage.map { table[Int($0)] })
  }

  private static let gamma = 1.2
  private static let contrast = 0.24

  /// By the highest three bits of the luminance.
  private static let tables: [[UInt8]] = (0..<8).map { level in
    let text = Double(level) / 7
    let below = 1 - text
    let (lightText, lightBelow) = (pow(text, gamma), pow(below, gamma))
    // None for white text.
    let contrast = contrast * lightBelow
    return (0..<256).map { given in
      let plain = Double(given) / 255
      let coverage = plain + (1 - plain) * contrast * plain
      let mixed = pow(lightText * coverage + lightBelow * (1 - coverage), 1 / gamma)
      return UInt8((255 * (mixed - below) / (text - below)).rounded())
    }
  }
}
