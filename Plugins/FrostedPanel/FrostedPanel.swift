import ScrimKit

/// Draws frosted glass beneath the layer's image: the backdrop, blurred, coloured and tinted.
public struct FrostedPanel: Effect {
  public static let manifest = Manifest(
    "frosted-panel", version: "1.1.0",
    summary: "Lays frosted glass over the backdrop of the layer.", category: .blur)

  @Parameter("Preset; other keys override its values")
  public var preset: GlassPreset? = nil
  @Parameter("Standard deviation of the blur", unit: .pixels, in: 0...250) public var sigma = 30.0
  @Parameter("Blur kernel") public var kernel = BlurKernel.gaussian
  @Parameter("Saturation factor; negative values invert hues", in: -1...4)
  public var saturation = 1.5
  @Parameter("Glass colour") public var tint = Color.white
  @Parameter("Multiplies the tint's alpha", in: 0...1) public var tintOpacity = 0.2
  @Parameter("Strength of the tint's luminosity, applied before the tint", in: 0...1)
  public var luminosity = 0.0
  @Parameter("Amplitude of the grain", in: 0...1) public var noise = 0.0
  @Parameter("Corner radii of the glass; those of the layer if not given")
  public var cornerRadius: CornerRadii? = nil
  @Parameter("Strength of the lens along the edge, which displaces the backdrop", in: 0...1)
  public var refraction = 0.0
  @Parameter("Brightness of the light that the edge reflects", in: 0...1)
  public var specular = 0.0
  @Parameter(
    "Width of the edge for refraction and specular; the smallest corner radius if not given",
    unit: .pixels, in: 0...10_000)
  public var bezel: Double? = nil
  @Parameter("Border inside the edge of the glass") public var border: GlassBorder? = nil
  @Parameter("Shadow, drawn outside the glass only") public var shadow: Shadow? = nil
  @Parameter("Edge handling: the pixels assumed outside the glass") public var edge = GlassEdge
    .bleed
  @Parameter("Alpha mask of the glass: a paint over the frame, or an image in it")
  public var mask: GlassMask? = nil
  @Parameter("Partial reveal of the panel") public var reveal: Reveal? = nil

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    guard $bezel.isGiven, !hasLens else { return [] }
    return [
      ParameterDiagnostic(
        .conflict, "\"bezel\" requires \"refraction\" or \"specular\".", at: "bezel")
    ]
  }

  public func warnings() -> [EffectWarning] {
    guard preset == .vibrant else { return [] }
    return [
      EffectWarning(
        "the preset \"vibrant\" is now called \"muted\": replace the name.", at: "preset")
    ]
  }

  public func extent(in geometry: EffectGeometry) throws -> Rect {
    let panel = Panel(self, in: geometry)
    try check(panel)
    let content = panel.offset.map { geometry.inputExtent.offset(dx: $0.x, dy: $0.y) }
    return (content?.intersection(geometry.frame) ?? geometry.inputExtent)
      .union(panel.bounds)
      .union(shadow.map { panel.bounds.grown(by: $0.reach).offset(dx: $0.dx, dy: $0.dy) } ?? .empty)
  }

  public func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) -> RegionOfInterest {
    let panel = Panel(self, in: geometry)
    return RegionOfInterest(
      input: panel.offset.map { region.offset(dx: -$0.x, dy: -$0.y) } ?? region,
      backdrop: backdrop(for: region.intersection(panel.bounds), of: panel, in: geometry))
  }

  /// `true` with grain, which uses random numbers.
  public var isRandom: Bool { style.noise > 0 }

  public func apply(to picture: inout Picture, in context: EffectContext) throws {
    let panel = Panel(self, in: context.geometry)
    if let offset = panel.offset {
      picture = try panel.moved(picture, by: offset)
    }
    let seen = panel.bounds.intersection(context.region).intersection(context.canvas)
    if !seen.isEmpty {
      var glass = Picture(like: picture)
      try drawGlass(on: &glass, over: seen, of: panel, in: context)
      try picture.drawUnder(glass)
    }
    if let shadow {
      var below = Picture(like: picture)
      try draw(shadow, of: panel, on: &below, in: context)
      try picture.drawUnder(below)
    }
  }

  /// Draws the visible part of the glass: the backdrop blurred and coloured, with its border, clipped to its shape.
  private func drawGlass(
    on glass: inout Picture, over seen: Rect, of panel: Panel, in context: EffectContext
  ) throws {
    let style = self.style
    let blur = self.blur(in: context.geometry)
    let source = backdrop(for: seen, of: panel, in: context.geometry)
    let read = read(for: seen, of: panel, in: context.geometry)
    let area = PixelRect(covering: seen, scale: context.scale)
    var raster = try blur.apply(
      to: context.backdrop().raster(in: source)
        .cropped(within: edges(of: panel, in: context.geometry)),
      region: PixelRect(covering: read, scale: context.scale).union(area))
    let lens = lens(of: panel)
    if let lens {
      let limits = PixelRect(
        covering: panel.bounds.intersection(context.canvas), scale: context.scale)
      raster = try lens.refracted(raster, to: area, within: limits)
    }
    // Glass without grain must not depend on the seed.
    var random = context.random
    try style.color(&raster, seed: random.next())
    try lens?.light(&raster)
    let colored = try Picture(raster)
    try glass.draw(in: seen) { canvas in
      panel.clip(canvas) { canvas in
        canvas.draw(colored)
        if let border, border.width > 0 {
          // The outer half of the line is clipped.
          canvas.stroke(
            panel.shape, StrokeStyle(width: context.grid.snap(thickness: border.width) * 2),
            with: border.color,
            box: context.frame)
        }
      }
    }
    try confine(&glass, to: panel, in: context)
  }

  /// Restricts a picture of the panel to its mask.
  private func confine(
    _ picture: inout Picture, to panel: Panel, in context: EffectContext
  ) throws {
    guard let mask else { return }
    let whole = panel.frame
    let image = try mask.source.map { try context.image($0) }
    try picture.draw(.destinationIn, in: whole.union(picture.extent)) { canvas in
      if let image { canvas.draw(image, in: whole) }
      if let paint = mask.paint { canvas.fill(whole, with: paint) }
    }
  }

  /// Draws the shadow of the panel, without the part beneath the glass.
  private func draw(
    _ shadow: Shadow, of panel: Panel, on picture: inout Picture, in context: EffectContext
  ) throws {
    var caster = Picture(like: picture)
    try caster.draw(in: panel.bounds) { canvas in
      panel.clip(canvas) { $0.fill(panel.bounds, with: .black) }
    }
    try confine(&caster, to: panel, in: context)
    let coverage = try shadow.mask(of: caster, in: context)
    let area = panel.bounds.grown(by: shadow.reach).offset(dx: shadow.dx, dy: shadow.dy)
    try picture.draw(in: area.intersection(context.region)) { canvas in
      try canvas.fill(coverage, scale: context.scale, with: shadow.paint, box: context.frame)
    }
    try picture.draw(.destinationOut, in: panel.bounds) { $0.draw(caster) }
  }

  /// The region of the backdrop needed to draw `seen` of the glass.
  private func backdrop(for seen: Rect, of panel: Panel, in geometry: EffectGeometry) -> Rect {
    let around = read(for: seen, of: panel, in: geometry)
      .grown(by: Double(blur(in: geometry).reach) / geometry.scale)
    return around.intersection(edges(of: panel, in: geometry))
  }

  /// The region of the blurred backdrop that the lens reads to draw `seen` of the glass.
  private func read(for seen: Rect, of panel: Panel, in geometry: EffectGeometry) -> Rect {
    guard let lens = lens(of: panel) else { return seen }
    // The centre of a pixel, and the neighbours for interpolation.
    return seen.grown(by: lens.strength + 2 / geometry.scale)
      .intersection(panel.bounds).intersection(geometry.canvas)
  }

  private var hasLens: Bool { refraction > 0 || specular > 0 }

  /// The rounded edge of the glass; `nil` for flat glass.
  private func lens(of panel: Panel) -> GlassLens? {
    guard hasLens else { return nil }
    return GlassLens(
      frame: panel.frame, radii: panel.radii, bezel: bezel ?? panel.smallestRadius,
      refraction: refraction, specular: specular)
  }

  /// - Throws: `EffectError` if the bezel does not fit the corners.
  private func check(_ panel: Panel) throws {
    guard hasLens else { return }
    guard panel.cornerShape == .round else {
      throw EffectError(
        "a lens follows round corners, not \"cornerShape\": \"\(panel.cornerShape.rawValue)\": remove one of both.",
        at: refraction > 0 ? "refraction" : "specular")
    }
    let smallest = panel.smallestRadius
    guard smallest > 0, bezel ?? smallest > 0 else {
      throw EffectError(
        "a lens needs round corners and a bezel: set \"cornerRadius\" to more than 0 px at each corner"
          + (bezel == 0 ? ", and \"bezel\" likewise." : "."),
        at: refraction > 0 ? "refraction" : "specular")
    }
    if let bezel, bezel > smallest {
      throw EffectError(
        "\(bezel.plain) px is more than the smallest corner radius, \(((smallest * 10).rounded() / 10).plain) px: "
          + "make it smaller, or \"cornerRadius\" larger.", at: "bezel")
    }
  }

  /// The bounds of the blur's input. Beyond them it uses the pixels that `edge` defines, or repeats those of the
  /// canvas.
  private func edges(of panel: Panel, in geometry: EffectGeometry) -> Rect {
    edge == .bleed ? geometry.canvas : geometry.canvas.intersection(panel.bounds)
  }

  private func blur(in geometry: EffectGeometry) -> Blur {
    Blur(
      sigma: style.sigma * geometry.scale, kernel: kernel,
      edge: edge == .mirror ? .mirror : .clamp)
  }

  /// The preset with the job's overrides, or the job's values without a preset.
  private var style: GlassStyle {
    var style = preset?.style(tint: tint) ?? GlassStyle()
    let hasNone = preset == nil
    if hasNone || $sigma.isGiven { style.sigma = sigma }
    if hasNone || $saturation.isGiven { style.saturation = saturation }
    if hasNone || $tint.isGiven { style.tint = tint }
    if hasNone || $tintOpacity.isGiven { style.tintOpacity = tintOpacity }
    if hasNone || $luminosity.isGiven { style.luminosity = luminosity }
    if hasNone || $noise.isGiven { style.noise = noise }
    style.clampsSaturation = hasNone
    return style
  }
}

@c(scrim_plugin_FrostedPanel)
public func scrimPlugin() -> ScrimPluginHandle { export(FrostedPanel.self) }
