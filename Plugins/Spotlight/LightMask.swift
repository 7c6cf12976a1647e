import ScrimKit

/// Lights whose edges take pixels: soft ones, and silhouettes. They have one feather, and lie so near
/// to each other that they are blurred together.
struct LightMask {
  private var lights: [Light]
  /// What they may light, px.
  private(set) var zone: Rect
  private let blur: Blur

  private init(_ light: Light, kernel: BlurKernel, scale: Double) {
    lights = [light]
    blur = Blur(sigma: light.feather * scale, kernel: kernel)
    zone = light.bounds().grown(by: Double(blur.reach) / scale)
  }

  /// Puts together what is blurred together.
  ///
  /// - Parameters:
  ///   - lights: Those that take pixels.
  ///   - kernel: Blurs them.
  ///   - scale: Device pixels a px.
  /// - Returns: Masks of which no two of one feather meet.
  static func all(of lights: [Light], kernel: BlurKernel, scale: Double) -> [LightMask] {
    lights.reduce(into: []) { masks, light in
      var mask = LightMask(light, kernel: kernel, scale: scale)
      // One that has grown may meet another.
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

  /// How much is lit.
  ///
  /// - Parameters:
  ///   - region: Where that is wanted, px.
  ///   - layerImages: Draws those of layers.
  ///   - scale: Device pixels a px.
  /// - Returns: Coverage of the device pixels of the region that may be lit.
  /// - Throws: What drawing a silhouette throws; `DrawingError`.
  func mask(in region: Rect, layerImages: LayerImages, scale: Double) throws -> Mask {
    let wanted = PixelRect(covering: zone.intersection(region), scale: scale)
    let source = lights.map { PixelRect(covering: $0.bounds(), scale: scale) }
      .reduce(wanted) { $0.union($1) }
      .intersection(wanted.grown(by: blur.reach))
    var mask = try Mask(area: source)
    let shapes = lights.filter { $0.ink == nil }.map { $0.outline(scale: scale) }
    let path = Path(union: shapes)
    try mask.draw(scale: scale) { $0.fill(path, with: .black) }
    for light in lights where light.ink != nil {
      mask = try mask.union(layerImages.mask(of: light, in: source))
    }
    return try blur.apply(to: mask.cropped(to: source), region: wanted)
  }
}
