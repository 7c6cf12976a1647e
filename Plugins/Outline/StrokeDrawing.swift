import ScrimKit

/// What a stroke runs around where it cannot follow outlines: everything that the layer covers.
struct Silhouette {
  /// Samples a device pixel, each way: a quarter of a pixel is finer than edges are seen.
  static let supersampling = 4

  private let scale: Double
  private let draw: (Canvas) throws -> Void

  /// The glyphs of a text, however translucent they are drawn; otherwise the picture's alpha.
  init(of picture: Picture, in context: EffectContext) {
    scale = context.scale
    if let text = context.text {
      draw = { try $0.draw(text.painted(with: .black)) }
    } else {
      draw = { $0.draw(picture) }
    }
  }

  private init(scale: Double, draw: @escaping (Canvas) throws -> Void) {
    self.scale = scale
    self.draw = draw
  }

  /// The silhouettes of a text's colour emoji alone.
  static func colorClusters(of text: TextLayout, scale: Double) -> Silhouette {
    Silhouette(scale: scale) { try $0.drawColorClusters(of: text) }
  }

  /// The mask, `supersampling` times finer than device pixels.
  func mask(in region: Rect) throws -> Mask {
    let fine = Double(Self.supersampling)
    let pixels = PixelRect(covering: region, scale: scale)
    var mask = Mask(
      area: PixelRect(
        x: pixels.x * Self.supersampling, y: pixels.y * Self.supersampling,
        width: pixels.width * Self.supersampling, height: pixels.height * Self.supersampling))
    try mask.draw(scale: scale * fine, draw)
    return mask
  }
}

extension Outline {
  /// Strokes the outlines of letters that hide the inner half, and the silhouettes of emoji.
  func draw(
    _ stroke: OutlineStroke, along text: TextLayout, _ silhouette: Silhouette, on canvas: Canvas,
    in context: EffectContext
  ) throws {
    guard text.hasColorClusters else {
      canvas.stroke(text.outlines, stroke.style, with: stroke.color, box: context.frame)
      return
    }
    // Both in one shape first: a translucent stroke must not double where they meet.
    let radius = stroke.reach * context.scale * Double(Silhouette.supersampling)
    let emoji = Silhouette.colorClusters(of: text, scale: context.scale)
    let grown = try emoji.mask(in: context.region.grown(by: stroke.reach)).dilated(by: radius)
    try canvas.group { canvas in
      canvas.stroke(text.outlines, stroke.style, with: .black)
      try canvas.fill(
        grown.reduced(by: Silhouette.supersampling), scale: context.scale, with: .black,
        box: context.frame)
      canvas.fill(context.region, with: stroke.color, box: context.frame, operator: .in)
    }
  }

  /// Draws the ring between the silhouette grown and the silhouette shrunk.
  func draw(
    _ stroke: OutlineStroke, around silhouette: Silhouette, on canvas: Canvas,
    in context: EffectContext
  ) throws {
    let pixel = context.scale * Double(Silhouette.supersampling)
    // One pixel more, since outside the mask everything counts as empty.
    let shape = try silhouette.mask(
      in: context.region.grown(by: stroke.width + 1 / context.scale))
    let ring: Mask
    switch stroke.position {
    case .center:
      let half = stroke.width / 2 * pixel
      ring = shape.dilated(by: half).subtracting(shape.eroded(by: half))
    case .outside:
      ring = shape.dilated(by: stroke.width * pixel).subtracting(shape)
    case .inside:
      ring = shape.subtracting(shape.eroded(by: stroke.width * pixel))
    }
    try canvas.fill(
      ring.reduced(by: Silhouette.supersampling), scale: context.scale, with: stroke.color,
      box: context.frame)
  }
}
