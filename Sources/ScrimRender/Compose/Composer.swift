import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// Draws the layers of a canvas, bottom up.
struct Composer {
  let plan: CanvasPlan
  /// The cache of finished lower parts.
  var cache: RenderCache?
  /// Whether this is the last drawing of the scene, so that images may be consumed.
  var isLast = false
  /// Receives the duration of each layer.
  var times: LayerTimes?
  /// Receives each layer's image as it is composited, before opacity and blend mode are applied.
  var show: ((PlacedLayer, Picture) throws -> Void)?
  /// Receives each text that a layer draws: effects may ask for it again with another fill, or for some lines of it.
  var noteText: ((PlacedLayer, TextLayout) -> Void)?

  var scene: Scene { plan.scene }

  /// Draws all layers.
  ///
  /// - Parameter target: The target of drawing, empty so far.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`.
  func compose(on target: any RenderTarget) throws {
    var layers = plan.layers
    var cached = try CachedStack(plan, on: target, from: cache)
    if let cached, cached.found > 0 {
      layers.removeAll(where: cached.has)
    } else if try !fill(target, withCoverOf: &layers) {
      try target.fill(with: scene.job.canvas.background, box: scene.canvas)
    }
    for layer in layers {
      cached?.willDraw(layer)
      try draw(layer, on: target)
    }
    cached?.willDraw(nil)
  }

  /// Draws a layer onto the target.
  func draw(_ layer: PlannedLayer, on target: any RenderTarget) throws {
    let start = ContinuousClock.now
    defer { times?.add(layer.placed, since: start) }
    try scene.tracker.during(
      .compose(layer: layer.placed.index), of: layer.placed.layer, "the layer"
    ) {
      if layer.chain == nil {
        try drawPassThrough(layer, on: target)
      } else {
        try drawIsolated(layer, on: target)
      }
    }
  }

  /// Composites the finished image of a layer onto the target.
  private func drawIsolated(_ layer: PlannedLayer, on target: any RenderTarget) throws {
    let (own, transform) = (layer.placed.layer, layer.placed.transform)
    let picture = try picture(of: layer) { region in
      transform == .none
        ? try target.picture(in: region)
        : try target.picture(in: region, transformedBack: transform)
    }
    guard let picture else { return }
    try show?(layer.placed, picture)
    try target.draw(picture, opacity: own.opacity, blend: own.blend)
  }

  /// Draws the children of a group onto the target, then its border, inside its clip; before, its outer shadows.
  private func drawPassThrough(_ group: PlannedLayer, on target: any RenderTarget) throws {
    if group.placed.layer.hasOuterShadow {
      try drawPart(within: group.placed.boxExtent, on: target) {
        try group.placed.drawOuterShadows(
          on: $0, images: scene.images, in: group.region, scale: plan.scale)
      }
    }
    func drawInside(_ target: any RenderTarget) throws {
      try drawBackground(of: group.placed, in: group.region, on: target)
      for child in group.children { try draw(child, on: target) }
      guard let border = group.placed.layer.border else { return }
      try drawPart(within: group.placed.frame, on: target) {
        group.placed.draw(border, on: $0)
      }
    }
    guard let clip = group.placed.clip else { return try drawInside(target) }
    if group.seesBelow {
      try target.clip(to: clip) { try drawInside(target) }
    } else {
      // The result is the same, without a copy of the target.
      let inside = RecordingTarget(plan.emptyPicture)
      try drawInside(inside)
      try target.draw(inside.picture.clipped(to: clip), opacity: 1, blend: .normal)
    }
  }

  /// Draws what is behind the children of a group.
  private func drawBackground(
    of group: PlacedLayer, in region: Rect, on target: any RenderTarget
  ) throws {
    guard group.layer.hasBackdrop else { return }
    try drawPart(within: group.frame, on: target) {
      try group.drawBackground(on: $0, of: scene, in: region, scale: plan.scale)
    }
  }

