import ScrimKit

/// A content, beside an effect of the same name.
struct Dial: Content {
  static let manifest = Manifest(
    "dial", version: "1.0.0", summary: "Shows a value.", category: .shape)

  @Parameter("What it shows", in: 0...1) var value = 0.5

  func extent(in geometry: ContentGeometry) -> Rect { geometry.frame }

  func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    precondition(value < 1, "overwound")
    let frame = geometry.frame
    let bar = Rect(x: frame.x, y: frame.y, width: frame.width * value, height: frame.height)
    canvas.fill(bar, with: .color(Color(red: 1, green: 0, blue: 0)))
  }
}

/// Hides what it is applied to.
struct DialEffect: Effect {
  static let manifest = Manifest("dial", version: "2.0.0", summary: "Hides the layer.")

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let extent = picture.extent
    try picture.draw(.destinationOut, in: extent) { $0.fill(extent, with: .black) }
  }
}

@c(scrim_plugin_Dial) public func scrimPlugin() -> ScrimPluginHandle {
  export(Dial.self, DialEffect.self)
}
