import ScrimJSON
@_spi(Host) import ScrimKit
import Spotlight

/// A spotlight that is applied without a job around it, so that a part of its picture can be asked for
/// and what it says it must see can be all that it is shown.
struct DetachedSpotlight {
  private let effect: Spotlight
  private var test: EffectTesting

  /// - Parameters:
  ///   - keys: The effect's parameters.
  ///   - scale: Device pixels a px.
  ///   - canvas: Also the layer's frame, px.
  ///   - below: What is below the layer.
  ///   - other: The picture of the layer that `#a` names.
  ///   - rectangles: Those of that layer, and of its lines.
  /// - Throws: `EffectTesting.InvalidParameters`, `DrawingError`.
  init(
    _ keys: String, scale: Double = 1, canvas: Rect, below: Raster? = nil, other: Picture? = nil,
    rectangles: [Rect] = []
  ) throws {
    effect = try EffectTesting.decode(from: JSON(parsing: Array("{\(keys)}".utf8)))
    test = EffectTesting(canvas: canvas, scale: scale)
    test.cornerRadii = CornerRadii(.pixels(20))
    test.backdrop = try below.map { try Picture($0) }
    test.layerImages["#a"] = other
    for reference in ["#a", "#a/lines", "#a/extent"] { test.rectangles[reference] = rectangles }
  }

  /// What is drawn of a region, by an effect that sees no more than it says it must.
  func picture(in region: Rect) throws -> Picture { try test.apply(effect, in: region) }
}
