import ScrimKit

/// Falls over at the end of what it allows.
struct Snap: Effect {
  static let manifest = Manifest("snap", version: "1.0.0", summary: "Bends until it breaks.")

  @Parameter("How far it bends", in: 0...90) var bend = 10.0

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    precondition(bend < 90, "snapped")
  }
}

@c(scrim_plugin_Snap) public func scrimPlugin() -> ScrimPluginHandle { export(Snap.self) }
