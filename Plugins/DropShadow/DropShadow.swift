import ScrimKit

/// Draws shadows beneath the layer's image.
public struct DropShadow: Effect {
  public static let manifest = Manifest(
    "drop-shadow", version: "1.0.0", summary: "Casts soft shadows of the layer.", category: .shadow)

  @InlineParameters public var shadow = Shadow()
  @Parameter("List of shadows, the first on top; replaces the single shadow") public var shadows:
    [Shadow] = []

  public init() {}

  public func validate() -> [ParameterDiagnostic] {
    guard $shadows.isGiven else { return [] }
    return givenParameters.filter { $0 != "shadows" }.map { beside in
      ParameterDiagnostic(
        .conflict, "\"\(beside)\" cannot be combined with \"shadows\": set it in each shadow.",
        at: beside)
    }
  }

  public func extent(in geometry: EffectGeometry) -> Rect {
    allShadows.reduce(geometry.inputExtent) { extent, shadow in
      extent.union(shadow.extent(of: geometry.inputExtent))
    }
  }

  public func regionOfInterest(
    for region: Rect, in geometry: EffectGeometry
  ) -> RegionOfInterest {
    RegionOfInterest(
      input: allShadows.reduce(region) { input, shadow in
        input.union(region.offset(dx: -shadow.dx, dy: -shadow.dy).grown(by: shadow.reach))
      })
  }

  public func apply(to picture: inout Picture, in context: EffectContext) throws {
    let caster = picture
    for shadow in allShadows { try picture.drawUnder(shadow, of: caster, in: context) }
  }

  private var allShadows: [Shadow] {
    $shadows.isGiven ? shadows : [shadow]
  }
}

@c(scrim_plugin_DropShadow)
public func scrimPlugin() -> ScrimPluginHandle { export(DropShadow.self) }
