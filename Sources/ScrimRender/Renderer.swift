package import ScrimJob
package import ScrimKit

/// Turns a checked job into encoded pictures: decode → lay out → plan → compose → encode.
package struct Renderer {
  private let fonts: FontLibrary
  private let limits: JobLimits
  private let decoding: DecodingLimits

  /// A renderer; keep it for many jobs, since fonts are costly to open.
  package init(
    fonts: FontLibrary, limits: JobLimits = .standard, decoding: DecodingLimits = .standard
  ) {
    self.fonts = fonts
    self.limits = limits
    self.decoding = decoding
  }

  /// Finds the mistakes that show only with fonts and pictures at hand: characters that no font
  /// has, texts that do not fit, references to nothing, files that are no pictures.
  ///
  /// - Parameters:
  ///   - job: What to check.
  ///   - sources: The files that it names, by the name that it uses.
  ///   - progress: Told before each stage and each effect, so that a crash can be blamed.
  /// - Throws: `JobMistakes`; `DrawingError` or `CodecError` if there is no memory.
  package func check(
    _ job: Job, sources: [String: SourceFile],
    progress: @escaping (Progress) -> Void = { _ in }
  ) throws {
    let blame = Blame(job, progress: progress)
    blame.begin(.decode)
    let pictures = try DecodedPictures(of: job, from: sources, limits: decoding)
    // Which words stand for concealed ones makes no mistake.
    blame.begin(.layout)
    let scene = try Scene(
      job, seed: job.seed ?? 0, blame: blame, fonts: fonts, pictures: pictures, limits: limits)
    try scene.checkExtents()
  }

  /// Renders all outputs of a job.
  ///
  /// - Parameters:
  ///   - job: What to render.
  ///   - sources: The files that it names, by the name that it uses.
  ///   - seed: Seeds what is random, 0 ..< 2⁵³.
  ///   - progress: Told before each stage and each effect, so that a crash can be blamed.
  ///   - deliver: Takes each output as soon as it is encoded.
  /// - Returns: What is known of the pictures.
  /// - Throws: `JobMistakes` with all that is wrong with the job's texts, pictures and frames;
  ///   `DrawingError` or `CodecError` if there is no memory; what `deliver` throws.
  package func render(
    _ job: Job, sources: [String: SourceFile], seed: Int,
    progress: @escaping (Progress) -> Void = { _ in },
    deliver: (EncodedOutput) throws -> Void
  ) throws -> RenderReport {
    var clock = StageClock()
    let blame = Blame(job, progress: progress)
    blame.begin(.decode)
    let pictures = try DecodedPictures(of: job, from: sources, limits: decoding)
    clock.finish("decode")

    blame.begin(.layout)
    let scene = try Scene(
      job, seed: seed, blame: blame, fonts: fonts, pictures: pictures, limits: limits)
    // All that effects refuse is told together, and before anything is drawn.
    try scene.checkExtents()
    clock.finish("layout")

    var report = RenderReport(scene: scene)
    var composed: (scale: Double, raster: Raster)?
    // Outputs of one scale share one picture.
    for output in job.outputs.sorted(by: { $0.scale(of: job) < $1.scale(of: job) }) {
      let scale = output.scale(of: job)
      let raster: Raster
      if let composed, composed.scale == scale {
        raster = composed.raster
      } else {
        blame.begin(.compose)
        let composer = Composer(scene: scene, scale: scale)
        raster = try composer.compose { report.add(milliseconds: $1, ofLayer: $0) }
        composed = (scale, raster)
        clock.finish("compose")
      }
      blame.begin(.encode)
      let encoded = try output.encode(raster.pixels)
      clock.finish("encode")
      report.add(encoded)
      try deliver(encoded)
    }
    report.milliseconds = clock.milliseconds
    return report
  }
}

extension Renderer {
  /// Where a rendering stands.
  package enum Progress: Sendable, Hashable {
    /// Pictures are being decoded.
    case decode
    /// Texts and frames are being laid out.
    case layout
    /// Layers are being drawn.
    case compose
    /// An effect of a layer (by its index in the document) is running.
    case effect(name: String, layer: Int)
    /// A picture is being encoded.
    case encode
  }
}

extension Output {
  /// Device pixels a px.
  func scale(of job: Job) -> Double { scale ?? job.canvas.scale }
}

/// Measures how long the stages of a job take.
private struct StageClock {
  private(set) var milliseconds: [String: Double] = [:]
  private var last = ContinuousClock.now

  /// Adds the time since the last call to `stage`.
  mutating func finish(_ stage: String) {
    let now = ContinuousClock.now
    milliseconds[stage, default: 0] += (now - last) / .milliseconds(1)
    last = now
  }
}
