import ScrimKit

/// The covered area of a layer, for strokes that cannot follow outlines.
struct Silhouette {
  /// Samples per device pixel in each direction: a quarter of a pixel is finer than visible.
  static let supersampling = 4

  /// The bounds of the silhouette, px at scale 1.
  let bounds: Rect
  private let scale: Double
  private let draw: (Canvas) throws -> Void

  /// Creates the silhouette of a text's glyphs, regardless of their opacity; otherwise of the picture's alpha.
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

  /// The silhouettes of only a text's colour emoji.
  static func colorClusters(of text: TextLayout, scale: Double) -> Silhouette {
    Silhouette(bounds: text.ink.grown(by: 1), scale: scale) { try $0.drawColorClusters(of: text) }
  }

  /// The mask of the silhouette within a distance of a region, px, with `supersampling` samples per device pixel and
  /// direction. It includes an empty pixel around the silhouette, if within that distance.
  func mask(near region: Rect, within distance: Double) throws -> Mask {
    let needed = region.grown(by: distance).intersection(bounds.grown(by: 1 / scale))
    var mask = try Mask(area: PixelRect(covering: needed, scale: scale).times(Self.supersampling))
    try mask.draw(scale: scale * Double(Self.supersampling), draw)
    return mask
  }
}

extension Outline {
  /// Strokes the outlines of glyphs that hide the inner half, and the silhouettes of emoji.
  func draw(
    _ stroke: OutlineStroke, along text: TextLayout, on canvas: Canvas, in context: EffectContext
  ) throws {
    guard text.hasColorClusters else {
      canvas.strokeBehind(text, stroke.style, with: stroke.color, box: context.frame)
      return
    }
    // Both combined into one shape first: a translucent stroke must not double where they overlap.
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

  /// Draws the ring between the dilated and the eroded silhouette beneath or over the picture.
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
      // If the picture covers an edge pixel by a and the ring covers the rest, only 1 − a of the stroke beneath is
      // visible. Without this division a hairline would appear between the two.
      let under = try ring.combined(with: drawn) { ring, drawn in
        drawn == 255 ? ring : UInt8(min(255, Int(ring) * 255 / (255 - Int(drawn))))
      }
      try picture.drawUnder(in: context.region) { try fill(under, on: $0) }
    case .inside:
      let ring = try shape.cropped(to: wanted).subtracting(shape.eroded(by: radius, within: wanted))
        .reduced(by: Silhouette.supersampling)
      let covered = try shape.cropped(to: wanted).reduced(by: Silhouette.supersampling)
      // The ring's share of the covered part of an edge pixel: `atop` multiplies by the coverage again.
      let over = try ring.combined(with: covered) { ring, covered in
        covered == 0 ? 0 : UInt8(min(255, Int(ring) * 255 / Int(covered)))
      }
      try picture.draw(.atop, in: context.region) { try fill(over, on: $0) }
    }
  }

  /// The region's pixels at the resolution of a silhouette's mask.
  private func finePixels(of context: EffectContext) -> PixelRect {
    PixelRect(covering: context.region, scale: context.scale).times(Silhouette.supersampling)
  }
}
