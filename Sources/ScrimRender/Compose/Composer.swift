import ScrimJob
import ScrimKit

/// Draws the layers of a scene at one scale, bottom up.
struct Composer {
  let scene: Scene
  /// Device pixels a px.
  let scale: Double
  private let planner: Planner

  /// - Parameters:
  ///   - scene: What to draw.
  ///   - scale: Device pixels a px.
  /// - Throws: `JobMistakes` where an effect refuses.
  init(scene: Scene, scale: Double) throws {
    self.scene = scene
    self.scale = scale
    planner = Planner(
      scene: scene, extents: try SceneExtents(scene, scale: scale), scale: scale)
  }

  /// Draws all layers.
  ///
  /// - Parameters:
  ///   - ground: What they are drawn on; nothing is on it yet but a background.
  ///   - finished: Told after each layer how long it took, with the layers in it, milliseconds.
  /// - Throws: `JobMistakes` where an effect refuses; `DrawingError`.
  func compose(
    on ground: any Ground, finished: @escaping (_ layer: Int, _ milliseconds: Double) -> Void
  ) throws {
    var wanted = scene.canvas
    let layers = try planner.stack(
      scene.nesting.roots, wanted: &wanted, in: Planner.Sight(bounds: scene.canvas))
    for layer in layers {
      try draw(layer, on: ground, finished: finished)
    }
  }

  /// Lays a layer on what is below it.
  private func draw(
    _ layer: PlannedLayer, on ground: any Ground,
    finished: @escaping (_ layer: Int, _ milliseconds: Double) -> Void
  ) throws {
    let start = ContinuousClock.now
    defer { finished(layer.placed.index, (ContinuousClock.now - start) / .milliseconds(1)) }
    guard layer.chain == nil else {
      let picture = try picture(of: layer, over: ground.picture, finished: finished)
      if let picture { try ground.draw(picture, opacity: layer.placed.layer.opacity) }
      return
    }
    func drawChildren(on ground: any Ground) throws {
      for child in layer.children { try draw(child, on: ground, finished: finished) }
    }
    guard let clip = layer.placed.clip else { return try drawChildren(on: ground) }
    if layer.seesBelow {
      try ground.clip(to: clip) { try drawChildren(on: ground) }
    } else {
      // Nobody can tell the difference, and it takes no copy of what is below.
      let inside = RecordedGround(scale: scale)
      try drawChildren(on: inside)
      try ground.draw(inside.picture.clipped(to: clip), opacity: 1)
    }
  }

  /// The finished picture of a layer that is drawn on its own first.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - backdrop: What is below it.
  ///   - isOpaqueBelow: Whether the layers of a group see black below it.
  ///   - finished: Told how long each layer in it took.
  /// - Returns: `nil` if nothing of it is wanted.
  private func picture(
    of layer: PlannedLayer, over backdrop: @escaping (Rect) throws -> Picture,
    isOpaqueBelow: Bool = false,
    finished: @escaping (_ layer: Int, _ milliseconds: Double) -> Void
  ) throws -> Picture? {
    guard let plan = layer.chain, let region = plan.regions.last, !region.isEmpty else {
      return nil
    }
    let chain = ChainEvaluation(
      placed: layer.placed, plan: plan, scene: scene, scale: scale, backdrop: backdrop
    ) {
      let ground = RecordedGround(scale: scale, isOpaqueBelow: isOpaqueBelow)
      for child in layer.children { try draw(child, on: ground, finished: finished) }
      return ground.picture
    } silhouette: {
      try silhouette(of: $0)
    }
    return try chain.picture(after: layer.placed.layer.effects.count, text: nil)
  }

  /// The finished picture of a layer that an effect refers to, as it stands alone.
  private func silhouette(of reference: Reference) throws -> Picture {
    let nothing = Picture(scale: scale)
    guard let placed = scene.layer(of: reference) else { return nothing }
    let layer = try planner.layer(placed, wanted: planner.extents[placed].last ?? .empty)
    // Glass has its alpha from what is below it: without a backdrop it would have no shape.
    let below = RecordedGround(scale: scale, isOpaqueBelow: true)
    return try picture(
      of: layer, over: below.picture, isOpaqueBelow: placed.letsThrough, finished: { _, _ in })
      ?? nothing
  }
}

extension Picture {
  /// The picture as a whole inside a path.
  ///
  /// - Throws: `DrawingError`.
  func clipped(to path: Path) throws -> Picture {
    // As one, or at the path's edge what is below in it would shine through what is above.
    var whole = Picture(scale: scale)
    try whole.draw(in: extent) { $0.draw(self) }
    var clipped = Picture(scale: scale)
    try clipped.draw(in: extent.intersection(path.controlBounds)) { canvas in
      canvas.clipped(to: path) { $0.draw(whole) }
    }
    return clipped
  }
}
