import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// The layout of a job: the positions of all layers that could be placed. Precedes decoding and drawing.
struct SceneLayout {
  let nesting: Nesting
  let transforms: BoxTransforms
  /// The index of each id.
  let indices: [String: Int]
  /// px at scale 1; `nil` if there is an error.
  let canvas: Rect?
  /// In document order; without layers that have an error or depend on one that has.
  let layers: [PlacedLayer]
  /// With their effects, px at scale 1, by the layers' indices.
  let extents: [Int: Rect]
  /// What authors should know although it is not an error.
  let warnings: [Diagnostic]
  /// How often each text was shaped, by the layers' indices.
  let shapings: [Int: Int]

  /// Lays out the parts of a job that were read, and asks every effect for its extent. Effects report here what they
  /// cannot draw.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - seed: Seed of random numbers.
  ///   - tracker: Records which effect runs.
  ///   - fonts: The fonts of texts.
  ///   - images: The job's readable images.
  ///   - limits: The limits of the canvas.
  ///   - collector: The errors so far; receives one for every text that does not fit, every empty reference and every
  ///     error that an effect reports.
  /// - Throws: `DrawingError`, `OutOfMemory`.
  init(
    _ job: Job, seed: Int, tracker: EffectTracker, fonts: FontLibrary, images: ImageFiles,
    limits: RenderLimits, collector: DiagnosticCollector
  ) throws {
    let all = job.allLayers
    let unread = UnreadParts(collector.diagnostics, layers: all)
    let size = CanvasSize(job: job, images: images, unread: unread, limits: limits)
    nesting = Nesting(job.layers) { layer in
      if case .group(let inside) = layer.content { inside } else { [] }
    }
    let contents = try LayerContents(
      job: job, layers: all, nesting: nesting, seed: seed, tracker: tracker, fonts: fonts,
      images: images,
      unread: unread, collector: collector)
    var solver = LayoutSolver(
      all.enumerated().map { LayoutBox($1, unread: unread, at: $0) }, nesting,
      canvas: size.known(collector), contents: contents)
    try solver.solve {
      unread.hidesLayers ? nil : size.length(of: .width, $0, collector)
    } height: {
      unread.hidesLayers ? nil : size.length(of: .height, $0, collector)
    }
    try contents.checkRest(of: solver)
    shapings = contents.shapings
    transforms = solver.transforms
    indices = solver.indices
    if case .known(let rect) = solver.canvas {
      canvas = rect
      if case .automatic = job.canvas.size {
        size.check(rect, collector)
        Self.warn(of: solver.boxesBeyondCanvas.map { all[$0] }, in: job, collector)
      }
    } else {
      canvas = nil
    }
    layers = zip(solver.contents, contents.placed).compactMap { state, layer in
      state.value.flatMap { layer }
    }
    extents = Dictionary(
      uniqueKeysWithValues: solver.extents.enumerated().compactMap { index, extent in
        extent.value.map { (index, $0) }
      })
    warnings = collector.warnings
  }

  /// Warns of layers that a canvas which follows from its layers does not show: their place depends on its size.
  private static func warn(
    of layers: [Layer], in job: Job, _ collector: DiagnosticCollector
  ) {
    for layer in layers where layer.isVisible {
      collector.warn(
        job.diagnostic(
          "warning",
          "the layer is outside of the canvas, whose size follows from the other layers: what it "
            + "is placed by reaches to the canvas's edge. Give that a size, such as "
            + "\"height\": \"fit-content\".", at: layer.path + ["frame"]))
    }
  }
}

extension LayoutBox {
  /// The layer as the layout's input.
  fileprivate init(_ layer: Layer, unread: UnreadParts, at index: Int) {
    var broken: Broken = []
    if unread.hidesFrame(of: index) { broken.insert(.frame) }
    if unread.hidesContent(of: index) { broken.insert(.content) }
    if unread.readableEffects(of: layer, at: index) < layer.effects.count {
      broken.insert(.effects)
    }
    self = layer.box
    self.broken = broken
  }
}
