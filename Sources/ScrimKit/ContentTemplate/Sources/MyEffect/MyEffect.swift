import ScrimKit

/// A bar that is full up to a value.
struct MyContent: Content {
  static let manifest = Manifest(
    "my-content", version: "0.1.0", summary: "A bar that is full up to a value.", category: .shape)

  @Parameter("How full it is", in: 0...1) var value = 0.5
  @Parameter("Colour or gradient of the full part") var color = Paint.black

  func draw(on canvas: Canvas, in geometry: ContentGeometry) throws {
    let frame = geometry.frame
    let outline = Path(rect: frame, radii: CornerRadii(.pixels(frame.height / 2)))
    let full = Rect(x: frame.x, y: frame.y, width: frame.width * value, height: frame.height)
    canvas.clipped(to: outline) {
      $0.fill(frame, with: .color(Color(white: 0, alpha: 0.1)))
      // Its right edge is on whole device pixels, like those of all boxes.
      $0.fill(geometry.grid.snap(full), with: color, box: frame)
    }
  }
}

@c(scrim_plugin_MyContent)
public func scrimPlugin() -> ScrimPluginHandle { export(MyContent.self) }
