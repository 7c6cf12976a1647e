import ScrimKit

/// Draws a speech bubble around a text, with a tail that points at who says it.
struct SpeechBubbleEffect: Effect {
  static let manifest = Manifest(
    "speech-bubble", version: "1.0.0", summary: "Draws a speech bubble around a text.")

  @Parameter("Speaker that the tail points at; no tail if not given")
  var speaker: Reference? = nil
  @Parameter("Fill of the bubble") var fill = Paint.white
  @Parameter("Padding around the lines", unit: .pixels, in: 0...500) var padding = 20.0
  @Parameter("Corner radius", unit: .pixels, in: 0...1000) var cornerRadius = 24.0
  @Parameter("Stroke width of the bubble", unit: .pixels, in: 0...100) var stroke = 3.0
  @Parameter("Line colour or gradient") var color = Paint.black
  @Parameter("Width of the tail where it leaves the bubble", unit: .pixels, in: 1...500)
  var tail = 36.0
  @Parameter("Distance between the tail and the speaker", unit: .pixels, in: 0...500) var gap = 10.0

  func extent(in geometry: EffectGeometry) throws -> Rect {
    geometry.inputExtent.union(try bubble(in: geometry).bounds.grown(by: stroke))
  }

  func apply(to picture: inout Picture, in context: EffectContext) throws {
    let bubble = try bubble(in: context.geometry)
    let box = bubble.bounds
    try picture.drawUnder(in: box.grown(by: stroke)) { canvas in
      if stroke > 0 {
        // Only what lies outside stays of the line, or it would show through a translucent bubble.
        canvas.group { canvas in
          canvas.stroke(bubble, StrokeStyle(width: stroke * 2), with: color, box: box)
          canvas.fill(bubble, with: .black, operator: .destinationOut)
        }
      }
      canvas.fill(bubble, with: fill, box: box)
    }
  }

  /// The bubble and its tail: two contours that run the same way around, and so are one shape.
  private func bubble(in geometry: EffectGeometry) throws -> Path {
    guard let text = geometry.text else {
      throw EffectError("\"speech-bubble\" needs text, and this layer has none.")
    }
    let box = text.bounds.grown(by: padding)
    var path = Path(rect: box, radii: CornerRadii(.pixels(cornerRadius)))
    guard let speaker else { return path }
    let tip = tip(from: box.center, to: try geometry.rectangles(of: speaker).bounds)
    let (dx, dy) = (tip.x - box.center.x, tip.y - box.center.y)
    let length = (dx * dx + dy * dy).squareRoot()
    guard length > 0 else { return path }
    let (sideX, sideY) = (dy / length * tail / 2, -dx / length * tail / 2)
    path.move(to: Point(x: box.center.x + sideX, y: box.center.y + sideY))
    path.line(to: tip)
    path.line(to: Point(x: box.center.x - sideX, y: box.center.y - sideY))
    path.close()
    return path
  }

  /// Where a line from `start` to the middle of the speaker comes to within `gap` of its rectangle.
  private func tip(from start: Point, to speaker: Rect) -> Point {
    let target = speaker.grown(by: gap)
    let (dx, dy) = (target.center.x - start.x, target.center.y - start.y)
    // Shares of the way after which each pair of edges is reached.
    let along = [
      (abs(dx), target.width / 2), (abs(dy), target.height / 2),
    ].map { way, half in way > 0 ? (way - half) / way : -.infinity }
    let share = max(0, along.max() ?? 0)
    return Point(x: start.x + dx * share, y: start.y + dy * share)
  }
}

@c(scrim_plugin_SpeechBubbleEffect)
public func scrimPlugin() -> ScrimPluginHandle { export(SpeechBubbleEffect.self) }
