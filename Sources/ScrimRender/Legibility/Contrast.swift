import Glibc
import ScrimKit

/// Contrast ratios of WCAG 2.2.
enum Contrast {
  /// The relative luminance of each value of a component, 0…1 together with the other two's weights.
  private static let linear: [Double] = (0..<256).map { linear(Double($0) / 255) }

  private static func linear(_ part: Double) -> Double {
    part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
  }

  /// The relative luminance of an opaque pixel.
  static func luminance(_ pixel: Pixel) -> Double {
    weighted(linear[Int(pixel.red)], linear[Int(pixel.green)], linear[Int(pixel.blue)])
  }

  /// The relative luminance of a colour over an opaque pixel.
  static func luminance(_ color: Color, over pixel: Pixel) -> Double {
    func mixed(_ part: Double, _ below: UInt8) -> Double {
      linear(part * color.alpha + Double(below) / 255 * (1 - color.alpha))
    }
    return weighted(
      mixed(color.red, pixel.red), mixed(color.green, pixel.green), mixed(color.blue, pixel.blue))
  }

  private static func weighted(_ red: Double, _ green: Double, _ blue: Double) -> Double {
    0.2126 * red + 0.7152 * green + 0.0722 * blue
  }

  /// The ratio of two luminances, 1…21.
  static func ratio(_ one: Double, _ other: Double) -> Double {
    (max(one, other) + 0.05) / (min(one, other) + 0.05)
  }

  /// An opaque pixel.
  struct Pixel: Hashable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
  }
}

extension [Double] {
  /// The least value that at most 5 % of the others are below: the nearest rank of the 5th percentile. Not of an empty
  /// list.
  var fifthPercentile: Double {
    sorted()[Swift.max(1, (count + 19) / 20) - 1]
  }
}
