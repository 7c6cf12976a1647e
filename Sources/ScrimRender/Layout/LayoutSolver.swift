import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// Gives layers their places, in an order in which each comes after those that it refers to.
///
/// What cannot be placed because something else is wrong is left out in silence; all that is wrong
/// itself is reported.
final class LayoutSolver {
  let byId: [String: Int]
  private(set) var placed: [Int: PlacedLayer] = [:]
  /// Frames that are right, also of layers whose content has an error.
  private(set) var frames: [Int: Rect] = [:]
  /// How far layers reach with all their effects, px at scale 1.
  private(set) var extents: [Int: Rect] = [:]
  private(set) var canvas: ContainingBox

  let job: Job
  let seed: Int
  let tracker: EffectTracker
  let layers: [Layer]
  let fonts: FontLibrary
  let unread: UnreadParts
  let collector: DiagnosticCollector
  private let images: DecodedImages
  let nesting: Nesting
  let transforms: LayerTransforms
  private let order: LayoutOrder
  private(set) var outcomes: [LayoutOrder.Step: Outcome] = [:]
  /// Layers whose last effects could not be read: as far as is known, but not for others to see.
  private var partial: [Int: PlacedLayer] = [:]
  /// What the frames in each group are solved in.
  private var containingBoxes: [Int: ContainingBox] = [:]
  /// Texts whose fonts and characters were looked at.
  var checkedTexts: Set<Int> = []

  /// What is known of the canvas, or of the box of a group.
  enum ContainingBox {
    case whole(Rect)
    /// The height comes from the layers: a rectangle without one.
    case open(Rect)
    case nothing
  }

  enum Outcome {
    case done, failed, waiting
  }

