import ScrimCodecs
package import ScrimDocument
package import ScrimJSON
package import ScrimJob
@_spi(Host) package import ScrimKit

/// Renders a checked job to encoded images: decode → lay out → plan → compose → encode.
package struct Renderer {
  private let fonts: FontLibrary
  private let limits: RenderLimits
  private let cache: RenderCache
  private let jobFonts: JobFontCache?

  private var decoding: DecodingLimits {
    DecodingLimits(bytes: limits.inputBytes, pixels: limits.inputPixels)
  }

  /// Creates a renderer, whose fonts and cache serve many jobs.
  ///
  /// - Parameters:
  ///   - fonts: The installed fonts.
  ///   - limits: The limits of a job.
  ///   - cache: A cache across jobs.
  ///   - jobFonts: Opens the fonts that a job brings along; without it they are errors.
  package init(
    fonts: FontLibrary, limits: RenderLimits = .standard,
    cache: RenderCache = RenderCache(limit: 0), jobFonts: JobFontCache? = nil
  ) {
    self.fonts = fonts
    self.limits = limits
    self.cache = cache
    self.jobFonts = jobFonts
  }

  /// Finds all errors that can be found without drawing. Includes the errors from reading the job, and those that
  /// require fonts and images: characters without a glyph, texts that do not fit, empty references, files that are
  /// not images.
  ///
  /// - Parameters:
  ///   - reading: The job to check.
  ///   - sources: The files by name.
  ///   - isMeasured: Whether the result has the places of everything.
  ///   - drawnSeed: The seed with which texts that must be legible are measured, and a job is rendered whose outputs
  ///     have `maxBytes`; `nil` to draw nothing.
  ///   - isAdvised: Whether errors of texts that are not legible say what would help.
  ///   - progress: Called before each stage and each effect, to attribute a crash.
  /// - Returns: The warnings that the report would have, how the texts came out, where everything is, what effects
  ///   conceal, and the errors that were found by drawing.
  /// - Throws: `JobDiagnostics`; `OutOfMemory`; `DrawingError` for sizes that cannot be drawn.
  @discardableResult package func check(
    _ reading: JobReading, sources: [String: SourceFile], isMeasured: Bool = false,
    drawnSeed: Int? = nil, isAdvised: Bool = true, progress: @escaping (Progress) -> Void = { _ in }
  ) throws -> (
    warnings: [Diagnostic], texts: [MeasuredText], measures: JSON?, concealed: [ConcealedContent],
    errors: [Diagnostic]
  ) {
    var clock = StageClock()
    // The choice of decoys does not affect the errors without drawing.
    let seed = reading.job?.seed ?? drawnSeed ?? 0
    let scene = try scene(of: reading, sources, seed: seed, progress, &clock)
    var (warnings, errors) = (scene.warnings, [Diagnostic]())
    if drawnSeed != nil {
      do {
        let legible = try scene.legible(reading.effects, isAdvised: isAdvised)
        warnings = legible.warnings
        if scene.job.outputs.contains(where: { $0.maxBytes != nil }) {
          warnings = try draw(legible, clock, LayerTimes(nil), deliver: { _ in }).warnings
        }
      } catch let found as JobDiagnostics {
        errors = found.diagnostics
      }
    }
    return (
      warnings, scene.layers.compactMap(MeasuredText.init),
      isMeasured ? SceneMeasure(scene: scene).json : nil,
      isMeasured ? scene.concealedContents : [], errors
    )
  }

  /// Renders all outputs of a job.
  ///
  /// - Parameters:
  ///   - reading: The job to render.
  ///   - sources: The files by name.
  ///   - seed: Seed of random numbers, 0 ..< 2⁵³.
  ///   - isTraced: Whether the report includes a timeline of all stages, layers and effects, and the plan of the last
  ///     image.
  ///   - progress: Called before each stage and each effect, to attribute a crash.
  ///   - deliver: Receives each output once it is encoded.
  ///   - deliverLayer: Receives the image of each drawn layer, if requested.
  /// - Returns: The report of the rendering.
  /// - Throws: `JobDiagnostics` with all errors of the job, before anything is drawn, or with an error that an effect
  ///   reported while drawing; `OutOfMemory`; `DrawingError` or `CodecError` for sizes that cannot be drawn or
  ///   encoded; errors of `deliver`.
  package func render(
    _ reading: JobReading, sources: [String: SourceFile], seed: Int, isTraced: Bool = false,
    progress: @escaping (Progress) -> Void = { _ in },
    deliver: (EncodedOutput) throws -> Void,
    deliverLayer: ((LayerImage) throws -> Void)? = nil
  ) throws -> RenderReport {
    let timeline = isTraced ? Timeline() : nil
    var clock = StageClock(timeline)
    var scene = try scene(of: reading, sources, seed: seed, progress, &clock)
    if scene.isMeasuredForLegibility {
      scene = try scene.legible(reading.effects)
      clock.finish("legibility")
    }
    return try draw(
      scene, clock, LayerTimes(timeline), deliver: deliver, deliverLayer: deliverLayer)
  }

  /// Draws and encodes the outputs of a scene.
  private func draw(
    _ scene: Scene, _ clock: StageClock, _ times: LayerTimes,
    deliver: (EncodedOutput) throws -> Void,
    deliverLayer: ((LayerImage) throws -> Void)? = nil
  ) throws -> RenderReport {
    var drawing = SceneDrawing(
      scene, limits: limits, cache: cache, clock, times, hasLayerImages: deliverLayer != nil)
    try drawing.drawOutputs(deliver)
    var report = RenderReport(scene: scene)
    report.warnings += drawing.warnings
    if let deliverLayer { try LayerImage.each(of: scene, deliver: deliverLayer) }
    report.milliseconds = drawing.clock.times(layers: times.milliseconds)
    if let timeline = drawing.clock.timeline {
      var trace = RenderTrace()
      trace.cache = cache.use(fonts).json
      trace.timeline = timeline.spans
      trace.shapings = scene.shapings.map { Named($0.layer, $0.count) }
      trace.plan = drawing.plan
      report.trace = trace
    }
    return report
  }

  /// Runs all stages before drawing; throws if there is any error.
  private func scene(
    of reading: JobReading, _ sources: [String: SourceFile], seed: Int,
    _ progress: @escaping (Progress) -> Void, _ clock: inout StageClock
  ) throws -> Scene {
    guard var job = reading.job else { throw JobDiagnostics(diagnostics: reading.diagnostics) }
    let collector = DiagnosticCollector(reading.diagnostics)
    let tracker = EffectTracker(job, timeline: clock.timeline, progress: progress)
    do {
      cache.begin(fonts)
      tracker.begin(.decode())
      let files = try ImageFiles(of: job, from: sources, limits: decoding, collector: collector)
      let fonts = try fonts.adding(
        fontsOf: job, from: sources, limits: limits, cache: jobFonts, collector: collector)
      guard let fonts else { throw JobDiagnostics(found: collector.diagnostics) }
      files.check(fonts, of: job, collector)
      job = try job.readingFiles(from: sources, tracker: tracker, collector: collector)
      clock.finish("decode")
      tracker.begin(.layout())
      let layout = try SceneLayout(
        job, seed: seed, tracker: tracker, fonts: fonts, images: files, limits: limits,
        collector: collector)
      clock.finish("layout")
      tracker.begin(.decode())
      let images = try DecodedImages(
        files, of: job, for: layout.layers, cache: cache, limits: decoding, tracker: tracker,
        collector: collector)
      clock.finish("decode")
      try collector.check()
      let scene = try Scene(
        job, seed: seed, layout: layout, images: images, tracker: tracker, fonts: fonts)
      let errors = AltText(scene).errors
      guard errors.isEmpty else { throw JobDiagnostics(found: errors) }
      return scene
    } catch let error where !(error is JobDiagnostics) {
      // The errors found so far are reported, whatever prevented finding the rest.
      try collector.check()
      throw error
    }
  }
}

