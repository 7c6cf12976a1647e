import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// A stage with an effect on it, ready to be drawn in one way or another.
struct StagedJob {
  private let job: Job
  private let images: DecodedImages
  private let fonts: FontLibrary

  /// Reads the job and decodes its pictures.
  ///
  /// - Parameters:
  ///   - stage: What the layer is.
  ///   - sample: The effect.
  ///   - margin: By how much the canvas is larger, whole px.
  ///   - setup: What there is to draw with.
  /// - Throws: `JobDiagnostics` where the effect's own checks refuse the sample; `DrawingError`,
  ///   `CodecError` if there is no memory.
  init(
    _ stage: Stage, _ sample: EffectSample, margin: Insets = Insets(0), _ setup: TrialSetup
  ) throws {
    let reading = JobReading(
      stage.document(with: sample, margin: margin).bytes(), name: "conformance",
      effects: setup.effects)
    guard let job = reading.job, reading.diagnostics.isEmpty else {
      throw JobDiagnostics(diagnostics: reading.diagnostics)
    }
    self.job = job
    fonts = setup.fonts
    let collector = DiagnosticCollector([])
    images = try DecodedImages(
      of: job, from: setup.files, limits: .standard, collector: collector)
    try collector.check()
  }

  /// What jobs are drawn with.
  struct TrialSetup {
    let effects: EffectRegistry
    let fonts: FontLibrary
    let files: [String: SourceFile]
  }

  /// What of the effect is changed, or asked for.
  struct Options {
    var scale = 1.0
    var probe = Probe.Setup()
    /// The only part of the layer that is asked for; `nil` for all of it. px at scale 1.
    var window: Rect?
  }

  /// Lays the job out.
  ///
  /// - Throws: `JobDiagnostics` where the effect refuses; `DrawingError`.
  func scene(_ options: Options = Options()) throws -> Scene {
    var job = job
    let use = job.layers[Stage.tested].effects[0]
    var probed = use
    probed.effect = Probe(around: use.effect, options.probe)
    job.layers[Stage.tested].effects = [probed]
    if let window = options.window {
      probed.effect = Window(window)
      job.layers[Stage.tested].effects.append(probed)
    }
    return try Scene(
      job, seed: job.seed ?? 0, tracker: EffectTracker(job, progress: { _ in }), fonts: fonts,
      images: images, limits: .standard, collector: DiagnosticCollector([]))
  }

  /// Draws the canvas.
  ///
  /// - Throws: `JobDiagnostics` where the effect refuses; `DrawingError`.
  func raster(_ options: Options = Options()) throws -> Raster {
    try scene(options).raster(scale: options.scale)
  }
}

extension Scene {
  /// The canvas.
  ///
  /// - Throws: `JobDiagnostics` where an effect refuses; `DrawingError`.
  func raster(scale: Double) throws -> Raster {
    let target = try RasterTarget(canvas, scale: scale)
    try Composer(scene: self, scale: scale).compose(on: target) { _, _ in }
    return target.raster
  }

  /// What the effect under test may touch, px at scale 1.
  ///
  /// - Parameter scale: Device pixels a px.
  /// - Returns: The extent after the effect.
  /// - Throws: `JobDiagnostics` where it refuses.
  func declaredExtent(scale: Double) throws -> Rect {
    try SceneExtents(self, scale: scale)[layers[Stage.tested]][1]
  }

  /// What the effect under test says that it must see of the backdrop.
  ///
  /// - Parameters:
  ///   - wanted: To draw what of its picture, px at scale 1.
  ///   - scale: Device pixels a px.
  /// - Returns: px at scale 1.
  /// - Throws: `JobDiagnostics` where it refuses.
  func declaredBackdrop(for wanted: Rect, scale: Double) throws -> Rect {
    let placed = layers[Stage.tested]
    let extents = try SceneExtents(self, scale: scale)[placed]
    let plan = try LayerPlan(placed, extents: extents, wanted: wanted, tracker: tracker) { index in
      environment.geometry(of: placed, effect: index, inputExtent: extents[index], scale: scale)
    }
    return plan.backdrops[0]
  }
}
