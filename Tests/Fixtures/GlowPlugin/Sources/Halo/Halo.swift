import ScrimKit

/// Calls itself what another plugin's effect is called.
struct Halo: Effect {
  static let manifest = Manifest("glow", version: "2.0.0", summary: "Lays a ring around.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {}
}

@c(scrim_plugin_Halo) public func scrimPlugin() -> ScrimPluginHandle { export(Halo.self) }
