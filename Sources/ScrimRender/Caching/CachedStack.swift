import ScrimJob
@_spi(Host) import ScrimKit

/// The cached lower part of a canvas that a job starts from, and the part that it adds to the cache.
struct CachedStack {
  /// Number of the lowest layers that the cached image contains; a group counts as one.
  let found: Int
  private let cache: RenderCache
  private let target: RasterTarget
  private let scene: Scene
  private let roots: [Int]
  private let isFoundRandom: Bool
  private var pending: StackKeys.Part?

  /// Fills the target with the cached image, if there is one. Fails if nothing of the canvas can be cached.
  ///
  /// - Parameters:
  ///   - plan: The layers to draw.
  ///   - target: The target of drawing.
  ///   - cache: The cache of finished parts.
  /// - Throws: `DrawingError`.
  init?(_ plan: CanvasPlan, on target: any RenderTarget, from cache: RenderCache?) throws {
    guard let cache, cache.limit > 0, let target = target as? RasterTarget,
      let keys = StackKeys(plan.scene, scale: plan.scale, for: plan.medium)
    else { return nil }
    roots = plan.scene.rootsByLayer
    // Layers below a cover are never drawn, so caching them is useless.
    let hidden = plan.layers.hasCover ? roots[plan.layers[0].placed.index] : 0
    let cached = cache.stack(keys, countingMoreThan: hidden)
    if let cached { target.fill(with: cached.finished, try cache.pixels(of: cached.finished)) }
    found = cached?.count ?? 0
    isFoundRandom = cached?.isRandom ?? false
    pending = cache.note(keys, countingMoreThan: max(found, hidden))
    self.cache = cache
    self.target = target
    scene = plan.scene
  }

  /// Whether the cached image contains a layer, or the group that it is in.
  func has(_ layer: PlannedLayer) -> Bool { roots[layer.placed.index] < found }

  /// Caches the target's pixels once all layers of a part worth caching are drawn.
  ///
  /// - Parameter layer: The layer that is drawn next; `nil` after the last.
  mutating func willDraw(_ layer: PlannedLayer?) {
    guard let part = pending, layer.map({ roots[$0.placed.index] >= part.count }) ?? true else {
      return
    }
    pending = nil
    let isRandom =
      isFoundRandom
      || scene.layers.contains { placed in
        roots[placed.index] < part.count && placed.layer.dependsOnSeed
      }
    // Without a given seed, later jobs have other seeds and cannot use it.
    guard !isRandom || scene.job.seed != nil else { return }
    cache.insert(target.finishedStack(), of: part, isRandom: isRandom)
  }
}
