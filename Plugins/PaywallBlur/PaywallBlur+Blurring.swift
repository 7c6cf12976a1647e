import ScrimKit

extension PaywallBlur {
  /// Blurs a picture of the concealed part.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - top: Top of the concealed part, px.
  ///   - bottom: Bottom of the concealed part, px.
  ///   - context: The context with the region to draw.
  ///   - space: From the space in which the part is from `top` to `bottom` to the canvas.
  /// - Returns: Pixels that extend beyond the picture by the visible reach of the blur; with an edge that is not
  ///   transparent, clipped to the frame.
  /// - Throws: `DrawingError`.
  func blurred(
    _ picture: Picture, from top: Double, to bottom: Double, in context: EffectContext,
    _ space: Transform = .none
  ) throws -> Picture {
    let (most, scale) = (sigma(in: context.geometry), context.scale)
    guard most > 0 else { return picture }
    let edge = edge(in: context.geometry)
    func filtered(_ raster: Raster, _ region: PixelRect) throws -> Raster {
      guard progressive else {
        return try Blur(sigma: most * scale, kernel: kernel, edge: edge)
          .apply(to: raster, region: region)
      }
      let field = SigmaField(
        from: most / 2 * scale, to: most * scale, start: space(Point(x: 0, y: top * scale)),
        end: space(Point(x: 0, y: bottom * scale)))
      return try Blur.apply(field, to: raster, kernel: kernel, edge: edge, region: region)
    }
    return edge == .transparent
      ? try fading(picture, in: context, filtered) : try continued(picture, in: context, filtered)
  }

  /// The pixels that the blur assumes outside the frame; lines of text are surrounded by nothing.
  func edge(in geometry: EffectGeometry) -> BlurEdge {
    guard geometry.text == nil else { return .transparent }
    return edge ?? (geometry.clip == nil ? .transparent : .mirror)
  }

  /// The blur of a picture that is surrounded by nothing.
  private func fading(
    _ picture: Picture, in context: EffectContext, _ filtered: (Raster, PixelRect) throws -> Raster
  ) throws -> Picture {
    let wanted = context.region.intersection(
      picture.extent.grown(by: reach(in: context.geometry)))
    guard !wanted.isEmpty else { return Picture(like: picture) }
    let needed = wanted.grown(by: inputReach(in: context)).intersection(picture.extent)
    return try Picture(
      filtered(picture.raster(in: needed), PixelRect(covering: wanted, scale: context.scale)))
  }

  /// The blur of a picture that continues beyond the frame, clipped to it.
  private func continued(
    _ picture: Picture, in context: EffectContext, _ filtered: (Raster, PixelRect) throws -> Raster
  ) throws -> Picture {
    let geometry = context.geometry
    let wanted = context.region.intersection(picture.extent).intersection(geometry.frame)
    var clipped = Picture(like: picture)
    guard !wanted.isEmpty else { return clipped }
    let needed = wanted.grown(by: inputReach(in: context)).intersection(geometry.frame)
    let raster = try picture.raster(in: needed).cropped(within: geometry.frame)
    let region = PixelRect(covering: wanted, scale: context.scale)
    let frame = Path(rect: geometry.frame, radii: geometry.cornerRadii)
    var soft = try filtered(raster, region)
    if geometry.hasRoundCorners, geometry.clip != nil {
      // What the corners cut away would make them fade.
      var coverage = try Raster(area: raster.area, scale: context.scale)
      try coverage.draw { $0.fill(frame, with: .black) }
      soft = try soft.divided(byAlphaOf: filtered(coverage, region))
    }
    let whole = try Picture(soft)
    try clipped.draw(in: wanted) { canvas in canvas.clipped(to: frame) { $0.draw(whole) } }
    return clipped
  }

  private func inputReach(in context: EffectContext) -> Double {
    let blur = Blur(sigma: sigma(in: context.geometry) * context.scale, kernel: kernel)
    return Double(blur.reach) / context.scale
  }
}

extension Picture {
  /// Makes the picture appear or disappear downwards.
  ///
  /// - Parameters:
  ///   - top: Where it begins to change, px.
  ///   - height: The height of the change, px.
  ///   - isIn: Whether the picture appears; otherwise it disappears.
  ///   - space: From the space in which this is downwards to the canvas.
  /// - Throws: `DrawingError`.
  mutating func fade(
    from top: Double, over height: Double, isIn: Bool, in space: Transform
  ) throws {
    let (clear, opaque) = (Color.black.withOpacity(0), Color.black)
    let gradient = LinearGradient(
      angle: space.xy == 0 ? 180 : space.xy < 0 ? 270 : 90,
      stops: [
        GradientStop(color: isIn ? clear : opaque, offset: 0),
        GradientStop(color: isIn ? opaque : clear, offset: 1),
      ])
    let whole = space.inverse.bounds(of: extent)
    let box = space.bounds(of: Rect(x: whole.x, y: top, width: whole.width, height: height))
    try draw(.destinationIn, in: extent) { [extent] canvas in
      canvas.fill(extent, with: .linear(gradient), box: box)
    }
  }
}