  init(
    job: Job, seed: Int, tracker: EffectTracker, fonts: FontLibrary, images: DecodedImages,
    canvas: ContainingBox, unread: UnreadParts, collector: DiagnosticCollector
  ) {
    self.job = job
    self.seed = seed
    self.tracker = tracker
    self.fonts = fonts
    self.images = images
    self.canvas = canvas
    self.unread = unread
    self.collector = collector
    layers = job.allLayers
    // The first layer of an id has it; a second one was reported.
    byId = Dictionary(
      layers.enumerated().compactMap { index, layer in layer.id.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    nesting = Nesting(job.layers)
    transforms = LayerTransforms(layers, nesting)
    order = LayoutOrder(layers, byId: byId, nesting: nesting)
  }

  /// Places all layers that can be.
  ///
  /// - Throws: `DrawingError`.
  func run() throws {
    try perform(order.steps)
    if case .open(var whole) = canvas {
      canvas = .nothing
      if !unread.hidesLayers, layers.indices.allSatisfy(isMeasured),
        let height = AutoHeight(job: job).height(of: measuredFrames, collector)
      {
        whole.height = height
        canvas = .whole(whole)
      }
      try perform(order.steps.filter { outcomes[$0] == .waiting })
    }
    try checkRest()
  }

  /// Whether it is known where a layer ends, or that the canvas's height says so.
  private func isMeasured(_ index: Int) -> Bool {
    frames[index] != nil || outcomes[.place(index)] == .waiting
  }

  /// The frames that say how high the canvas is, upright: those that a group cuts off do not.
  private var measuredFrames: [Rect] {
    frames.compactMap { index, frame in
      var group = nesting.parents[index]
      while let cutting = group {
        if layers[cutting].cornerRadius != nil, frames[cutting] != nil { return nil }
        group = nesting.parents[cutting]
      }
      // What is in a group that turns about a centre which is not known stands nowhere yet.
      return try? rotation(from: .inside(index), to: .canvas).bounds(of: frame)
    }
  }

  private func perform(_ steps: [LayoutOrder.Step]) throws {
    for step in steps {
      do {
        switch step {
        case .place(let index): try announced(index) { try place(index) }
        case .reach(let index): try reach(index)
        }
        outcomes[step] = .done
      } catch LayoutPending.waiting {
        outcomes[step] = .waiting
      } catch LayoutPending.unplaceable {
        outcomes[step] = .failed
      } catch let found as JobDiagnostics {
        collector.report(found)
        outcomes[step] = .failed
      }
    }
  }

  /// Announces the layout of a text, which may take long.
  private func announced(_ index: Int, _ body: () throws -> Void) throws {
    guard case .text = layers[index].content else { return try body() }
    try tracker.during(.layout(layer: index), of: layers[index], "the layout of the text", body)
  }

  private func place(_ index: Int) throws {
    let layer = layers[index]
    guard !unread.hidesFrame(of: index) else { throw LayoutPending.unplaceable }
    let solver = try solver(of: index)
    if case .group = layer.content {
      let frame = solver.frame(nil)
      frames[index] = frame
      containingBoxes[index] = .whole(frame.shrunk(by: layer.padding))
      guard !unread.hidesContent(of: index) else { throw LayoutPending.unplaceable }
    } else if unread.hidesContent(of: index) {
      // Content may bring a height of its own.
      guard solver.fixesWidth, solver.fixesHeight else { throw LayoutPending.unplaceable }
      frames[index] = solver.frame(nil)
      throw LayoutPending.unplaceable
    }
    let content: PlacedLayer.Content
    switch layer.content {
    case .text(let spec):
      let texts = try placeText(spec, index, solver)
      guard let frame = frames[index] else { throw LayoutPending.unplaceable }
      record(
        PlacedLayer(
          index: index, layer: layer, frame: frame, content: .text, texts: texts.texts,
          concealingEffects: texts.concealingEffects))
      return
    case .image(let spec):
      let frame = solver.frame(nil)
      frames[index] = frame
      guard let handle = images[spec] else { throw LayoutPending.unplaceable }
      content = .image(
        handle,
        spec.place(
          width: Double(handle.width), height: Double(handle.height),
          in: frame.shrunk(by: layer.padding)))
    case .fill(let paint):
      content = .fill(paint)
    case .none:
      content = .none
    case .group:
      content = .group(PlacedLayer.Group())
    }
    let frame = solver.frame(nil)
    frames[index] = frame
    record(
      PlacedLayer(
        index: index, layer: layer, frame: frame, content: content, texts: [], concealingEffects: []
      ))
  }

  private func record(_ layer: PlacedLayer) {
    if unread.readableEffects(of: layer.layer, at: layer.index) == layer.layer.effects.count {
      placed[layer.index] = layer
    } else {
      partial[layer.index] = layer
    }
  }

  /// - Throws: `LayoutPending` if a side of the canvas or the group is needed and not known; `JobDiagnostics` if
  ///   the frame refers to nothing.
  private func solver(of index: Int) throws -> FrameSolver {
    let layer = layers[index]
    let containingBox = try containingBox(of: index)
    var needs = FrameNeeds(layer.frame, hasNaturalWidth: false, hasNaturalHeight: false)
    if case .text(let spec) = layer.content {
      needs = FrameNeeds(
        layer.frame, hasNaturalWidth: spec.wrap == .none, hasNaturalHeight: true)
    }
    let parent: Rect
    switch containingBox {
    case .whole(let rect), .open(let rect): parent = rect
    case .nothing: parent = .empty
    }
    let solver = try FrameSolver(spec: layer.frame, parent: parent) { reference, key in
      let found = try rectangles(
        of: reference, at: layer.path + ["frame", .key(key)], in: .around(index))
      // The bounds of empty frames still have a place.
      return found.count == 1 ? found[0] : found.bounds
    }
    switch containingBox {
    case .open where needs.height:
      if case .group = layer.content, !needs.heightForTop {
        containingBoxes[index] = .open(solver.frame(nil).opened(by: layer.padding))
      }
      throw LayoutPending.waiting
    case .nothing where needs.height || needs.width: throw LayoutPending.unplaceable
    default: return solver
    }
  }

  /// What the frame of a layer is solved in.
  ///
  /// - Throws: `LayoutPending` if it is in a group of which nothing is known.
  private func containingBox(of index: Int) throws -> ContainingBox {
    guard let group = nesting.parents[index] else { return canvas }
    guard let containingBox = containingBoxes[group] else {
      throw outcomes[.place(group)] == .waiting ? LayoutPending.waiting : LayoutPending.unplaceable
    }
    return containingBox
  }

  private func placeText(
    _ spec: TextSpec, _ index: Int, _ solver: FrameSolver
  ) throws -> RedactedText {
    let layer = layers[index]
    let path = layer.path + ["text"]
    checkedTexts.insert(index)
    let concealments = try concealments(of: index)
    let fitted: FittedText
    do {
      fitted = try FittedText(
        spec, padding: layer.padding, solver: solver, fonts: fonts, concealments: concealments)
    } catch let diagnostic as TextDiagnostic {
      throw job.diagnostics(diagnostic, at: path)
    }
    // With a line too many nobody knows how high the frame was meant to be.
    if fitted.overflow == nil || solver.fixesHeight { frames[index] = fitted.frame }
    if let overflow = fitted.overflow {
      throw JobDiagnostics(diagnostics: [
        job.diagnostic(
          "text-overflow", overflow, at: path + [.key(spec.markup == nil ? "string" : "markup")])
      ])
    }
    let canvas = try canvasForEffects(of: index)
    let readable = layer.effects.prefix(unread.readableEffects(of: layer, at: index))
    return try RedactedText(
      fitted.text, effects: readable, ofLayer: index, tracker: tracker
    ) { text, effect, probe in
      EffectGeometry(
        canvas: canvas, frame: fitted.frame,
        cornerRadii: layer.cornerRadius ?? CornerRadii(.pixels(0)), clip: nil, scale: 1,
        inputExtent: text.ink, text: text,
        seed: SeededGenerator.seed(seed, layer: index, effect: effect), fonts: fonts,
        noteCanvas: { [self] in noteCanvas(probe) },
        noteRandom: { [tracker] in tracker.noteRandom(layer: index) }
      ) { reference in
        throw EffectError("requests \(quoted(reference.text)) while redacting text.")
      }
    }
  }

  /// Asks the effects of a layer how far they reach, where they refuse what they cannot draw.
  private func reach(_ index: Int) throws {
    guard var target = placed[index] ?? partial[index] else {
      throw outcomes[.place(index)] == .waiting ? LayoutPending.waiting : LayoutPending.unplaceable
    }
    let probe = DependencyProbe()
    let canvas = try canvasForEffects(of: index)
    let environment = EffectEnvironment(
      canvas: { _ in canvas }, fonts: fonts, seed: seed, tracker: tracker,
      noteCanvas: { [self] in noteCanvas(probe) }
    ) { [self] reference, use, layer in
      do {
        return try rectangles(of: reference, at: use.path, in: .inside(layer))
      } catch let pending as LayoutPending {
        probe.note(pending)
        throw pending
      }
    }
    var extent = target.contentExtent(target.texts.first)
    var isKnown = placed[index] != nil
    if case .group = target.content {
      let group = try group(index)
      target.content = .group(group)
      extent = target.contentExtent(nil, inside: group.extent)
      if isKnown { placed[index] = target }
    }
    for effect in target.layer.effects.indices.prefix(
      unread.readableEffects(of: target.layer, at: index))
    {
      let use = target.layer.effects[effect]
      do {
        // All that it names, so that every reference to nothing is told.
        for named in use.named {
          _ = try rectangles(of: named.reference, at: named.path, in: .inside(index))
        }
        extent = try probe.check {
          try environment.extent(of: target, effect: effect, inputExtent: extent, scale: 1)
        }
      } catch LayoutPending.waiting {
        throw LayoutPending.waiting
      } catch LayoutPending.unplaceable {
        isKnown = false
      } catch let found as JobDiagnostics {
        collector.report(found)
        isKnown = false
      }
    }
    guard isKnown else { throw LayoutPending.unplaceable }
    extents[index] = extent
  }

  /// What a group shows of the layers in it.
  ///
  /// - Throws: `LayoutPending` if that is not known of one of them.
  private func group(_ index: Int) throws -> PlacedLayer.Group {
    var group = PlacedLayer.Group()
    for child in nesting.children[index] where layers[child].isVisible {
      guard let placed = placed[child], let extent = extents[child] else {
        throw outcomes[.reach(child)] == .waiting
          ? LayoutPending.waiting : LayoutPending.unplaceable
      }
      group.ink = group.ink.union(placed.rotation.bounds(of: placed.ink))
      group.extent = group.extent.union(placed.rotation.bounds(of: extent))
    }
    if layers[index].cornerRadius != nil, let frame = frames[index] {
      group.ink = group.ink.intersection(frame)
    }
    return group
  }

  /// While its height is not known, what an effect makes of this is thrown away.
  ///
  /// - Throws: `LayoutPending` if it is not known how the layer is turned.
  private func canvasForEffects(of index: Int) throws -> Rect {
    let upright =
      switch canvas {
      case .whole(let rect): rect
      case .open(let rect): Rect(x: 0, y: 0, width: rect.width, height: AutoHeight.most)
      case .nothing: Rect(x: 0, y: 0, width: AutoHeight.most, height: AutoHeight.most)
      }
    return try rotation(from: .canvas, to: .inside(index)).bounds(of: upright)
  }

  private func noteCanvas(_ probe: DependencyProbe) {
    switch canvas {
    case .whole: break
    case .open: probe.note(.waiting)
    case .nothing: probe.note(.unplaceable)
    }
  }

}

extension Rect {
  /// The box in a frame whose height is not known, without a height.
  fileprivate func opened(by padding: Insets) -> Rect {
    let columns = Rect(x: x, y: 0, width: width, height: 0).shrunk(by: padding)
    return Rect(x: columns.x, y: y + padding.top, width: columns.width, height: 0)
  }
}
