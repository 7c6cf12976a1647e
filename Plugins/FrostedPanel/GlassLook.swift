import ScrimKit

/// What becomes of the colours behind the glass.
struct GlassLook {
  /// Standard deviation of the blur, px.
  var sigma = 30.0
  var saturation = 1.5
  var tint = Color.white
  var tintOpacity = 0.2
  var luminosity = 0.0
  var noise = 0.0
  /// What is left of the range of each channel, about its middle.
  var range = 1.0

  /// Colours blurred pixels: saturation, range, luminosity, tint, noise.
  ///
  /// - Parameters:
  ///   - raster: The pixels.
  ///   - seed: Of the noise.
  func color(_ raster: inout Raster, seed: UInt64) {
    let (area, scale, stride) = (raster.area, raster.scale, raster.pixels.bytesPerRow)
    let grain = noise > 0 ? Grain(seed: seed) : nil
    raster.pixels.withMutableBytes { bytes in
      for y in 0..<area.height {
        // Grains are px at scale 1, so that a picture at scale 2 is the same picture.
        let row = Int((Double(area.y + y) / scale + 1e-6).rounded(.down))
        for x in 0..<area.width {
          let at = y * stride + x * 4
          var pixel = GlassPixel(
            red: Float(bytes[at + 2]), green: Float(bytes[at + 1]), blue: Float(bytes[at]),
            alpha: Float(bytes[at + 3]))
          color(&pixel)
          if let grain {
            let column = Int((Double(area.x + x) / scale + 1e-6).rounded(.down))
            pixel.lighten(by: Float(noise) * grain.value(column, row))
          }
          bytes[at] = UInt8(pixel.blue + 0.5)
          bytes[at + 1] = UInt8(pixel.green + 0.5)
          bytes[at + 2] = UInt8(pixel.red + 0.5)
          bytes[at + 3] = UInt8(pixel.alpha + 0.5)
        }
      }
    }
  }

  private func color(_ pixel: inout GlassPixel) {
    pixel.saturate(Float(saturation))
    if range < 1 { pixel.compress(to: Float(range)) }
    if luminosity > 0 { pixel.blendLuminosity(of: tint, opacity: Float(luminosity)) }
    pixel.cover(with: tint, opacity: Float(tintOpacity * tint.alpha))
  }
}

/// A premultiplied pixel, each part 0…255 and no colour above alpha.
struct GlassPixel {
  var red: Float
  var green: Float
  var blue: Float
  var alpha: Float

  /// Filter Effects §8.2 with the weights of Rec. 709.
  mutating func saturate(_ amount: Float) {
    let gray = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    map { gray + amount * ($0 - gray) }
  }

  /// Brings each channel nearer to the middle of its range.
  mutating func compress(to range: Float) {
    let middle = alpha / 2
    map { middle + range * ($0 - middle) }
  }

  /// Lays an opaque colour over it that gives its luminosity only; Compositing and Blending §10.
  mutating func blendLuminosity(of color: Color, opacity: Float) {
    let wanted = Self.luminosity(Float(color.red), Float(color.green), Float(color.blue)) * alpha
    var blended = self
    blended.setLuminosity(wanted)
    let bare = 255 - alpha
    red += opacity * (blended.red + bare * Float(color.red) - red)
    green += opacity * (blended.green + bare * Float(color.green) - green)
    blue += opacity * (blended.blue + bare * Float(color.blue) - blue)
    alpha += opacity * bare
  }

  /// Lays a colour over it.
  mutating func cover(with color: Color, opacity: Float) {
    red += opacity * (255 * Float(color.red) - red)
    green += opacity * (255 * Float(color.green) - green)
    blue += opacity * (255 * Float(color.blue) - blue)
    alpha += opacity * (255 - alpha)
  }

  /// Adds a share of the whole range to every channel.
  mutating func lighten(by amount: Float) {
    let step = amount * alpha
    map { $0 + step }
  }

  private mutating func map(_ body: (Float) -> Float) {
    red = max(0, min(alpha, body(red)))
    green = max(0, min(alpha, body(green)))
    blue = max(0, min(alpha, body(blue)))
  }

  private static func luminosity(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    0.3 * red + 0.59 * green + 0.11 * blue
  }

  /// `SetLum` and `ClipColor`.
  private mutating func setLuminosity(_ wanted: Float) {
    let step = wanted - Self.luminosity(red, green, blue)
    (red, green, blue) = (red + step, green + step, blue + step)
    let (least, most) = (min(red, green, blue), max(red, green, blue))
    if least < 0 {
      let factor = wanted / (wanted - least)
      scale(about: wanted, by: factor)
    }
    if most > alpha {
      let factor = (alpha - wanted) / (most - wanted)
      scale(about: wanted, by: factor)
    }
    map { $0 }
  }

  private mutating func scale(about middle: Float, by factor: Float) {
    red = middle + (red - middle) * factor
    green = middle + (green - middle) * factor
    blue = middle + (blue - middle) * factor
  }
}

/// Grain without a pattern: white noise from a hash of the place, less its surroundings, so that only
/// the fine part is left.
struct Grain {
  private let seed: UInt64

  init(seed: UInt64) { self.seed = seed }

  /// −1…1 at a px of the canvas; 0 in the mean.
  func value(_ x: Int, _ y: Int) -> Float {
    let around = white(x - 1, y) + white(x + 1, y) + white(x, y - 1) + white(x, y + 1)
    return (white(x, y) - around / 4) * 0.5
  }

  /// −1…1, by the finaliser of SplitMix64.
  private func white(_ x: Int, _ y: Int) -> Float {
    var z = seed &+ UInt64(bitPattern: Int64(x)) &* 0x9e37_79b9_7f4a_7c15
    z ^= UInt64(bitPattern: Int64(y)) &* 0xc2b2_ae3d_27d4_eb4f
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Float((z ^ (z >> 31)) >> 40) / 8_388_608 - 1
  }
}
