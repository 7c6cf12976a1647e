import ScrimKit

/// The glass colours as numbers for calculation: red, green and blue of the tint are 0…255.
///
/// Each step is a plain expression without branches or calls, so that the compiler can vectorise the loop over a row.
struct GlassColoring {
  private let saturation: Float
  private let range: Float
  private let luminosity: Float
  private let red: Float
  private let green: Float
  private let blue: Float
  private let opacity: Float
  private let noise: Float
  /// How far saturated colours may be outside of what can be displayed.
  private let slack: Float

  init(_ style: GlassStyle) {
    saturation = Float(style.saturation)
    range = Float(style.range)
    luminosity = Float(style.luminosity)
    red = Float(255 * style.tint.red)
    green = Float(255 * style.tint.green)
    blue = Float(255 * style.tint.blue)
    opacity = Float(style.tintOpacity * style.tint.alpha)
    noise = Float(style.noise)
    slack = style.clampsSaturation ? 0 : 1e6
  }

  /// Colours a row of pixels.
  ///
  /// - Parameters:
  ///   - row: Premultiplied pixels, alpha in the highest byte, blue in the lowest.
  ///   - count: The number of pixels.
  ///   - grain: The change of lightness per pixel, −1…1; `nil` without noise.
  func apply(to row: UnsafeMutablePointer<UInt32>, count: Int, grain: UnsafePointer<Float>?) {
    if luminosity > 0 {
      change(row, count) { pixel, _ in
        saturate(&pixel)
        blendLuminosity(&pixel)
        cover(&pixel)
      }
    } else {
      change(row, count) { pixel, _ in
        saturate(&pixel)
        cover(&pixel)
      }
    }
    // A single loop for everything would not be vectorised.
    if let grain {
      change(row, count) { pixel, x in lighten(&pixel, by: noise * grain[x]) }
    }
  }

  @inline(__always)
  private func change(
    _ row: UnsafeMutablePointer<UInt32>, _ count: Int, _ body: (inout GlassPixel, Int) -> Void
  ) {
    for x in 0..<count {
      var pixel = GlassPixel(row[x])
      body(&pixel, x)
      row[x] = pixel.packed
    }
  }

  /// Filter Effects §8.2 with the weights of Rec. 709; then moves each channel towards the middle. The result may be
  /// outside 0…alpha by `slack`: clamped before the tint, vivid colours change their hue.
  @inline(__always)
  private func saturate(_ pixel: inout GlassPixel) {
    let gray = 0.2126 * pixel.red + 0.7152 * pixel.green + 0.0722 * pixel.blue
    let middle = pixel.alpha / 2
    let (saturation, range, slack, most) = (saturation, range, slack, pixel.alpha + slack)
    pixel.map {
      let moved = middle + range * (gray + saturation * ($0 - gray) - middle)
      return GlassPixel.most(-slack, GlassPixel.least(most, moved))
    }
  }

  /// Blends an opaque colour over the pixel by luminosity only (Compositing and Blending §10).
  @inline(__always)
  private func blendLuminosity(_ pixel: inout GlassPixel) {
    let alpha = pixel.alpha
    let wanted = Self.luminosity(red, green, blue) * alpha / 255
    let step = wanted - Self.luminosity(pixel.red, pixel.green, pixel.blue)
    let (r, g, b) = (pixel.red + step, pixel.green + step, pixel.blue + step)
    // `ClipColor`: scales the distances from the luminosity so that no channel is below 0 or above alpha.
    let least = GlassPixel.least(r, GlassPixel.least(g, b))
    let most = GlassPixel.most(r, GlassPixel.most(g, b))
    let up = least < 0 ? wanted / (wanted - least) : 1
    let down = most > alpha ? (alpha - wanted) / (most - wanted) : 1
    let factor = up * down
    let bare = 255 - alpha
    func blended(_ old: Float, _ shifted: Float, _ color: Float) -> Float {
      let new = GlassPixel.clamped(wanted + (shifted - wanted) * factor, alpha)
      return old + luminosity * (new + bare * color / 255 - old)
    }
    pixel.red = blended(pixel.red, r, red)
    pixel.green = blended(pixel.green, g, green)
    pixel.blue = blended(pixel.blue, b, blue)
    pixel.alpha = alpha + luminosity * bare
  }

  /// Blends the tint over the pixel.
  @inline(__always)
  private func cover(_ pixel: inout GlassPixel) {
    pixel.red += opacity * (red - pixel.red)
    pixel.green += opacity * (green - pixel.green)
    pixel.blue += opacity * (blue - pixel.blue)
    pixel.alpha += opacity * (255 - pixel.alpha)
    pixel.map { [alpha = pixel.alpha] in GlassPixel.clamped($0, alpha) }
  }

  /// Adds a fraction of the full range to every channel.
  @inline(__always)
  private func lighten(_ pixel: inout GlassPixel, by amount: Float) {
    let alpha = pixel.alpha
    pixel.map { GlassPixel.clamped($0 + amount * alpha, alpha) }
  }

  @inline(__always)
  private static func luminosity(_ red: Float, _ green: Float, _ blue: Float) -> Float {
    0.3 * red + 0.59 * green + 0.11 * blue
  }
}

/// A premultiplied pixel; each component is 0…255, and colours do not exceed alpha.
struct GlassPixel {
  var red: Float
  var green: Float
  var blue: Float
  var alpha: Float

  @inline(__always)
  init(_ packed: UInt32) {
    // Via signed integers, which CPUs can convert to floating point.
    func part(_ shift: UInt32) -> Float {
      Float(Int32(truncatingIfNeeded: packed &>> shift & 255))
    }
    (red, green, blue, alpha) = (part(16), part(8), part(0), part(24))
  }

  /// Rounded to the nearest integer: from 2²³ to 2²⁴ the last bit of a `Float` counts 1.
  @inline(__always)
  var packed: UInt32 {
    func part(_ value: Float) -> UInt32 { (value + 0x1p23).bitPattern & 255 }
    return part(alpha) &<< 24 | part(red) &<< 16 | part(green) &<< 8 | part(blue)
  }

  @inline(__always)
  mutating func map(_ body: (Float) -> Float) {
    (red, green, blue) = (body(red), body(green), body(blue))
  }

  @inline(__always)
  static func clamped(_ value: Float, _ alpha: Float) -> Float { most(0, least(alpha, value)) }

  // Simpler than `min` and `max`, which also handle NaN.
  @inline(__always)
  static func least(_ one: Float, _ other: Float) -> Float { one < other ? one : other }

  @inline(__always)
  static func most(_ one: Float, _ other: Float) -> Float { one > other ? one : other }
}
