import ScrimKit

/// The images of layers that targets reference; each is drawn once.
final class LayerImages {
  private let context: EffectContext
  private var pictures: [Reference: Picture] = [:]

  init(_ context: EffectContext) { self.context = context }

  /// The coverage of a light with the shape `ink`.
  ///
  /// - Parameters:
  ///   - light: The light.
  ///   - amount: Grows it beyond its padding, px.
  ///   - area: The requested device pixels.
  /// - Returns: Their coverage.
  /// - Throws: Errors while drawing the layer; `DrawingError`.
  func mask(of light: Light, grownBy amount: Double = 0, in area: PixelRect) throws -> Mask {
    guard let reference = light.ink else { return try Mask(area: area) }
    let picture = try picture(of: reference)
    let growth = light.padding + amount
    let factor = Self.supersampling(of: light.bounds(grownBy: amount), scale: context.scale)
    let reach = Int((growth * context.scale).rounded(.up)) + 1
    let box = PixelRect(covering: light.box, scale: context.scale).grown(by: 1)
    let source = area.grown(by: reach).intersection(box)
    var fine = try Mask(
      area: PixelRect(
        x: source.x * factor, y: source.y * factor, width: source.width * factor,
        height: source.height * factor))
    try fine.draw(scale: context.scale * Double(factor)) { canvas in
      if let clip = clip(of: light, reference) {
        canvas.clipped(to: clip) { $0.draw(picture) }
      } else {
        canvas.draw(picture)
      }
    }
    let radius = growth * context.scale * Double(factor)
    return try fine.dilated(by: radius > 0 ? radius + Mask.discBias : 0)
      .reduced(by: factor).cropped(to: area)
  }

  private func picture(of reference: Reference) throws -> Picture {
    if let known = pictures[reference] { return known }
    let picture = try context.layerImage(of: reference)
    pictures[reference] = picture
    return picture
  }

  /// The clip of a light: for a line or words, only their own ink counts.
  private func clip(of light: Light, _ reference: Reference) -> Path? {
    switch reference.part {
    case .frame, .extent: nil
    // At integer pixels: a clip edge inside a pixel would apply antialiasing a second time.
    case .ink:
      Path(
        rect: PixelRect(covering: light.box, scale: context.scale).rect(scale: context.scale))
    case .line, .lines, .match, .concealed: Path(rect: light.box)
    }
  }

  /// Samples per device pixel in each direction: enough to hide the steps of the disc, fewer if that took too much
  /// memory. It is the same for every region of a light.
  private static func supersampling(of bounds: Rect, scale: Double) -> Int {
    let pixels = bounds.width * bounds.height * scale * scale
    return [4, 2].first { pixels * Double($0 * $0) <= 40_000_000 } ?? 1
  }
}
