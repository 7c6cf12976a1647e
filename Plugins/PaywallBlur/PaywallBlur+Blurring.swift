import ScrimKit

extension PaywallBlur {
  /// Blurs a picture of the concealed part.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - top: Top of the concealed part, px.
  ///   - bottom: Bottom of the concealed part, px.
  ///   - context: The context with the region to draw.
  /// - Returns: Pixels that extend beyond the picture by the visible reach of the blur.
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

  /// Blurs a picture within the context's region.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - sigma: Standard deviation, px.
  ///   - context: The context with the region to draw.
  /// - Returns: Pixels that extend beyond the picture by the visible reach of the blur.
  /// - Throws: `DrawingError`.
  func blurred(_ picture: Picture, sigma: Double, in context: EffectContext) throws -> Picture {
    guard sigma > 0 else { return picture }
    return try pixels(of: picture, sigma: sigma, in: context) { raster, region in
      try Blur(sigma: sigma * context.scale, kernel: kernel).apply(to: raster, region: region)
    }
  }

  /// Applies `body` to the pixels of a picture within the context's region, extended by the visible reach of a blur of
  /// at most `sigma`.
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
