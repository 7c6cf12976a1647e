import ScrimJob
import ScrimKit

/// The regions of a layer's chain that are needed to draw a region of its result.
struct LayerPlan {
  /// The extent of each step: the content, then each effect. px at scale 1.
  let extents: [Rect]
  /// The required region of each step, by the same index.
  let regions: [Rect]
  /// The region of the backdrop that each effect reads.
  let backdrops: [Rect]

  /// Propagates the wanted region down the chain.
  ///
  /// - Parameters:
  ///   - placed: The layer.
  ///   - extents: From `EffectEnvironment.extents(of:scale:)`.
  ///   - wanted: The required region of the layer's finished image, px at scale 1.
  ///   - tracker: Records which effect runs.
  ///   - geometry: The geometry of the effect at an index.
  /// - Throws: `JobDiagnostics` if an effect reports an error.
  init(
    _ placed: PlacedLayer, extents: [Rect], wanted: Rect, tracker: EffectTracker,
    geometry: (Int) -> EffectGeometry
  ) throws {
    self.extents = extents
    var regions = extents
    var backdrops = Array(repeating: Rect.empty, count: placed.layer.effects.count)
    regions[extents.count - 1] = wanted.intersection(extents[extents.count - 1])
    for index in placed.layer.effects.indices.reversed() {
      let region = regions[index + 1]
      guard !region.isEmpty else {
        regions[index] = .empty
        continue
      }
      let use = placed.layer.effects[index]
      let need = try tracker.on(use, ofLayer: placed.index) {
        try use.effect.regionOfInterest(for: region, in: geometry(index))
      }
      regions[index] = need.input.intersection(extents[index])
      backdrops[index] = need.backdrop
    }
    self.regions = regions
    self.backdrops = backdrops
  }
}
