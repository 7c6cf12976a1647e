import ScrimKit

/// Lights that need pixels: those with soft edges, and silhouettes. They have the same feather and are so close to each
/// other that they are blurred together.
struct LightMask {
  private var lights: [Light]
  /// The bounds of the lit area, px.
  private(set) var zone: Rect
  private let blur: Blur

  private init(_ light: Light, kernel: BlurKernel, scale: Double) {
    lights = [light]
    blur = Blur(sigma: light.feather * scale, kernel: kernel)
    zone = light.bounds().grown(by: Double(blur.reach) / scale)
  }

  /// Groups the lights that are blurred together.
  ///
  /// - Parameters:
  ///   - lights: The lights that need pixels.
  ///   - kernel: The blur kernel.
  ///   - scale: Device pixels per px.
  /// - Returns: Masks; those with the same feather do not meet.
  static func all(of lights: [Light], kernel: BlurKernel, scale: Double) -> [LightMask] {
    lights.reduce(into: []) { masks, light in
      var mask = LightMask(light, kernel: kernel, scale: scale)
      // A merged mask may meet further ones.
      while let index = masks.firstIndex(where: { mask.meets($0) }) {
        let other = masks.remove(at: index)
        mask.lights = other.lights + mask.lights
        mask.zone = mask.zone.union(other.zone)
      }
      masks.append(mask)
    }
  }

  private func meets(_ other: LightMask) -> Bool {
    blur == other.blur && !zone.intersection(other.zone).isEmpty
  }

  /// The lit coverage.
  ///
  /// - Parameters:
  ///   - region: The requested region, px.
  ///   - layerImages: The images of layers.
  ///   - scale: Device pixels per px.
  /// - Returns: Coverage of the device pixels of the region that may be lit.
  /// - Throws: Errors while drawing a silhouette; `DrawingError`.
  func mask(in region: Rect, layerImages: LayerImages, scale: Double) throws -> Mask {
    let wanted = PixelRect(covering: zone.intersection(region), scale: scale)
    let source = lights.map { PixelRect(covering: $0.bounds(), scale: scale) }
      .reduce(wanted) { $0.union($1) }
      .intersection(wanted.grown(by: blur.reach))
    var mask = try Mask(area: source)
    let shapes = lights.outlines(grownBy: { _ in 0 }, scale: scale)
    let path = Path(union: shapes)
    try mask.draw(scale: scale) { $0.fill(path, with: .black) }
    for light in lights where light.ink != nil {
      mask = try mask.union(layerImages.mask(of: light, in: source))
    }
    return try blur.apply(to: mask.cropped(to: source), region: wanted)
  }
}
