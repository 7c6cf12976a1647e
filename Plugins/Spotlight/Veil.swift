import ScrimKit

extension Spotlight {
  /// Draws the overlay that dims the layer's frame, except for the lights.
  ///
  /// - Parameters:
  ///   - picture: The layer's image so far.
  ///   - lights: The lit areas.
  ///   - layerImages: The images of layers.
  ///   - context: The context with the region to draw.
  /// - Throws: Errors while drawing a silhouette; `DrawingError`.
  func drawVeil(
    on picture: inout Picture, around lights: [Light], _ layerImages: LayerImages,
    in context: EffectContext
  ) throws {
    let seen = context.frame.intersection(context.region)
    guard !seen.isEmpty, changesBackdrop || color.alpha * opacity > 0 else { return }
    let shape = dimmed(around: lights.filter(\.isSharp), in: context.geometry)
    let paint = Paint.color(color.withOpacity(opacity))
    let masks = LightMask.all(
      of: lights.filter { !$0.isSharp }, kernel: kernel, scale: context.scale
    ).filter { !$0.zone.intersection(seen).isEmpty }
    if masks.isEmpty, !changesBackdrop {
      // Stays a vector shape, sharp at any size.
      return try picture.draw(in: seen) { $0.fill(shape, with: paint) }
    }
    var veil = Picture(scale: context.scale)
    if changesBackdrop {
      let rest = try rest(of: picture, in: seen, context)
      let whole = PixelRect(covering: seen, scale: context.scale).rect(scale: context.scale)
      try veil.draw(in: seen) { canvas in
        canvas.draw(rest)
        canvas.fill(whole, with: paint)
      }
      try veil.draw(.destinationIn, in: seen) { $0.fill(shape, with: .black) }
    } else {
      try veil.draw(in: seen) { $0.fill(shape, with: paint) }
    }
    for mask in masks {
      let lit = try mask.mask(in: seen, layerImages: layerImages, scale: context.scale)
      try veil.draw(.destinationOut, in: mask.zone.intersection(seen)) { canvas in
        try canvas.fill(lit, scale: context.scale, with: .black, box: seen)
      }
    }
    try picture.draw(in: seen) { $0.draw(veil) }
  }

  /// The frame without the lights that have a sharp edge.
  private func dimmed(around lights: [Light], in geometry: EffectGeometry) -> Path {
    let (frame, scale) = (geometry.frame, geometry.scale)
    return Path(
      union: ConvexPolygon.cover(of: frame, radii: geometry.cornerRadii, scale: scale),
      subtracting: lights.outlines(grownBy: { $0.reachUnderRing(scale: scale) }, scale: scale))
  }

  var changesBackdrop: Bool { backdropSigma > 0 || saturation != 1 }

  /// The blur of the dimmed area at a scale; it repeats the canvas's edge pixels.
  func backdropBlur(scale: Double) -> Blur {
    Blur(sigma: backdropSigma * scale, kernel: kernel, edge: .clamp)
  }

  /// The region of the canvas and of the layer needed to blur `region`, px.
  func seenByBlur(of region: Rect, in geometry: EffectGeometry) -> Rect {
    let reach = Double(backdropBlur(scale: geometry.scale).reach) / geometry.scale
    return region.intersection(geometry.frame).grown(by: reach).intersection(geometry.canvas)
  }

  /// The backdrop and the layer's image, blurred and desaturated.
  private func rest(of picture: Picture, in seen: Rect, _ context: EffectContext) throws -> Picture
  {
    let source = seenByBlur(of: seen, in: context.geometry)
    guard !source.isEmpty else { return Picture(scale: context.scale) }
    var below = try context.backdrop().raster(in: source)
    try below.draw { $0.draw(picture) }
    var rest = try backdropBlur(scale: context.scale).apply(
      to: below, region: PixelRect(covering: seen, scale: context.scale))
    if saturation != 1 { try rest.pixels.saturate(by: saturation) }
    return try Picture(rest)
  }
}

extension Light {
  /// How far the lit area extends under an opaque ring without a gap, px: if both ended in the same pixel, a dark
  /// line would show between them.
  fileprivate func reachUnderRing(scale: Double) -> Double {
    guard let ring, ring.isDrawn, ring.color.alpha >= 1, ring.gap == 0 else { return 0 }
    return min(ring.width / 2, 1 / scale)
  }
}

extension Pixels {
  /// Changes the saturation of every pixel (Filter Effects §8.2, with the weights of Rec. 709).
  ///
  /// - Parameter amount: The factor: 1 changes nothing, 0 gives greys.
  /// - Throws: `DrawingError` if out of memory.
  mutating func saturate(by amount: Double) throws {
    let (width, height, stride) = (width, height, bytesPerRow)
    let amount = Float(amount)
    try withMutableBytes { bytes in
      for y in 0..<height {
        for at in Swift.stride(from: y * stride, to: y * stride + width * 4, by: 4) {
          let blue = Float(bytes[at])
          let green = Float(bytes[at + 1])
          let red = Float(bytes[at + 2])
          let alpha = Float(bytes[at + 3])
          let gray = 0.2126 * red + 0.7152 * green + 0.0722 * blue
          // A premultiplied colour must not exceed its alpha.
          func moved(_ part: Float) -> UInt8 {
            UInt8(max(0, min(alpha, gray + amount * (part - gray))) + 0.5)
          }
          (bytes[at], bytes[at + 1], bytes[at + 2]) = (moved(blue), moved(green), moved(red))
        }
      }
    }
  }
}
