import ScrimJob
import ScrimLayout
import ScrimKit

/// Draws the layers of a scene at one scale, bottom up.
struct Composer {
  let scene: Scene
  /// Device pixels per px.
  let scale: Double
  private let planner: Planner
  private let cache: RenderCache?
  private let isLast: Bool
  /// Receives each layer's image as it is composited, before opacity and blend mode are applied.
  var show: ((PlacedLayer, Picture) throws -> Void)?

  /// - Parameters:
  ///   - scene: The scene to draw.
  ///   - scale: Device pixels per px.
  ///   - cache: The cache of finished lower parts.
  ///   - isLast: Whether this is the last drawing of the scene, so that images may be consumed.
  /// - Throws: `JobDiagnostics` if an effect reports an error.
  init(
    scene: Scene, scale: Double, cache: RenderCache? = nil, isLast: Bool = false
  ) throws {
    self.scene = scene
    self.scale = scale
    self.cache = cache
    self.isLast = isLast
    planner = Planner(
      scene: scene, extents: try SceneExtents(scene, scale: scale), scale: scale)
  }

  /// Draws all layers.
  ///
  /// - Parameters:
  ///   - target: The target of drawing, empty so far.
  ///   - finished: Called after each layer with its duration in milliseconds, including its children.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`.
  func compose(
    on target: any RenderTarget, finished: @escaping (_ layer: Int, _ milliseconds: Double) -> Void
  ) throws {
    var layers = try stack(for: target)
    var stack = try cached(under: layers, on: target)
    if let stack, stack.found > 0 {
      layers.removeAll(where: stack.has)
    } else if try !lay(&layers, under: target, finished: finished) {
      try target.fill(with: scene.job.canvas.background, box: scene.canvas)
    }
    for layer in layers {
      stack?.willDraw(layer)
      try draw(layer, on: target, finished: finished)
    }
    stack?.willDraw(nil)
  }

  /// The plan of all layers, for reports.
  ///
  /// - Parameter target: The target of drawing.
  /// - Returns: The positions of all layers and what is drawn of them, px at scale 1.
  /// - Throws: `JobDiagnostics` if an effect reports an error.
  func plan(for target: any RenderTarget) throws -> PlanListing {
    PlanListing(scene: scene, extents: planner.extents, stack: try stack(for: target))
  }

  private func stack(for target: any RenderTarget) throws -> [PlannedLayer] {
    var wanted = scene.canvas
    return try planner.stack(
      scene.nesting.roots, wanted: &wanted,
      in: Planner.Visibility(bounds: scene.canvas, hidesCovered: target is RasterTarget))
  }

  private func cached(
    under layers: [PlannedLayer], on target: any RenderTarget
  ) throws -> CachedStack? {
    guard let cache, let target = target as? RasterTarget else { return nil }
    // Layers below a cover were never drawn.
    let hidden = layers.hasCover ? scene.rootsByLayer[layers[0].placed.index] : 0
    return try CachedStack(scene, scale: scale, hidden: hidden, on: target, from: cache)
  }

