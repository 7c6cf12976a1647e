import ScrimKit

/// The rings of all lights. A ring surrounds the union of lit areas: it is omitted inside another light, or in the gap
/// between that light and its own ring.
struct RingDrawing {
  private let lights: [Light]
  private let scale: Double
  /// The bounds of the visible parts, px.
  private let limits: Rect

  init(_ lights: [Light], in geometry: EffectGeometry) {
    self.lights = lights
    scale = geometry.scale
    limits = geometry.canvas.union(geometry.frame).grown(by: 1)
  }

  /// Draws the rings, those of the same colour as one shape.
  ///
  /// - Parameters:
  ///   - picture: The layer's image so far.
  ///   - layerImages: The images of layers.
  ///   - region: The region to draw, px.
  /// - Throws: Errors while drawing a silhouette; `DrawingError`.
  func draw(on picture: inout Picture, _ layerImages: LayerImages, in region: Rect) throws {
    var colors: [Color] = []
    for light in lights {
      guard let ring = light.ring, ring.isDrawn, !colors.contains(ring.color) else { continue }
      colors.append(ring.color)
    }
    for color in colors {
      let ringed = lights.filter { $0.ring?.isDrawn == true && $0.ring?.color == color }
      let area = ringed.map { $0.bounds(grownBy: $0.ringReach) }.bounds.intersection(region)
      if lights.contains(where: { $0.ink != nil }) {
        let ring = try drawing(of: ringed, layerImages, in: area)
        try picture.draw(in: area) { canvas in
          try canvas.fill(ring, scale: scale, with: .color(color), box: area)
        }
      } else {
        try picture.draw(in: area) { $0.fill(path(of: ringed), with: .color(color)) }
      }
    }
  }

  private func path(of ringed: [Light]) -> Path {
    Path(union: outside(of: ringed), subtracting: inside)
  }

  private func outside(of ringed: [Light]) -> [ConvexPolygon] {
    outlines(of: ringed, grownBy: \.ringReach)
  }

  private var inside: [ConvexPolygon] {
    outlines(of: lights, grownBy: \.ringGap)
  }

  private func outlines(of lights: [Light], grownBy amount: (Light) -> Double) -> [ConvexPolygon] {
    lights.outlines(grownBy: amount, scale: scale).compactMap { $0.clipped(to: limits) }
  }

  /// The rings as coverage, because silhouettes have no outline.
  private func drawing(
    of ringed: [Light], _ layerImages: LayerImages, in area: Rect
  ) throws -> Mask {
    let pixels = PixelRect(covering: area, scale: scale)
    let outer = try union(
      of: outside(of: ringed), with: ringed, grownBy: \.ringReach, layerImages, in: pixels)
    let inner = try union(of: inside, with: lights, grownBy: \.ringGap, layerImages, in: pixels)
    return try outer.subtracting(inner)
  }

  /// The coverage of outlines and of the silhouettes among some lights.
  private func union(
    of outlines: [ConvexPolygon], with lights: [Light], grownBy amount: (Light) -> Double,
    _ layerImages: LayerImages, in area: PixelRect
  ) throws -> Mask {
    var mask = try Mask(area: area)
    let path = Path(union: outlines)
    try mask.draw(scale: scale) { $0.fill(path, with: .black) }
    for light in lights where light.ink != nil {
      mask = try mask.union(layerImages.mask(of: light, grownBy: amount(light), in: area))
    }
    return mask
  }
}