extension Renderer {
  /// The progress of a rendering. Layers are named by their index in the document.
  package enum Progress: Sendable, Hashable {
    /// Decoding images; of a layer, if known.
    case decode(layer: Int? = nil)
    /// Laying out frames, or the text of a layer.
    case layout(layer: Int? = nil)
    /// Drawing layers, or one layer outside its effects.
    case compose(layer: Int? = nil)
    /// Running an effect of a layer.
    case effect(name: String, layer: Int)
    /// Encoding an image.
    case encode
  }
}

/// Measures the duration of a job's stages.
struct StageClock {
  private(set) var milliseconds: [String: Double] = [:]
  /// Receives each stage as well.
  let timeline: Timeline?
  private var last = ContinuousClock.now

  init(_ timeline: Timeline? = nil) {
    self.timeline = timeline
  }

  /// Adds the time since the last call to `stage`.
  mutating func finish(_ stage: String) {
    let now = ContinuousClock.now
    milliseconds[stage, default: 0] += (now - last) / .milliseconds(1)
    timeline?.add(.stage, stage, duration: now - last, end: now)
    last = now
  }

  /// The times in the order of their names, with those of layers by index.
  func times(layers: [Int: Double]) -> StageTimes {
    var times = StageTimes(
      milliseconds.sorted { $0.key < $1.key }.map { Named($0.key, $0.value.rounded(toPlaces: 3)) })
    times.layers = layers.sorted { $0.key < $1.key }
      .map { Named(String($0.key), $0.value.rounded(toPlaces: 3)) }
    return times
  }
}
