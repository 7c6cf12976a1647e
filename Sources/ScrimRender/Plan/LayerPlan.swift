import ScrimJob
import ScrimKit

/// Which parts of a layer's chain must be drawn so that a region of its end is right.
struct LayerPlan {
  /// What each step may touch: the content, then each effect. px at scale 1.
  let extents: [Rect]
  /// What is needed of each step, by the same index.
  let regions: [Rect]
  /// What each effect needs to see of the backdrop.
  let backdrops: [Rect]

  /// Goes down the chain from what is wanted.
  ///
  /// - Parameters:
  ///   - placed: The layer.
  ///   - extents: From `EffectEnvironment.extents(of:scale:)`.
  ///   - wanted: What is needed of the layer's finished picture, px at scale 1.
  ///   - tracker: Is told which effect runs.
  ///   - geometry: What the effect at an index knows.
  /// - Throws: `JobDiagnostics` where an effect refuses.
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
