import ScrimJSON
@_spi(Host) import ScrimKit
import Spotlight
import Testing

/// A spotlight that is applied without a job around it, so that a part of its picture can be asked for
/// and what it says it must see can be all that it is shown.
struct DetachedSpotlight {
  let effect: Spotlight
  let scale: Double
  let canvas: Rect
  /// What is below the layer, px at the scale.
  let below: Raster
  /// The layer that `#a` names: its picture, and its rectangles.
  let other: Picture
  let rectangles: [Rect]

  init(
    _ keys: String, scale: Double = 1, canvas: Rect, below: Raster? = nil, other: Picture? = nil,
    rectangles: [Rect] = []
  ) throws {
    let json = try JSON(parsing: Array("{\(keys)}".utf8))
    var decoding = ParameterDecoding()
    effect = try #require(
      Spotlight.decode(json, &decoding), "\(decoding.diagnostics)")
    self.scale = scale
    self.canvas = canvas
    self.below = try below ?? Raster(area: PixelRect(covering: canvas, scale: scale), scale: scale)
    self.other = other ?? Picture(scale: scale)
    self.rectangles = rectangles
  }

  /// What is drawn of a region, by an effect that sees no more than it says it must.
  func picture(in region: Rect) throws -> Picture {
    let geometry = EffectGeometry(
      canvas: canvas, frame: canvas, cornerRadii: CornerRadii(.pixels(20)), clip: nil,
      scale: scale, inputExtent: .empty, text: nil, seed: 1, fonts: FontLibrary()
    ) { _ in rectangles }
    let needed = effect.regionOfInterest(for: region, in: geometry)
    let seen = try below.cropped(to: PixelRect(covering: needed.backdrop, scale: scale))
    let context = EffectContext(
      geometry: geometry, region: region,
      host: EffectContext.Host(
        backdrop: { try Picture(seen) }, input: { _ in Picture(scale: scale) },
        layerImage: { _ in other }, image: { _ in throw EffectError("there is none.") }))
    var picture = Picture(scale: scale)
    try effect.apply(to: &picture, in: context)
    return picture
  }
}
