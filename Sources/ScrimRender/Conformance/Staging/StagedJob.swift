import ScrimDocument
import ScrimJob
@_spi(Host) import ScrimKit

/// A stage with an effect on it, ready to be drawn in one way or another.
struct StagedJob {
  private let job: Job
  private let pictures: DecodedPictures
  private let fonts: FontLibrary

  /// Reads the job and decodes its pictures.
  ///
  /// - Parameters:
  ///   - stage: What the layer is.
  ///   - sample: The effect.
  ///   - margin: By how much the canvas is larger, whole px.
  ///   - workshop: What there is to draw with.
  /// - Throws: `JobMistakes` where the effect's own checks refuse the sample; `DrawingError`,
  ///   `CodecError` if there is no memory.
  init(
    _ stage: Stage, _ sample: EffectSample, margin: Insets = Insets(0), _ workshop: Workshop
  ) throws {
    let reading = JobReading(
      stage.document(with: sample, margin: margin).bytes(), name: "conformance",
      effects: workshop.effects)
    guard let job = reading.job, reading.mistakes.isEmpty else {
      throw JobMistakes(problems: reading.mistakes)
    }
    self.job = job
    fonts = workshop.fonts
    let mistakes = Mistakes([])
    pictures = try DecodedPictures(
      of: job, from: workshop.files, limits: .standard, mistakes: mistakes)
    try mistakes.check()
  }

  /// What jobs are drawn with.
  struct Workshop {
    let effects: EffectRegistry
    let fonts: FontLibrary
    let files: [String: SourceFile]
  }

  /// What of the effect is changed, or asked for.
  struct Way {
    var scale = 1.0
    var probe = Probe.Setup()
    /// The only part of the layer that is asked for; `nil` for all of it. px at scale 1.
    var window: Rect?
  }

  /// Lays the job out.
  ///
  /// - Throws: `JobMistakes` where the effect refuses; `DrawingError`.
  func scene(_ way: Way = Way()) throws -> Scene {
    var job = job
    let use = job.layers[Stage.tested].effects[0]
    var probed = use
    probed.effect = Probe(around: use.effect, way.probe)
    job.layers[Stage.tested].effects = [probed]
    if let window = way.window {
      probed.effect = Window(window)
      job.layers[Stage.tested].effects.append(probed)
    }
    return try Scene(
      job, seed: job.seed ?? 0, blame: Blame(job, progress: { _ in }), fonts: fonts,
      pictures: pictures, limits: .standard, mistakes: Mistakes([]))
  }

  /// Draws the canvas.
  ///
  /// - Throws: `JobMistakes` where the effect refuses; `DrawingError`.
  func raster(_ way: Way = Way()) throws -> Raster {
    try scene(way).raster(scale: way.scale)
  }
}

extension Scene {
  /// The canvas.
  ///
  /// - Throws: `JobMistakes` where an effect refuses; `DrawingError`.
  func raster(scale: Double) throws -> Raster {
    let ground = try RasterGround(canvas, scale: scale)
    try Composer(scene: self, scale: scale).compose(on: ground) { _, _ in }
    return ground.raster
  }

  /// What the effect under test may touch, px at scale 1.
  ///
  /// - Parameter scale: Device pixels a px.
  /// - Returns: The extent after the effect.
  /// - Throws: `JobMistakes` where it refuses.
  func declaredExtent(scale: Double) throws -> Rect {
    try SceneExtents(self, scale: scale)[layers[Stage.tested]][1]
  }

  /// What the effect under test says that it must see of the backdrop.
  ///
  /// - Parameters:
  ///   - wanted: To draw what of its picture, px at scale 1.
  ///   - scale: Device pixels a px.
  /// - Returns: px at scale 1.
  /// - Throws: `JobMistakes` where it refuses.
  func declaredBackdrop(for wanted: Rect, scale: Double) throws -> Rect {
    let placed = layers[Stage.tested]
    let extents = try SceneExtents(self, scale: scale)[placed]
    let plan = try LayerPlan(placed, extents: extents, wanted: wanted, blame: blame) { index in
      surroundings.geometry(of: placed, effect: index, inputExtent: extents[index], scale: scale)
    }
    return plan.backdrops[0]
  }
}
