import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// One evaluation of a layer's chain of effects.
struct ChainEvaluation {
  let placed: PlacedLayer
  let plan: LayerPlan
  let canvas: CanvasPlan
  /// The image below the layer, at least within a region.
  let backdrop: (Rect) throws -> Picture
  /// The group's children, within the planned regions.
  let inside: () throws -> Picture
  /// The finished image of another layer.
  let layerImage: (Reference) throws -> Picture
  /// Receives each text that is drawn.
  var noteText: ((TextLayout) -> Void)?

  private var scene: Scene { canvas.scene }

  /// Returns the image after the first `count` effects.
  ///
  /// - Parameters:
  ///   - count: Number of effects.
  ///   - text: A text that replaces the layer's own, if an effect asked for it.
  /// - Returns: The image, complete within the plan's region.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`.
  func picture(after count: Int, text: TextLayout?) throws -> Picture {
    guard count > 0 else { return try content(text) }
    let pointwise = pointwiseEffects(before: count)
    if !pointwise.isEmpty { return try picture(afterPointwise: pointwise, text: text) }
    let index = count - 1
    let use = placed.layer.effects[index]
    // A text from a later step lacks the words that this effect conceals but draws itself.
    let before = text.map {
      placed.concealingEffects.contains(index) ? placed.texts[index].drawn(as: $0) : $0
    }
    var picture = try picture(after: index, text: before)
    let context = context(index, text: before)
    try scene.tracker.on(use, ofLayer: placed.index) {
      try use.effect.apply(to: &picture, in: context)
    }
    // An effect may have replaced the picture.
    picture.medium = canvas.medium
    try picture.clip(to: plan.extents[count])
    return picture
  }

  /// The longest run of pointwise effects before `count` with the same region, which are applied in one pass.
  private func pointwiseEffects(before count: Int) -> Range<Int> {
    var first = count
    while first > 0, placed.layer.effects[first - 1].effect is any PointwiseEffect,
      !placed.concealingEffects.contains(first - 1),
      plan.extents[first - 1] == plan.extents[count], plan.regions[first - 1] == plan.regions[count]
    {
      first -= 1
    }
    return first..<count
  }

  private func picture(afterPointwise effects: Range<Int>, text: TextLayout?) throws -> Picture {
    var picture = try picture(after: effects.lowerBound, text: text)
    let uses = placed.layer.effects[effects].map(\.self)
    let changes = try effects.map { index in
      let use = placed.layer.effects[index]
      return try scene.tracker.on(use, ofLayer: placed.index) { () -> PixelChange in
        guard let effect = use.effect as? any PointwiseEffect else { return { _ in } }
        return try effect.pixelChange(in: context(index, text: text))
      }
    }
    let region = plan.regions[effects.upperBound].intersection(plan.extents[effects.upperBound])
    try picture.changePixels(in: region, by: changes) { index, run in
      try scene.tracker.on(uses[index], ofLayer: placed.index, run)
    }
    return picture
  }

  private func context(_ index: Int, text: TextLayout?) -> EffectContext {
    let geometry = scene.environment.geometry(
      of: placed, effect: index, inputExtent: plan.extents[index], scale: canvas.scale, text: text)
    return EffectContext(geometry: geometry, region: plan.regions[index + 1], host: host(index))
  }

  private func content(_ text: TextLayout?) throws -> Picture {
    let isGroup = placed.group != nil
    if placed.hasBox { return try framedContent(text) }
    if isGroup {
      let group = try inside()
      return try placed.clip.map(group.clipped) ?? group
    }
    var picture = emptyPicture
    let text = text ?? placed.texts.first
    let extent = placed.contentExtent(text).intersection(plan.regions[0])
    try picture.draw(in: extent) { canvas in
      // A fill has the clip's own edges: clipping it as well would antialias them twice.
      if case .fill(let paint) = placed.content {
        canvas.fill(placed.clip ?? Path(), with: paint, box: placed.frame)
      } else if let clip = placed.clip {
        try canvas.clipped(to: clip) { try draw(text, on: $0) }
      } else {
        try draw(text, on: canvas)
      }
    }
    return picture
  }

  /// The content between its background and its border, all clipped as one: otherwise what is below would show through
  /// the antialiased edge of what is above. The background of a group is among what is inside. Outer shadows are not
  /// clipped.
  private func framedContent(_ text: TextLayout?) throws -> Picture {
    var picture = emptyPicture
    let isGroup = placed.group != nil
    if isGroup { picture = try inside() }
    let text = text ?? placed.texts.first
    let extent = placed.contentExtent(text, inside: placed.group?.extent ?? .empty)
    try picture.draw(in: extent.intersection(plan.regions[0])) { canvas in
      if !isGroup {
        try placed.drawBackground(
          on: canvas, of: scene, in: plan.regions[0], scale: self.canvas.scale)
      }
      if case .fill(let paint) = placed.content {
        canvas.fill(placed.frame.grown(by: 1), with: paint, box: placed.frame)
      } else {
        try draw(text, on: canvas)
      }
      if let border = placed.layer.border { placed.draw(border, on: canvas) }
    }
    picture = try placed.clip.map(picture.clipped) ?? picture
    guard placed.layer.hasOuterShadow else { return picture }
    try picture.drawUnder(in: placed.boxExtent.intersection(plan.regions[0])) {
      try placed.drawOuterShadows(
        on: $0, images: scene.images, in: plan.regions[0], scale: self.canvas.scale)
    }
    return picture
  }

  /// Its images are resampled to the size that they have on the canvas.
  private var emptyPicture: Picture {
    Picture(
      scale: canvas.scale, for: canvas.medium,
      transformedBy: scene.transform(from: .inside(placed.index), to: .canvas))
  }

  private func draw(_ text: TextLayout?, on canvas: Canvas) throws {
    switch placed.content {
    case .none, .fill, .group: break
    case .image(let source, let rect):
      try scene.draw(
        source, in: rect, within: placed.frame, on: canvas,
        scale: self.canvas.scale)
    case .text:
      guard let text else { return }
      noteText?(text)
      try canvas.draw(text)
    case .plugin(let use, let box, _):
      let geometry = scene.environment.geometry(
        of: use, in: box, ofLayer: placed.index, grid: placed.grid, scale: self.canvas.scale)
      try scene.tracker.on(use, ofLayer: placed.index) {
        try use.content.draw(on: canvas, in: geometry)
      }
    }
  }

  private func host(_ index: Int) -> EffectContext.Host {
    EffectContext.Host(
      backdrop: { try backdrop(plan.backdrops[index]) },
      input: { try picture(after: index, text: $0) },
      layerImage: { reference in
        let use = placed.layer.effects[index]
        try use.check(reference, in: use.layerImages)
        return try layerImage(reference)
      },
      image: { source in
        guard let image = scene.images[source] else {
          throw EffectError(
            "requests an image that is not in its parameters: declare an ImageSource for it.")
        }
        return image
      })
  }
}
