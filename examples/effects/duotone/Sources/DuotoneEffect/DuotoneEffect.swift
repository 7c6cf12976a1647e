import ScrimKit

/// Draws what the layer has drawn so far in two colours: the dark parts in one, the light ones in the other.
struct DuotoneEffect: Effect {
  static let manifest = Manifest(
    "duotone", version: "1.0.0", summary: "Draws the layer's picture in two colours.")

  @Parameter("What black becomes") var dark = Color(red: 0.12, green: 0.1, blue: 0.3)
  @Parameter("What white becomes") var light = Color(red: 1, green: 0.85, blue: 0.6)
  @Parameter("How much of it", in: 0...1) var amount = 1.0

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let wanted = context.region.intersection(context.inputExtent)
    guard amount > 0, !wanted.isEmpty else { return }
    var raster = try picture.raster(in: wanted)
    let (dark, light, share) = (dark.premultiplied, light.premultiplied, Int(amount * 256))
    let (width, height, stride) = (
      raster.pixels.width, raster.pixels.height, raster.pixels.bytesPerRow
    )
    raster.pixels.withMutableBytes { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let pixel = y &* stride &+ x &* 4
          let alpha = Int(bytes[pixel &+ 3])
          // The luminance of sRGB, premultiplied as its parts are: 0…alpha.
          let lit =
            (Int(bytes[pixel]) &* 19 &+ Int(bytes[pixel &+ 1]) &* 183
              &+ Int(bytes[pixel &+ 2]) &* 54) >> 8
          for part in 0..<4 {
            let old = Int(bytes[pixel &+ part])
            let toned = (dark[part] &* (alpha &- lit) &+ light[part] &* lit) &+ 127
            let new = old &* (256 &- share) &+ toned / 255 &* share &+ 128
            bytes[pixel &+ part] = UInt8(truncatingIfNeeded: new >> 8)
          }
        }
      }
    }
    picture = try Picture(raster)
  }
}

extension Color {
  /// Blue, green, red and alpha, premultiplied, 0…255: the order of pixels.
  fileprivate var premultiplied: SIMD4<Int> {
    SIMD4([blue * alpha, green * alpha, red * alpha, alpha].map { Int(($0 * 255).rounded()) })
  }
}

@c(scrim_plugin_DuotoneEffect)
public func scrimPlugin() -> ScrimPluginHandle { export(DuotoneEffect.self) }
