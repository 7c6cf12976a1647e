import ScrimKit

/// Draws shadows beneath the layer's image.
public struct DropShadow: Effect {
  public static let manifest = Manifest(
    "drop-shadow", version: "1.2.0", summary: "Casts soft shadows of the layer.", category: .shadow)

  @Parameter("Named shadow, whose values the other parameters replace")
  public var preset: ShadowPreset? = nil
  @InlineParameters public var shadow = Shadow()
  @Parameter("List of shadows, the first on top; replaces the single shadow") public var shadows:
    [Shadow] = []
  @Parameter("Caster: everything drawn so far, or only the layer's own text")
  public var of = ShadowCaster.layer

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    guard $shadows.isGiven else { return [] }
    return givenParameters.filter { $0 != "shadows" && $0 != "of" }.map { beside in
      ParameterDiagnostic(
        .conflict,
        "\"\(beside)\" cannot be combined with \"shadows\": "
          + (beside == "preset" ? "the list replaces it." : "set it in each shadow."), at: beside)
    }
  }

  public func extent(in geometry: EffectGeometry) throws -> Rect {
    let caster = of == .layer ? geometry.inputExtent : try content(in: geometry).extent
    return allShadows.reduce(geometry.inputExtent) { extent, shadow in
      extent.union(shadow.extent(of: caster))
    }
  }

  public func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) -> RegionOfInterest {
    // The text is known without its image.
    guard of == .layer else { return RegionOfInterest(input: region) }
    return RegionOfInterest(
      input: allShadows.reduce(region) { input, shadow in
        input.union(region.offset(dx: -shadow.dx, dy: -shadow.dy).grown(by: shadow.reach))
      })
  }

  public func apply(to picture: inout Picture, in context: EffectContext) throws {
    let caster = of == .layer ? picture : try content(in: context.geometry)
    for shadow in allShadows { try picture.drawUnder(shadow, of: caster, in: context) }
  }

  /// The layer's text without any effect.
  private func content(in geometry: EffectGeometry) throws -> Picture {
    guard let text = geometry.text?.withoutBackgrounds() else {
      throw EffectError(
        "\"content\" is the text of a layer, and this layer has none: use \"layer\".", at: "of")
    }
    var picture = Picture(scale: geometry.scale)
    // Cairo rounds outlines to 1/256 px.
    let extent = text.ink.grown(by: 0.01)
    try picture.draw(in: geometry.clip.map { extent.intersection($0.bounds) } ?? extent) { canvas in
      guard let clip = geometry.clip else { return try canvas.draw(text) }
      try canvas.clipped(to: clip) { try $0.draw(text) }
    }
    return picture
  }

  private var allShadows: [Shadow] {
    $shadows.isGiven ? shadows : [preset.map { $0.shadow(changedBy: shadow) } ?? shadow]
  }
}

/// A shadow from above, by how far its caster seems to be from what is below.
public enum ShadowPreset: String, ParameterChoice {
  case small, medium, large

  /// The values of the preset, but for those that the job gives.
  func shadow(changedBy given: Shadow) -> Shadow {
    let (dy, sigma) =
      switch self {
      case .small: (2.0, 3.0)
      case .medium: (8.0, 12.0)
      case .large: (20.0, 30.0)
      }
    var shadow = given
    if !given.$dx.isGiven { shadow.dx = 0 }
    if !given.$dy.isGiven { shadow.dy = dy }
    if !given.$sigma.isGiven { shadow.sigma = sigma }
    if !given.$opacity.isGiven { shadow.opacity = 0.3 }
    return shadow
  }
}

/// What casts a shadow.
public enum ShadowCaster: String, ParameterChoice {
  /// Everything that the layer has drawn so far.
  case layer
  /// Only the layer's text: the shadow is under the strokes of effects before.
  case content
}

@c(scrim_plugin_DropShadow)
public func scrimPlugin() -> ScrimPluginHandle { export(DropShadow.self) }
