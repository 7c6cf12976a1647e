/// A shadow, as a parameter of an effect.
public struct Shadow: ParameterRecord {
  @Parameter("Horizontal shadow offset", unit: .pixels, in: -10_000...10_000)
  public var dx = 3.0
  @Parameter("Vertical shadow offset", unit: .pixels, in: -10_000...10_000)
  public var dy = 3.0
  @Parameter("Standard deviation of the shadow blur", unit: .pixels, in: 0...250)
  public var sigma = 5.0
  @Parameter("Blur kernel") public var kernel = BlurKernel.gaussian
  @Parameter("Shadow colour") public var color = Color.black
  @Parameter("Multiplies the colour's alpha", in: 0...1) public var opacity = 0.6
  @Parameter("Spread: grows the shadow by a disc before blurring", unit: .pixels, in: 0...1000)
  public var spread = 0.0

  /// Creates a shadow with default parameters.
  public init() {}

  /// The colour with `opacity` applied.
  public var paint: Paint { .color(color.withOpacity(opacity)) }

  /// How far the shadow extends beyond its caster without the offset, px.
  public var reach: Double { spread + BlurKernel.reach(sigma: sigma) }

  /// The bounds of the shadow, px at scale 1.
  ///
  /// - Parameter caster: The bounds of the caster.
  /// - Returns: Empty if `caster` is.
  public func extent(of caster: Rect) -> Rect {
    caster.grown(by: reach).offset(dx: dx, dy: dy)
  }

  /// The shadow's coverage within the context's region.
  ///
  /// - Parameters:
  ///   - caster: The layer's image without any shadow.
  ///   - context: The context with the region to draw.
  /// - Returns: A mask in device pixels, moved by the offset.
  /// - Throws: `DrawingError`.
  public func mask(of caster: Picture, in context: EffectContext) throws -> Mask {
    // Dilating at 4× resolution hides the steps of the edges.
    let factor = spread > 0 ? 4 : 1
    let blur = Blur(sigma: sigma * context.scale, kernel: kernel)
    let needed = context.region.grown(by: reach)
      .intersection(caster.extent.offset(dx: dx, dy: dy))
    if factor == 1 {
      // Callers draw the caster over the shadow, so its pixels are needed again.
      try caster.cachePixels(in: needed.offset(dx: -dx, dy: -dy))
    }
    var mask = try Mask(area: PixelRect(covering: needed, scale: context.scale).times(factor))
    try mask.draw(scale: context.scale * Double(factor)) { canvas in
      canvas.transformed(origin: Point(x: dx, y: dy), scale: 1) { $0.draw(caster) }
    }
    let seen = PixelRect(covering: context.region, scale: context.scale).grown(by: blur.reach)
    let shape =
      try mask
      .dilated(
        by: spread > 0 ? spread * context.scale * Double(factor) + Mask.discBias : 0,
        within: seen.times(factor)
      )
      .reduced(by: factor)
    // With the cells of the canvas: the shadow of a part equals that part of the shadow.
    return try blur.apply(
      to: shape, region: shape.area.grown(by: Int(BlurKernel.reach(sigma: blur.sigma))))
  }
}

extension Picture {
  /// Draws a shadow beneath everything drawn so far.
  ///
  /// - Parameters:
  ///   - shadow: The shadow.
  ///   - caster: The picture that casts it: this picture, or a part of it, without any shadow.
  ///   - context: The context with the region to draw.
  /// - Throws: `DrawingError`.
  public mutating func drawUnder(
    _ shadow: Shadow, of caster: Picture, in context: EffectContext
  ) throws {
    guard shadow.opacity > 0, shadow.color.alpha > 0 else { return }
    let mask = try shadow.mask(of: caster, in: context)
    try drawUnder(in: context.region) { canvas in
      try canvas.fill(mask, scale: context.scale, with: shadow.paint, box: context.frame)
    }
  }
}