  /// Draws what a group draws itself.
  private func drawPart(
    within area: Rect, on target: any RenderTarget,
    _ body: (Canvas) throws -> Void
  ) throws {
    var part = plan.emptyPicture
    try part.draw(in: area, body)
    try target.draw(part, opacity: 1, blend: .normal)
  }

  /// Renders a layer on its own: content → effects → mask → transform.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - isOpaqueBelow: Whether the children of a group see black below it.
  ///   - backdrop: The image below the layer, in its untransformed space.
  /// - Returns: `nil` if nothing of it is needed.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`.
  private func picture(
    of layer: PlannedLayer, isOpaqueBelow: Bool = false,
    over backdrop: @escaping (Rect) throws -> Picture
  ) throws -> Picture? {
    let placed = layer.placed
    guard let chain = layer.chain, let region = chain.regions.last, !region.isEmpty else {
      return nil
    }
    var evaluation = ChainEvaluation(placed: placed, plan: chain, canvas: plan, backdrop: backdrop)
    {
      let inside = RecordingTarget(plan.emptyPicture, isOpaqueBelow: isOpaqueBelow)
      try drawBackground(of: placed, in: layer.region, on: inside)
      for child in layer.children { try draw(child, on: inside) }
      return inside.picture
    } layerImage: {
      try layerImage(of: $0, seenBy: placed)
    }
    if let noteText { evaluation.noteText = { noteText(placed, $0) } }
    var picture = try evaluation.picture(after: placed.layer.effects.count, text: nil)
    if let mask = placed.layer.mask { try apply(mask, to: &picture, of: placed, in: region) }
    return try picture.transformed(by: placed.transform)
  }

  /// Applies a layer's mask to its image.
  private func apply(
    _ mask: MaskSpec, to picture: inout Picture, of placed: PlacedLayer, in region: Rect
  ) throws {
    let frame = placed.frame
    switch mask.shape {
    case .source(let name):
      try picture.applyMask(mask, in: region) {
        try scene.draw(name, in: frame, within: frame, on: $0, scale: plan.scale)
      }
    case .fill(let paint):
      // A gradient continues beyond the frame with the colours of its ends, so that shadows fade with their layer.
      // Beyond the extent, so that an edge inside a pixel is antialiased once.
      let area = picture.extent.grown(by: 1)
      try picture.applyMask(mask, in: region) { $0.fill(area, with: paint, box: frame) }
    case .layer(let reference):
      let other = try layerImage(of: reference, seenBy: placed)
      let opacity = scene.layer(of: reference)?.layer.opacity ?? 1
      try picture.applyMask(mask, in: region) { $0.draw(other, opacity: opacity) }
    }
  }

  /// Renders, on its own, a layer that another one refers to.
  ///
  /// - Parameters:
  ///   - reference: The reference to the layer.
  ///   - asking: The layer with the reference. The image keeps its position on the canvas, even if either layer is
  ///     transformed.
  /// - Returns: The layer without its own opacity.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`.
  private func layerImage(of reference: Reference, seenBy asking: PlacedLayer) throws -> Picture {
    guard let placed = scene.layer(of: reference) else { return plan.emptyPicture }
    let extent = plan.planner.extents[placed].last ?? .empty
    let layer = try plan.planner.layer(placed, wanted: placed.transform.bounds(of: extent))
    // Glass takes its alpha from the backdrop: without one it would have no shape.
    let below = RecordingTarget(plan.emptyPicture, isOpaqueBelow: true)
    // Its time is that of the layer with the reference.
    var untimed = self
    untimed.times = nil
    let picture = try untimed.picture(
      of: layer, isOpaqueBelow: placed.isPassThrough, over: below.picture)
    let transform = scene.transform(from: .around(placed.index), to: .inside(asking.index))
    return try (picture ?? plan.emptyPicture).transformed(by: transform)
  }
}
