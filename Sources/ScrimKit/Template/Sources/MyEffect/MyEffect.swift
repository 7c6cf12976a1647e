import ScrimKit

/// Draws a frame around the layer's image so far.
struct MyEffect: Effect {
  static let manifest = Manifest(
    "my-effect", version: "0.1.0", summary: "Draws a frame around the layer.")

  @Parameter("Line colour or gradient") var color = Paint.black
  @Parameter("Line width", unit: .pixels, in: 0...200) var width = 4.0
  @Parameter("Distance between the layer and the line", unit: .pixels, in: 0...500) var gap = 12.0

  /// The bounds of the effect's output; drawing outside them is clipped.
  func extent(in geometry: EffectGeometry) -> Rect {
    geometry.inputExtent.grown(by: gap + width)
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    guard width > 0, !context.inputExtent.isEmpty else { return }
    let line = Path(rect: context.inputExtent.grown(by: gap + width / 2))
    try picture.drawUnder(in: extent(in: context.geometry)) { canvas in
      canvas.stroke(line, StrokeStyle(width: width, join: .miter), with: color)
    }
  }
}

@c(scrim_plugin_MyEffect)
public func scrimPlugin() -> ScrimPluginHandle { export(MyEffect.self) }
