import ScrimJob
@_spi(Host) import ScrimKit

/// What of a canvas an earlier job has drawn, and what is to be kept of it for later ones.
struct CachedStack {
  /// How many of the lowest layers, those in a group as one, lie on the ground already.
  let found: Int
  private let cache: RenderCache
  private let target: RasterTarget
  private let scene: Scene
  private let roots: [Int]
  private let isFoundRandom: Bool
  private var pending: StackKeys.Part?

  /// Lays on the ground what is kept.
  ///
  /// - Parameters:
  ///   - scene: What is drawn.
  ///   - scale: Device pixels a px.
  ///   - hidden: How many of the lowest layers nobody sees; they are not drawn, and of no use to others.
  ///   - target: What it is drawn on.
  ///   - cache: Has what was drawn.
  init?(
    _ scene: Scene, scale: Double, hidden: Int, on target: RasterTarget, from cache: RenderCache
  ) {
    guard cache.limit > 0, let keys = StackKeys(scene, scale: scale) else {
      return nil
    }
    let cached = cache.stack(keys, countingMoreThan: hidden)
    if let cached { target.fill(with: cached.finished) }
    found = cached?.count ?? 0
    isFoundRandom = cached?.isRandom ?? false
    pending = cache.note(keys, countingMoreThan: max(found, hidden))
    self.cache = cache
    self.target = target
    self.scene = scene
    roots = scene.rootsByLayer
  }

  /// Whether a layer, or the group that it is in, lies on the ground already.
  func has(_ layer: PlannedLayer) -> Bool { roots[layer.placed.index] < found }

  /// Keeps the ground when all of a part that is worth it lies there.
  ///
  /// - Parameter layer: What is drawn next; `nil` after the last.
  mutating func willDraw(_ layer: PlannedLayer?) {
    guard let part = pending, layer.map({ roots[$0.placed.index] >= part.count }) ?? true else {
      return
    }
    pending = nil
    let isRandom =
      isFoundRandom
      || scene.layers.contains { placed in
        roots[placed.index] < part.count && placed.layer.effects.contains(where: \.dependsOnSeed)
      }
    // A seed that was drawn is drawn no second time.
    guard !isRandom || scene.job.seed != nil else { return }
    cache.insert(target.finishedStack(), of: part, isRandom: isRandom)
  }
}
