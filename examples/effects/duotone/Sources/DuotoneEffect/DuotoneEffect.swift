import ScrimKit

/// Draws what the layer has drawn so far in two colours: the dark parts in one, the light ones in the other.
struct DuotoneEffect: PointwiseEffect {
  static let manifest = Manifest(
    "duotone", version: "1.0.0", summary: "Maps the luminance of the layer to two colours.")

  @Parameter("Colour that replaces black") var dark = Color(red: 0.12, green: 0.1, blue: 0.3)
  @Parameter("Colour that replaces white") var light = Color(red: 1, green: 0.85, blue: 0.6)
  @Parameter("Strength of the effect", in: 0...1) var amount = 1.0

  func pixelChange(in context: EffectContext) -> PixelChange {
    let (dark, light, share) = (dark.premultiplied, light.premultiplied, UInt16(amount * 256))
    return { pixels in
      for x in pixels.indices {
        let old = SIMD4<UInt16>(truncatingIfNeeded: pixels[x])
        // The luminance of sRGB, premultiplied as its parts are: 0…alpha.
        let lit = (old.x &* 19 &+ old.y &* 183 &+ old.z &* 54) &>> 8
        let sum = dark &* (old.w &- lit) &+ light &* lit &+ 128
        // Divided by 255, to the nearest.
        let toned = (sum &+ (sum &>> 8)) &>> 8
        let mixed = old &* (256 &- share) &+ toned &* share &+ 128
        pixels[x] = SIMD4(truncatingIfNeeded: mixed &>> 8)
      }
    }
  }
}

extension Color {
  /// Blue, green, red and alpha, premultiplied, 0…255: the order of pixels.
  fileprivate var premultiplied: SIMD4<UInt16> {
    SIMD4([blue * alpha, green * alpha, red * alpha, alpha].map { UInt16(($0 * 255).rounded()) })
  }
}

@c(scrim_plugin_DuotoneEffect)
public func scrimPlugin() -> ScrimPluginHandle { export(DuotoneEffect.self) }
