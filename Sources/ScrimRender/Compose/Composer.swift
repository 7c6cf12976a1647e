import ScrimDocument
import ScrimJob
@_spi(Host) import ScrimKit

/// Draws the layers of a scene at one scale, bottom up.
struct Composer {
  let scene: Scene
  /// Device pixels a px.
  let scale: Double
  private let surroundings: Surroundings

  init(scene: Scene, scale: Double) {
    self.scene = scene
    self.scale = scale
    surroundings = scene.surroundings
  }

  /// Draws all layers.
  ///
  /// - Parameters:
  ///   - ground: What they are drawn on; nothing is on it yet.
  ///   - finished: Told after each layer how long it took, milliseconds.
  /// - Throws: `JobMistakes` where an effect refuses; `DrawingError`.
  func compose(
    on ground: any Ground, finished: (_ layer: Int, _ milliseconds: Double) -> Void
  ) throws {
    try ground.fill(with: scene.job.canvas.background, box: scene.canvas)
    for placed in scene.layers where placed.layer.isVisible && placed.layer.opacity > 0 {
      let start = ContinuousClock.now
      let picture = try finish(placed, wanted: scene.canvas, backdrop: ground.picture)
      if let picture { try ground.draw(picture, opacity: placed.layer.opacity) }
      finished(placed.index, (ContinuousClock.now - start) / .milliseconds(1))
    }
  }

  /// The finished picture of a layer within a region.
  private func finish(
    _ placed: PlacedLayer, wanted: Rect, backdrop: @escaping (Rect) throws -> Picture
  ) throws -> Picture? {
    let extents = try surroundings.extents(of: placed, scale: scale)
    let plan = try LayerPlan(
      placed, extents: extents, wanted: wanted, blame: scene.blame
    ) { index in
      surroundings.geometry(
        of: placed, effect: index, inputExtent: extents[index], scale: scale)
    }
    guard let region = plan.regions.last, !region.isEmpty else { return nil }
    let chain = Chain(
      placed: placed, plan: plan, composer: self, backdrop: backdrop)
    return try chain.picture(after: placed.layer.effects.count, text: nil)
  }

  /// One evaluation of a layer's chain of effects.
  private struct Chain {
    let placed: PlacedLayer
    let plan: LayerPlan
    let composer: Composer
    let backdrop: (Rect) throws -> Picture

    /// The picture after the first `count` effects.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - text: Drawn in place of the layer's own, where an effect asked for that.
    /// - Returns: The picture, complete within the plan's region.
    /// - Throws: `JobMistakes` where an effect refuses; `DrawingError`.
    func picture(after count: Int, text: TextLayout?) throws -> Picture {
      guard count > 0 else { return try content(text) }
      let index = count - 1
      let use = placed.layer.effects[index]
      // Words that the effect keeps to itself are not in a text that comes from after it.
      let before = text.map {
        placed.wordKeepers.contains(index) ? placed.texts[index].drawn(as: $0) : $0
      }
      var picture = try picture(after: index, text: before)
      let geometry = composer.surroundings.geometry(
        of: placed, effect: index, inputExtent: plan.extents[index], scale: composer.scale,
        text: before)
      let context = EffectContext(
        geometry: geometry, region: plan.regions[count], host: host(index))
      try composer.scene.blame.on(use, ofLayer: placed.index) {
        try use.effect.apply(to: &picture, in: context)
      }
      try picture.clip(to: plan.extents[count])
      return picture
    }

    private func content(_ text: TextLayout?) throws -> Picture {
      var picture = Picture(scale: composer.scale)
      let text = text ?? placed.texts.first
      let extent = placed.contentExtent(text).intersection(plan.regions[0])
      try picture.draw(in: extent) { canvas in
        if let clip = placed.clip {
          try canvas.clipped(to: clip) { try draw(text, on: $0) }
        } else {
          try draw(text, on: canvas)
        }
      }
      return picture
    }

    private func draw(_ text: TextLayout?, on canvas: Canvas) throws {
      switch placed.content {
      case .none: break
      case .fill(let paint): canvas.fill(placed.frame, with: paint)
      case .image(let image, let rect): canvas.draw(image, in: rect)
      case .text: if let text { try canvas.draw(text) }
      }
    }

    private func host(_ index: Int) -> EffectContext.Host {
      EffectContext.Host(
        backdrop: { try backdrop(plan.backdrops[index]) },
        input: { try picture(after: index, text: $0) },
        silhouette: { reference in
          let use = placed.layer.effects[index]
          try use.check(reference, in: use.silhouettes)
          return try composer.silhouette(of: reference)
        },
        image: { source in
          guard let image = composer.scene.pictures[source] else {
            throw EffectError("asks for a picture that none of its parameters names.")
          }
          return image
        })
    }
  }

  /// The finished picture of a layer that an effect refers to, as it stands alone.
  private func silhouette(of reference: Reference) throws -> Picture {
    let nothing = Picture(scale: scale)
    guard let placed = scene.layer(of: reference) else { return nothing }
    let extent = try surroundings.extents(of: placed, scale: scale).last ?? .empty
    // Glass has its alpha from what is below it: without a backdrop it would have no shape.
    return try finish(placed, wanted: extent) { region in
      var opaque = nothing
      try opaque.draw(in: region) { $0.fill(region, with: .black) }
      return opaque
    } ?? nothing
  }
}
