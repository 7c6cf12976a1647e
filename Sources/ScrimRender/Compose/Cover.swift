import ScrimKit

extension Composer {
  /// Fills the target with the lowest layer, in place of the background, if that layer hides everything below it.
  ///
  /// - Parameters:
  ///   - target: The target of drawing.
  ///   - layers: The layers to draw, bottom first; the one that is drawn is removed.
  /// - Returns: Whether there is such a layer.
  /// - Throws: `DrawingError`.
  func fill(_ target: any RenderTarget, withCoverOf layers: inout [PlannedLayer]) throws -> Bool {
    let start = ContinuousClock.now
    var rest = layers
    guard show == nil, let target = target as? RasterTarget,
      let cover = rest.removeCover()?.placed
    else { return false }
    let isFilled = try scene.tracker.during(
      .compose(layer: cover.index), of: cover.layer, "the layer"
    ) {
      switch cover.content {
      case .fill(let paint):
        try target.fill(with: paint, box: cover.frame)
        return true
      case .image(let source, let rect):
        guard let image = scene.images[source], try target.fill(with: image, in: rect) else {
          return false
        }
        if isLast, scene.job.isUsedOnce(source) { _ = scene.images.take(source) }
        return true
      case .none, .text, .group, .plugin: return false
      }
    }
    guard isFilled else { return false }
    layers = rest
    times?.add(cover, since: start)
    return true
  }
}
