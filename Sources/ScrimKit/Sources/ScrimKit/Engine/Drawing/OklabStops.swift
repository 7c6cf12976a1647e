internal import Glibc

extension [GradientStop] {
  /// The stops with more between them, so that linear interpolation in sRGB follows that in another space.
  func interpolated(in space: ColorSpace) -> [GradientStop] {
    guard space == .oklab else { return self }
    var result: [GradientStop] = []
    for (index, stop) in enumerated() {
      if index > 0, stop.offset > self[index - 1].offset, stop.color != self[index - 1].color {
        let from = self[index - 1]
        let (one, other) = (OklabColor(from.color), OklabColor(stop.color))
        // Between such steps a line differs from the curve by less than half an 8-bit step.
        let count = 48
        for step in 1..<count {
          let share = Double(step) / Double(count)
          result.append(
            GradientStop(
              color: one.mixed(with: other, share).color,
              offset: from.offset + (stop.offset - from.offset) * share))
        }
      }
      result.append(stop)
    }
    return result
  }
}

/// A colour in Oklab, premultiplied; CSS Color 4 §10.8 has the matrices.
private struct OklabColor {
  var lightness: Double
  var a: Double
  var b: Double
  var alpha: Double

  private init(_ lightness: Double, _ a: Double, _ b: Double, _ alpha: Double) {
    (self.lightness, self.a, self.b, self.alpha) = (lightness, a, b, alpha)
  }

  init(_ color: Color) {
    let (r, g, b) = (Self.light(color.red), Self.light(color.green), Self.light(color.blue))
    let l = cbrt(0.412_221_469_4 * r + 0.536_332_537_2 * g + 0.051_445_993_3 * b)
    let m = cbrt(0.211_903_495_8 * r + 0.680_699_550_6 * g + 0.107_396_953_6 * b)
    let s = cbrt(0.088_302_459_2 * r + 0.281_718_839_1 * g + 0.629_978_701_7 * b)
    let alpha = color.alpha
    self.init(
      (0.210_454_268_3 * l + 0.793_617_774_7 * m - 0.004_072_043 * s) * alpha,
      (1.977_998_532_4 * l - 2.428_592_242_0 * m + 0.450_593_709_6 * s) * alpha,
      (0.025_904_042_5 * l + 0.782_771_712_4 * m - 0.808_675_754_9 * s) * alpha, alpha)
  }

  /// The colour in sRGB; what sRGB does not have is clipped.
  var color: Color {
    guard alpha > 0 else { return .transparent }
    let (lightness, a, b) = (lightness / alpha, a / alpha, b / alpha)
    func cube(_ value: Double) -> Double { value * value * value }
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b)
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b)
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b)
    return Color(
      red: Self.encoded(4.076_741_636_1 * l - 3.307_711_539_3 * m + 0.230_969_903_2 * s),
      green: Self.encoded(-1.268_437_973_3 * l + 2.609_757_349_3 * m - 0.341_319_376_0 * s),
      blue: Self.encoded(-0.004_196_076_1 * l - 0.703_418_617_9 * m + 1.707_614_694_0 * s),
      alpha: alpha)
  }

  func mixed(with other: OklabColor, _ share: Double) -> OklabColor {
    func part(_ one: Double, _ other: Double) -> Double { one + (other - one) * share }
    return OklabColor(
      part(lightness, other.lightness), part(a, other.a), part(b, other.b),
      part(alpha, other.alpha))
  }

  /// IEC 61966-2-1.
  private static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func encoded(_ light: Double) -> Double {
    let value = light <= 0.003_130_8 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
    return max(0, min(1, value))
  }
}
