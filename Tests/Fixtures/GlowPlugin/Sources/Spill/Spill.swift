import ScrimKit

/// Draws a line below its frame and does not say so.
struct Spill: Effect {
  static let manifest = Manifest("spill", version: "1.0.0", summary: "Draws too far.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let frame = context.frame
    let line = Rect(x: frame.x, y: frame.bottom + 9, width: frame.width, height: 3)
    try picture.draw(in: line) { $0.fill(line, with: .black) }
  }
}

@c(scrim_plugin_Spill) public func scrimPlugin() -> ScrimPluginHandle { export(Spill.self) }
