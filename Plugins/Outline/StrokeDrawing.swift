import ScrimKit

/// What a stroke runs around where it cannot follow outlines: everything that the layer covers.
struct Silhouette {
  /// Samples a device pixel, each way: a quarter of a pixel is finer than edges are seen.
  static let supersampling = 4

  /// Nothing lies outside, px at scale 1.
  let bounds: Rect
  private let scale: Double
  private let draw: (Canvas) throws -> Void

  /// The glyphs of a text, however translucent they are drawn; otherwise the picture's alpha.
  init(of picture: Picture, in context: EffectContext) {
    scale = context.scale
    if let text = context.text {
      bounds = text.ink.grown(by: 1)
      let clip = context.clip ?? Path(rect: bounds)
      draw = { canvas in
        try canvas.clipped(to: clip) {
          try $0.draw(text.withoutBackgrounds().painted(with: .black))
        }
      }
    } else {
      bounds = picture.extent
      draw = { $0.draw(picture) }
    }
  }

  private init(bounds: Rect, scale: Double, draw: @escaping (Canvas) throws -> Void) {
    self.bounds = bounds
    self.scale = scale
    self.draw = draw
  }

  /// The silhouettes of a text's colour emoji alone.
  static func colorClusters(of text: TextLayout, scale: Double) -> Silhouette {
    Silhouette(bounds: text.ink.grown(by: 1), scale: scale) { try $0.drawColorClusters(of: text) }
  }

  /// The mask of what is within a distance of a region, px, `supersampling` times finer than device
  /// pixels. Around the silhouette is a pixel of nothing, if that is not too far.
  func mask(near region: Rect, within distance: Double) throws -> Mask {
    let needed = region.grown(by: distance).intersection(bounds.grown(by: 1 / scale))
    var mask = try Mask(area: PixelRect(covering: needed, scale: scale).times(Self.supersampling))
    try mask.draw(scale: scale * Double(Self.supersampling), draw)
    return mask
  }
}

extension Outline {
  /// Strokes the outlines of letters that hide the inner half, and the silhouettes of emoji.
  func draw(
    _ stroke: OutlineStroke, along text: TextLayout, on canvas: Canvas, in context: EffectContext
  ) throws {
    guard text.hasColorClusters else {
      canvas.strokeBehind(text, stroke.style, with: stroke.color, box: context.frame)
      return
    }
    // Both in one shape first: a translucent stroke must not double where they meet.
    let radius =
      stroke.reach * context.scale * Double(Silhouette.supersampling) + Mask.discBias
    let emoji = Silhouette.colorClusters(of: text, scale: context.scale)
    let grown = try emoji.mask(near: context.region, within: stroke.reach)
      .dilated(by: radius, within: finePixels(of: context))
    try canvas.group { canvas in
      canvas.stroke(text.outlines, stroke.style, with: .black)
      try canvas.fill(
        grown.reduced(by: Silhouette.supersampling), scale: context.scale, with: .black,
        box: context.frame)
      canvas.fill(context.region, with: stroke.color, box: context.frame, operator: .in)
    }
  }

  /// Lays the ring between the silhouette grown and the silhouette shrunk under or over the picture.
  func draw(
    _ stroke: OutlineStroke, around silhouette: Silhouette, on picture: inout Picture,
    in context: EffectContext
  ) throws {
    let shape = try silhouette.mask(
      near: context.region, within: stroke.inputReach(scale: context.scale))
    let wanted = finePixels(of: context)
    let pixel = context.scale * Double(Silhouette.supersampling)
    let radius = stroke.width * pixel * (stroke.position == .center ? 0.5 : 1) + Mask.discBias
    func fill(_ ring: Mask, on canvas: Canvas) throws {
      try canvas.fill(ring, scale: context.scale, with: stroke.color, box: context.frame)
    }
    switch stroke.position {
    case .center:
      let ring = try shape.dilated(by: radius, within: wanted)
        .subtracting(shape.eroded(by: radius, within: wanted))
        .reduced(by: Silhouette.supersampling)
      try picture.drawUnder(in: context.region) { try fill(ring, on: $0) }
    case .outside:
      let ring = try shape.dilated(by: radius, within: wanted).subtracting(shape)
        .reduced(by: Silhouette.supersampling)
      let drawn = try picture.mask(in: context.region)
      // An edge pixel that the picture covers by a and the ring by the rest shows only 1 − a of what
      // lies under it: without this division a hairline would run between the two.
      let under = try ring.combined(with: drawn) { ring, drawn in
        drawn == 255 ? ring : UInt8(min(255, Int(ring) * 255 / (255 - Int(drawn))))
      }
      try picture.drawUnder(in: context.region) { try fill(under, on: $0) }
    case .inside:
      let ring = try shape.cropped(to: wanted).subtracting(shape.eroded(by: radius, within: wanted))
        .reduced(by: Silhouette.supersampling)
      let covered = try shape.cropped(to: wanted).reduced(by: Silhouette.supersampling)
      // Of an edge pixel, the share of what is covered: `atop` multiplies it by the coverage again.
      let over = try ring.combined(with: covered) { ring, covered in
        covered == 0 ? 0 : UInt8(min(255, Int(ring) * 255 / Int(covered)))
      }
      try picture.draw(.atop, in: context.region) { try fill(over, on: $0) }
    }
  }

  /// The region's pixels as fine as those of a silhouette's mask.
  private func finePixels(of context: EffectContext) -> PixelRect {
    PixelRect(covering: context.region, scale: context.scale).times(Silhouette.supersampling)
  }
}
