import Glibc
import ScrimKit

/// An affine function of a colour that is not premultiplied: blue (x), green (y) and red (z), 0…1.
struct ColorMatrix {
  /// The contribution of each input component to all output components.
  private let blue: SIMD4<Float>
  private let green: SIMD4<Float>
  private let red: SIMD4<Float>
  private let offset: SIMD4<Float>

  /// The matrix of a function (Filter Effects §8 and §9.6).
  init(_ function: ColorFunction) {
    if let factor = function.brightness {
      self.init(scale: factor, offset: 0)
    } else if let factor = function.contrast {
      self.init(scale: factor, offset: 0.5 - 0.5 * factor)
    } else if let amount = function.invert {
      self.init(scale: 1 - 2 * amount, offset: amount)
    } else if let amount = function.grayscale {
      let grey: [Double] = [0.2126, 0.7152, 0.0722]
      self.init(Self.mixed([grey, grey, grey], with: 1 - amount))
    } else if let amount = function.sepia {
      self.init(
        Self.mixed(
          [[0.393, 0.769, 0.189], [0.349, 0.686, 0.168], [0.272, 0.534, 0.131]], with: 1 - amount))
    } else if let factor = function.saturate {
      let grey: [Double] = [0.213, 0.715, 0.072]
      self.init(Self.mixed([grey, grey, grey], with: factor))
    } else if let degrees = function.hueRotate {
      self.init(Self.rotated(degrees))
    } else {
      self.init(scale: 1, offset: 0)
    }
  }

  /// The function of a colour.
  func callAsFunction(_ color: SIMD4<Float>) -> SIMD4<Float> {
    blue * color.x + green * color.y + red * color.z + offset
  }

  /// The same change of each component.
  private init(scale: Double, offset: Double) {
    self.init([[scale, 0, 0], [0, scale, 0], [0, 0, scale]], offset: offset)
  }

  /// - Parameters:
  ///   - rows: Red, green and blue of the result, each from red, green and blue.
  ///   - offset: A number added to each.
  private init(_ rows: [[Double]], offset: Double = 0) {
    func column(_ index: Int) -> SIMD4<Float> {
      SIMD4(Float(rows[2][index]), Float(rows[1][index]), Float(rows[0][index]), 0)
    }
    (red, green, blue) = (column(0), column(1), column(2))
    let added = Float(offset)
    self.offset = SIMD4(added, added, added, 0)
  }

  /// A matrix mixed with the identity.
  private static func mixed(_ rows: [[Double]], with share: Double) -> [[Double]] {
    rows.enumerated().map { index, row in
      row.enumerated().map { $1 + share * ((index == $0 ? 1 : 0) - $1) }
    }
  }

  /// The rotation of the hue.
  private static func rotated(_ degrees: Double) -> [[Double]] {
    let angle = degrees.truncatingRemainder(dividingBy: 360) * .pi / 180
    let (c, s) = (cos(angle), sin(angle))
    return [
      [
        0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928,
      ],
      [
        0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283,
      ],
      [
        0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072,
      ],
    ]
  }
}
