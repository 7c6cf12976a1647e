import ScrimKit

/// Changes the layer's colours by CSS's filter functions (Filter Effects §8).
public struct ColorAdjust: PointwiseEffect {
  public static let manifest = Manifest(
    "color-adjust", version: "1.0.0",
    summary: "Changes brightness, contrast, saturation and hue as CSS filters do.", category: .color
  )

  @Parameter("Functions in order of application; CSS filter") public var functions:
    [ColorFunction] =
      []

  public init() {}

  public func pixelChange(in context: EffectContext) -> PixelChange {
    let matrices = functions.map(ColorMatrix.init)
    return { pixels in
      for x in pixels.indices {
        let old = pixels[x]
        // A transparent pixel has no colour.
        if old.w == 0 { continue }
        pixels[x] = changed(old, by: matrices)
      }
    }
  }
}

/// A premultiplied pixel after each of some functions in turn.
private func changed(_ pixel: SIMD4<UInt8>, by matrices: [ColorMatrix]) -> SIMD4<UInt8> {
  let alpha = Float(pixel.w)
  var color = SIMD4<Float>(pixel) / alpha
  // Clamped after each function, as in browsers: one clamp at the end would keep what lies beyond white or black.
  for matrix in matrices { color = matrix(color).clamped(lowerBound: .zero, upperBound: .one) }
  var changed = SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(color * alpha + 0.5))
  changed.w = pixel.w
  return changed
}

@c(scrim_plugin_ColorAdjust)
public func scrimPlugin() -> ScrimPluginHandle { export(ColorAdjust.self) }
