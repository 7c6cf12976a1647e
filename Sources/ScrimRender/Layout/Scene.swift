import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// Every layer of a job in its place: what is known before anything is drawn.
struct Scene {
  let job: Job
  /// Seeds what is random.
  let seed: Int
  let tracker: EffectTracker
  let fonts: FontLibrary
  let images: DecodedImages
  /// px at scale 1.
  let canvas: Rect
  /// In document order.
  let layers: [PlacedLayer]
  let nesting: Nesting
  private let transforms: LayerTransforms
  /// How far each layer reaches with its effects, px at scale 1.
  private let extents: [Int: Rect]
  private let byId: [String: Int]

  /// Lays out a job as far as it was read, and asks every effect for its extent, where an effect
  /// refuses what it cannot draw.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - seed: Seeds what is random.
  ///   - tracker: Is told which effect runs.
  ///   - fonts: Set the texts.
  ///   - images: Those of the job that could be read.
  ///   - limits: How large the canvas may be.
  ///   - collector: What is known to be wrong; takes every text that does not fit, every reference to
  ///     nothing and every effect's refusal.
  ///   - placed: Told when every layer has its place, before pictures that have waited for that are
  ///     decoded; not told if none has.
  ///   - decoded: Told after that.
  /// - Throws: `JobDiagnostics` with all of these; `DrawingError`; `CodecError` if there is no memory.
  init(
    _ job: Job, seed: Int, tracker: EffectTracker, fonts: FontLibrary, images: DecodedImages,
    limits: JobLimits, collector: DiagnosticCollector, placed: () -> Void = {},
    decoded: () -> Void = {}
  ) throws {
    let unread = UnreadParts(collector.diagnostics, layers: job.allLayers)
    let size = CanvasSize(job: job, images: images, unread: unread, limits: limits)
    let layout = LayoutSolver(
      job: job, seed: seed, tracker: tracker, fonts: fonts, images: images,
      canvas: size.known(collector), unread: unread, collector: collector)
    try layout.run()
    if case (.autoHeight, .whole(let canvas)) = (job.canvas.size, layout.canvas) {
      size.check(canvas, collector)
    }
    if images.hasPending {
      placed()
      try images.decodePending(for: layout.placed.values)
      decoded()
    }
    try collector.check()
    guard case .whole(let canvas) = layout.canvas else {
      throw JobDiagnostics(diagnostics: [
        job.diagnostic("missing-key", "the canvas has no size.", at: ["canvas"])
      ])
    }
    self.job = job
    self.seed = seed
    self.tracker = tracker
    self.fonts = fonts
    self.images = images
    self.canvas = canvas
    layers = job.allLayers.indices.compactMap { layout.placed[$0] }
    nesting = layout.nesting
    transforms = layout.transforms
    extents = layout.extents
    byId = layout.byId
  }

  /// The layer that a reference names.
  func layer(of reference: Reference) -> PlacedLayer? {
    reference.id.flatMap { byId[$0] }.map { layers[$0] }
  }

  /// How far a layer reaches with its effects, px at scale 1.
  func extent(of placed: PlacedLayer) -> Rect { extents[placed.index] ?? .empty }

  /// How something is turned to be in another place.
  func rotation(from source: Space, to target: Space) -> Rotation {
    transforms.rotation(from: source, to: target) { layers[$0].frame }
  }

  /// What effects are told of the scene.
  var environment: EffectEnvironment {
    EffectEnvironment(
      canvas: { rotation(from: .canvas, to: .inside($0)).bounds(of: canvas) }, fonts: fonts,
      seed: seed,
      tracker: tracker
    ) { reference, use, asking in
      guard let placed = layer(of: reference) else {
        return [rotation(from: .canvas, to: .inside(asking)).bounds(of: canvas)]
      }
      let found = try placed.rectangles(of: reference) {
        extent(of: placed)
      } diagnostic: {
        job.nothing(reference, $0, at: use.path)
      }
      return found.map(rotation(from: .inside(placed.index), to: .inside(asking)).bounds)
    }
  }
}
