import ScrimJSON
@_spi(Host) import ScrimKit
import Spotlight

/// A spotlight that is applied without a job, so that a part of its image can be requested and its backdrop limited
/// to the declared region.
struct DetachedSpotlight {
  private let effect: Spotlight
  private var test: EffectTesting

  /// - Parameters:
  ///   - keys: The effect's parameters.
  ///   - scale: Device pixels per px.
  ///   - canvas: Also the layer's frame, px.
  ///   - below: The image below the layer.
  ///   - other: The image of the layer that `#a` names.
  ///   - rectangles: The rectangles of that layer, and of its lines.
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

  /// A region of the result, by an effect whose backdrop is limited to the declared region.
  func picture(in region: Rect) throws -> Picture { try test.apply(effect, in: region) }
}
