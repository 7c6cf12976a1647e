import ScrimKit

/// Lays a soft light beneath the layer's picture.
struct Glow: Effect {
  static let manifest = Manifest(
    "glow", version: "1.0.0", summary: "Lays a light beneath.", author: "Example authors",
    licence: "CC0-1.0", homepage: "https://example.org/glow", category: .light)

  @Parameter("How far the light reaches", unit: .pixels, in: 0...200) var radius = 24.0
  @Parameter("The light's colour") var color = Color.white

  func extent(in geometry: EffectGeometry) throws -> Rect {
    geometry.inputExtent.grown(by: radius)
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let (lit, radius, color) = (context.inputExtent, radius, color)
    try picture.drawUnder(in: lit.grown(by: radius)) { canvas in
      for ring in 0..<8 {
        let area = lit.grown(by: radius * Double(8 - ring) / 8)
        canvas.fill(area, with: .color(color.withOpacity(0.1)))
      }
    }
  }
}

/// Crashes at the given place, as a broken plugin would.
struct Stumble: Effect {
  static let manifest = Manifest("stumble", version: "1.0.0", summary: "Falls over.")

  @Parameter("Where: \"validate\", \"extent\", \"apply\" or nowhere; \"endless\" never validates")
  var step = "nowhere"

  func validate() -> [ParameterDiagnostic] {
    precondition(step != "validate", "stumbled")
    while step == "endless" {}
    return []
  }

  func extent(in geometry: EffectGeometry) throws -> Rect {
    precondition(step != "extent", "stumbled")
    return geometry.inputExtent
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    precondition(step != "apply", "stumbled")
  }
}

@c(scrim_plugin_Glow)
public func scrimPlugin() -> ScrimPluginHandle { export(Glow.self, Stumble.self) }
