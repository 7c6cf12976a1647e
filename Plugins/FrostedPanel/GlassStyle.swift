import ScrimKit

/// The transformation of the colours behind the glass.
struct GlassStyle {
  /// Standard deviation of the blur, px.
  var sigma = 30.0
  var saturation = 1.5
  var tint = Color.white
  var tintOpacity = 0.2
  var luminosity = 0.0
  var noise = 0.0
  /// The scale of each channel's range about its middle.
  var range = 1.0
  /// Whether colours are clamped to 0…alpha after the saturation, too, as the result of each filter in CSS.
  var clampsSaturation = false

  /// Colours blurred pixels: saturation, range, luminosity, tint, noise.
  ///
  /// - Parameters:
  ///   - raster: The pixels.
  ///   - seed: The seed of the noise.
  /// - Throws: `DrawingError` if out of memory.
  func color(_ raster: inout Raster, seed: UInt64) throws {
    let (area, stride) = (raster.area, raster.pixels.bytesPerRow)
    let coloring = GlassColoring(self)
    var grain = noise > 0 ? GrainRows(seed: seed, in: area, scale: raster.scale) : nil
    try raster.pixels.withMutableBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for y in 0..<area.height {
        let row = (base + y * stride).bindMemory(to: UInt32.self, capacity: area.width)
        if grain == nil {
          coloring.apply(to: row, count: area.width, grain: nil)
        } else {
          grain?.withRow(area.y + y) { coloring.apply(to: row, count: area.width, grain: $0) }
        }
      }
    }
  }
}
