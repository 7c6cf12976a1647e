import ScrimJSON
import ScrimJob
import ScrimKit
import ScrimRender

/// A stage with an effect, ready to be rendered in variations.
struct StagedJob {
  private let renderer: TrialRenderer

  /// Reads the job and decodes its images.
  ///
  /// - Parameters:
  ///   - stage: The stage.
  ///   - sample: The effect.
  ///   - margin: The enlargement of the canvas, integer px.
  ///   - setup: The resources for rendering.
  /// - Throws: `JobDiagnostics` if the effect's validation refuses the sample; `DrawingError`, `CodecError` if memory
  ///   cannot be allocated.
  init(
    _ stage: Stage, _ sample: EffectSample, margin: Insets = Insets(0), _ setup: TrialSetup
  ) throws {
    let reading = JobReading(
      stage.document(with: sample, margin: margin).bytes(), name: "conformance",
      effects: setup.effects)
    guard let job = reading.job, reading.diagnostics.isEmpty else {
      throw JobDiagnostics(diagnostics: reading.diagnostics)
    }
    renderer = try TrialRenderer(
      job, sources: setup.files.mapValues { .bytes($0) }, fonts: setup.fonts)
  }

  /// The resources for rendering jobs.
  struct TrialSetup {
    let effects: PluginRegistry
    let fonts: FontLibrary
    /// Bytes by name.
    var files: [String: [UInt8]]
  }

  /// The variations of a rendering.
  struct Options {
    var scale = 1.0
    var probe = Probe.Setup()
    /// The only part of the layer that is requested; `nil` for all of it. px at scale 1.
    var window: Rect?
  }

  /// Lays the job out.
  ///
  /// - Throws: `JobDiagnostics` if the effect reports an error; `DrawingError`.
  func scene(_ options: Options = Options()) throws -> TrialScene {
    try renderer.scene { job in
      let layer = job.layers[Stage.tested]
      var chain: [EffectUse] = []
      var content: ContentProbe?
      if case .plugin(let use) = layer.content {
        var probe = ContentProbe()
        (probe.subject, probe.freedom) = (use.content, options.probe.freedom)
        content = probe
      } else {
        chain = [
          EffectUse(Probe(around: layer.effects[0].effect, options.probe), as: layer.effects[0])
        ]
      }
      if let window = options.window {
        chain.append(EffectUse(Window(window), as: layer.effects.first))
      }
      job.layers[Stage.tested] = layer.with(chain, content: content)
    }
  }

  /// Draws the canvas.
  ///
  /// - Throws: `JobDiagnostics` if the effect reports an error; `DrawingError`.
  func raster(_ options: Options = Options()) throws -> Raster {
    try scene(options).raster(scale: options.scale)
  }
}

extension TrialScene {
  /// The extent that the effect under test declares, px at scale 1.
  func declaredExtent(scale: Double) throws -> Rect {
    try extent(ofLayer: Stage.tested, scale: scale)
  }

  /// The part of the backdrop that the effect under test declares to read, px at scale 1.
  func declaredBackdrop(for wanted: Rect, scale: Double) throws -> Rect {
    try backdrop(ofLayer: Stage.tested, for: wanted, scale: scale)
  }
}