  /// Fills the target with the lowest layer, instead of the background, if that layer covers everything.
  ///
  /// - Parameters:
  ///   - layers: The layers to draw, bottom first; the one that is drawn is removed.
  ///   - target: The target of drawing.
  ///   - finished: Called with the duration of the layer.
  /// - Returns: Whether there is such a layer.
  /// - Throws: `DrawingError`.
  private func lay(
    _ layers: inout [PlannedLayer], under target: any RenderTarget,
    finished: (_ layer: Int, _ milliseconds: Double) -> Void
  ) throws -> Bool {
    let start = ContinuousClock.now
    var rest = layers
    guard show == nil, let target = target as? RasterTarget,
      let cover = rest.removeCover()?.placed
    else { return false }
    let isLaid = try scene.tracker.during(
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
      case .none, .text, .group: return false
      }
    }
    guard isLaid else { return false }
    layers = rest
    finished(cover.index, (ContinuousClock.now - start) / .milliseconds(1))
    return true
  }

  /// Composites a layer onto the target.
  private func draw(
    _ layer: PlannedLayer, on target: any RenderTarget,
    finished: @escaping (_ layer: Int, _ milliseconds: Double) -> Void
  ) throws {
    let start = ContinuousClock.now
    defer { finished(layer.placed.index, (ContinuousClock.now - start) / .milliseconds(1)) }
    try scene.tracker.during(
      .compose(layer: layer.placed.index), of: layer.placed.layer, "the layer"
    ) {
      try lay(layer, on: target, finished: finished)
    }
  }

  private func lay(
    _ layer: PlannedLayer, on target: any RenderTarget,
    finished: @escaping (_ layer: Int, _ milliseconds: Double) -> Void
  ) throws {
    guard layer.chain == nil else {
      let (own, transform) = (layer.placed.layer, layer.placed.transform)
      let picture = try picture(of: layer, finished: finished) { region in
        transform == .none
          ? try target.picture(in: region)
          : try target.picture(in: region, transformedBack: transform)
      }
      guard let picture else { return }
      try show?(layer.placed, picture)
      try target.draw(picture, opacity: own.opacity, blend: own.blend)
      return
    }
    func drawChildren(on target: any RenderTarget) throws {
      for child in layer.children { try draw(child, on: target, finished: finished) }
      guard let border = layer.placed.layer.border else { return }
      var line = Picture(scale: scale)
      try line.draw(in: layer.placed.frame) { layer.placed.draw(border, on: $0) }
      try target.draw(line, opacity: 1, blend: .normal)
    }
    guard let clip = layer.placed.clip else { return try drawChildren(on: target) }
    if layer.seesBelow {
      try target.clip(to: clip) { try drawChildren(on: target) }
    } else {
      // The result is the same, without a copy of the target.
      let inside = RecordingTarget(scale: scale)
      try drawChildren(on: inside)
      try target.draw(inside.picture.clipped(to: clip), opacity: 1, blend: .normal)
    }
  }

  /// Renders a layer that is isolated: content, effects, mask, transform.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - isOpaqueBelow: Whether the children of a group see black below it.
  ///   - finished: Called with the duration of each child.
  ///   - backdrop: The image below the layer, in its untransformed space.
  /// - Returns: `nil` if nothing of it is needed.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`.
  private func picture(
    of layer: PlannedLayer, isOpaqueBelow: Bool = false,
    finished: @escaping (_ layer: Int, _ milliseconds: Double) -> Void,
    over backdrop: @escaping (Rect) throws -> Picture
  ) throws -> Picture? {
    guard let plan = layer.chain, let region = plan.regions.last, !region.isEmpty else {
      return nil
    }
    let chain = ChainEvaluation(
      placed: layer.placed, plan: plan, scene: scene, scale: scale, backdrop: backdrop
    ) {
      let target = RecordingTarget(scale: scale, isOpaqueBelow: isOpaqueBelow)
      for child in layer.children { try draw(child, on: target, finished: finished) }
      return target.picture
    } layerImage: {
      try layerImage(of: $0, seenBy: layer.placed)
    }
    var picture = try chain.picture(after: layer.placed.layer.effects.count, text: nil)
    if let mask = layer.placed.layer.mask {
      try applyMask(to: &picture, mask, of: layer.placed, in: region)
    }
    return try picture.transformed(by: layer.placed.transform)
  }

  /// Applies a layer's mask to its image.
  private func applyMask(
    to picture: inout Picture, _ mask: MaskSpec, of placed: PlacedLayer, in region: Rect
  ) throws {
    let frame = placed.frame
    switch mask.shape {
    case .source(let name):
      guard let image = scene.images[name] else { return }
      try picture.applyMask(mask, in: region) { $0.draw(image, in: frame) }
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
    let nothing = Picture(scale: scale)
    guard let placed = scene.layer(of: reference) else { return nothing }
    let extent = planner.extents[placed].last ?? .empty
    let layer = try planner.layer(placed, wanted: placed.transform.bounds(of: extent))
    // Glass takes its alpha from the backdrop: without one it would have no shape.
    let below = RecordingTarget(scale: scale, isOpaqueBelow: true)
    let picture = try picture(
      of: layer, isOpaqueBelow: placed.isPassThrough, finished: { _, _ in }, over: below.picture)
    let transform = scene.transform(from: .around(placed.index), to: .inside(asking.index))
    return try (picture ?? nothing).transformed(by: transform)
  }
}

extension Picture {
  /// Clips the picture, as one unit, to a path.
  ///
  /// - Throws: `DrawingError`.
  func clipped(to path: Path) throws -> Picture {
    // As one unit: otherwise lower parts would show through at the path's antialiased edge.
    var whole = Picture(scale: scale)
    try whole.draw(in: extent) { $0.draw(self) }
    var clipped = Picture(scale: scale)
    try clipped.draw(in: extent.intersection(path.controlBounds)) { canvas in
      canvas.clipped(to: path) { $0.draw(whole) }
    }
    return clipped
  }
}
