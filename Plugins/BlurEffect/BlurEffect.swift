import ScrimKit

/// Blurs the layer's image, uniformly or with a sigma that varies along a line.
public struct BlurEffect: Effect {
  public static let manifest = Manifest(
    "blur", version: "1.1.0", summary: "Blurs the layer, uniformly or progressively.",
    category: .blur)

  @Parameter("Standard deviation of the blur", unit: .pixels, in: 0...250) public var sigma = 11.0
  @Parameter("Blur kernel") public var kernel = BlurKernel.gaussian
  @Parameter(
    "Edge handling: the pixels assumed outside the frame; clamp and mirror clip to its corners")
  public var edge = BlurEdge
    .transparent
  @Parameter(
    "Standard deviation at the start of a progressive blur; replaces sigma", unit: .pixels,
    in: 0...250)
  public var from: Double? = nil
  @Parameter("Standard deviation at the end of a progressive blur", unit: .pixels, in: 0...250)
  public var to: Double? = nil
  @Parameter(
    "Direction of a progressive blur, as a CSS gradient angle over the frame", unit: .degrees,
    in: -360...360)
  public var angle = 180.0

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    let grows = $from.isGiven || $to.isGiven
    var diagnostics: [ParameterDiagnostic] = []
    if grows, $sigma.isGiven {
      let beside = $from.isGiven ? "from" : "to"
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\"sigma\" cannot be combined with \"\(beside)\".", at: "sigma"))
    }
    for (name, isGiven) in [("from", $from.isGiven), ("to", $to.isGiven)] where grows && !isGiven {
      diagnostics.append(
        ParameterDiagnostic(
          .missingKey,
          "\"\(name)\" is required with \"\(name == "to" ? "from" : "to")\" (progressive blur).",
          candidates: [name]))
    }
    if angle != 180, !grows {
      diagnostics.append(
        ParameterDiagnostic(
          .conflict, "\"angle\" requires \"from\" and \"to\" (progressive blur).", at: "angle"))
    }
    return diagnostics
  }

  public func extent(in geometry: EffectGeometry) -> Rect {
    let reach = BlurKernel.reach(sigma: greatestSigma)
    return edge == .transparent
      ? geometry.inputExtent.grown(by: reach) : geometry.inputExtent.intersection(geometry.frame)
  }

  public func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) -> RegionOfInterest {
    RegionOfInterest(input: needed(for: region, in: geometry))
  }

  public func apply(to picture: inout Picture, in context: EffectContext) throws {
    let (geometry, scale) = (context.geometry, context.scale)
    let wanted = context.region.intersection(extent(in: geometry))
    guard greatestSigma > 0, !wanted.isEmpty else { return }
    var raster = try picture.raster(in: needed(for: wanted, in: geometry))
    if edge != .transparent { raster = try raster.cropped(within: geometry.frame) }
    let region = PixelRect(covering: wanted, scale: scale)
    func blurred(_ raster: Raster) throws -> Raster {
      if let field = field(in: geometry) {
        return try Blur.apply(field, to: raster, kernel: kernel, edge: edge, region: region)
      }
      return try Blur(sigma: sigma * scale, kernel: kernel, edge: edge)
        .apply(to: raster, region: region)
    }
    var soft = try blurred(raster)
    guard edge != .transparent else {
      picture = try Picture(soft)
      return
    }
    let frame = Path(rect: geometry.frame, radii: geometry.cornerRadii)
    if geometry.hasRoundCorners, geometry.clip != nil {
      // What the corners cut away would make them fade.
      var coverage = try Raster(area: raster.area, scale: scale)
      try coverage.draw { $0.fill(frame, with: .black) }
      soft = try soft.divided(byAlphaOf: blurred(coverage))
    }
    picture = Picture(like: picture)
    let cut = try Picture(soft)
    try picture.draw(in: wanted) { canvas in canvas.clipped(to: frame) { $0.draw(cut) } }
  }

  /// The region of the input needed to draw `region`.
  private func needed(for region: Rect, in geometry: EffectGeometry) -> Rect {
    let blur = Blur(sigma: greatestSigma * geometry.scale, kernel: kernel)
    return region.grown(by: Double(blur.reach) / geometry.scale)
      .intersection(edge == .transparent ? geometry.inputExtent : geometry.frame)
  }

  private var greatestSigma: Double {
    guard let from, let to else { return sigma }
    return max(from, to)
  }

  /// The sigma along the gradient line of CSS Images §3.1, in device pixels; `nil` if it is constant.
  private func field(in geometry: EffectGeometry) -> SigmaField? {
    guard let from, let to else { return nil }
    let (frame, scale) = (geometry.frame, geometry.scale)
    let line = LinearGradient(angle: angle, stops: []).line(across: frame)
    func device(_ point: Point) -> Point { Point(x: point.x * scale, y: point.y * scale) }
    return SigmaField(
      from: from * scale, to: to * scale, start: device(line.start), end: device(line.end))
  }
}

@c(scrim_plugin_BlurEffect)
public func scrimPlugin() -> ScrimPluginHandle { export(BlurEffect.self) }
