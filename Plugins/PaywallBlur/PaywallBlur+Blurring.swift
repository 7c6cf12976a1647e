import ScrimKit

extension PaywallBlur {
  /// A picture of what is concealed, blurred.
  ///
  /// - Parameters:
  ///   - picture: What to blur.
  ///   - top: Where the concealed part begins, px.
  ///   - bottom: Where it ends, px.
  ///   - context: Where it is needed.
  /// - Returns: Pixels that reach beyond the picture as far as the blur is seen.
  /// - Throws: `DrawingError`.
  func blurred(
    _ picture: Picture, from top: Double, to bottom: Double, in context: EffectContext
  ) throws -> Picture {
    let (most, scale) = (sigma(in: context.geometry), context.scale)
    guard progressive, most > 0 else { return try blurred(picture, sigma: most, in: context) }
    let field = SigmaField(
      from: most / 2 * scale, to: most * scale, start: Point(x: 0, y: top * scale),
      end: Point(x: 0, y: bottom * scale))
    return try pixels(of: picture, sigma: most, in: context) { raster, region in
      try Blur.apply(field, to: raster, kernel: kernel, region: region)
    }
  }

  /// A picture blurred as far as the context needs it.
  ///
  /// - Parameters:
  ///   - picture: What to blur.
  ///   - sigma: Standard deviation, px.
  ///   - context: Where it is needed.
  /// - Returns: Pixels that reach beyond the picture as far as the blur is seen.
  /// - Throws: `DrawingError`.
  func blurred(_ picture: Picture, sigma: Double, in context: EffectContext) throws -> Picture {
    guard sigma > 0 else { return picture }
    return try pixels(of: picture, sigma: sigma, in: context) { raster, region in
      try Blur(sigma: sigma * context.scale, kernel: kernel).apply(to: raster, region: region)
    }
  }

  /// The pixels that `body` makes of those of a picture, where they are needed and as far as a blur of
  /// at most `sigma` is seen.
  private func pixels(
    of picture: Picture, sigma: Double, in context: EffectContext,
    _ body: (Raster, PixelRect) throws -> Raster
  ) throws -> Picture {
    let wanted = context.region.intersection(
      picture.extent.grown(by: BlurKernel.reach(sigma: sigma)))
    guard !wanted.isEmpty else { return Picture(scale: context.scale) }
    let reach = Double(Blur(sigma: sigma * context.scale, kernel: kernel).reach) / context.scale
    let needed = wanted.grown(by: reach).intersection(picture.extent)
    return try Picture(
      body(picture.raster(in: needed), PixelRect(covering: wanted, scale: context.scale)))
  }
}
