import ScrimCodecs
import ScrimDocument
package import ScrimJob
package import ScrimKit

/// Renders a job repeatedly with variations, for the checks of effects. Its images are decoded once; nothing is
/// cached or encoded.
package struct TrialRenderer {
  private let job: Job
  private let files: ImageFiles
  private let images: DecodedImages
  private let fonts: FontLibrary

  /// Decodes the images of a job.
  ///
  /// - Parameters:
  ///   - job: A job without errors.
  ///   - sources: The files by name.
  ///   - fonts: The fonts of its texts.
  /// - Throws: `JobDiagnostics` for images that cannot be read; `DrawingError`, `CodecError` if memory cannot be
  ///   allocated.
  package init(_ job: Job, sources: [String: SourceFile], fonts: FontLibrary) throws {
    self.fonts = fonts
    let collector = DiagnosticCollector([])
    self.job = try job.readingFiles(
      from: sources, tracker: EffectTracker(job, progress: { _ in }), collector: collector)
    files = try ImageFiles(of: job, from: sources, limits: .standard, collector: collector)
    images = try DecodedImages(files, of: job, for: [], limits: .standard, collector: collector)
    try collector.check()
  }

  /// Lays the job out.
  ///
  /// - Parameter change: Modifies the job, except the images that it names.
  /// - Returns: The job, ready to be composed.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`.
  package func scene(_ change: (inout Job) -> Void) throws -> TrialScene {
    var job = job
    change(&job)
    let (seed, tracker) = (job.seed ?? 0, EffectTracker(job, progress: { _ in }))
    let collector = DiagnosticCollector([])
    let layout = try SceneLayout(
      job, seed: seed, tracker: tracker, fonts: fonts, images: files, limits: .standard,
      collector: collector)
    try collector.check()
    return TrialScene(
      scene: try Scene(
        job, seed: seed, layout: layout, images: images, tracker: tracker, fonts: fonts))
  }
}

/// A laid-out job with its effects' declarations. Layers are named by their index in the document.
package struct TrialScene {
  fileprivate let scene: Scene

  /// The canvas's edges, px at scale 1.
  package var canvas: Rect { scene.canvas }

  /// Composes the canvas.
  ///
  /// - Parameters:
  ///   - scale: Device pixels per px.
  ///   - grid: The scale whose device pixels things are drawn on, if that is another one.
  /// - Returns: Its pixels.
  /// - Throws: `JobDiagnostics` if an effect reports an error; `DrawingError`.
  package func raster(scale: Double, onGridOf grid: Double? = nil) throws -> Raster {
    let plan = try CanvasPlan(scene, scale: scale, onGridOf: grid)
    let target = try RasterTarget(plan.scene.canvas, scale: scale)
    try Composer(plan: plan).compose(on: target)
    return target.raster
  }

  /// The extent of a layer after its first effect; of one that shows a content by a plugin, that of the content.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - scale: Device pixels per px.
  /// - Returns: px at scale 1.
  /// - Throws: `JobDiagnostics` if the effect reports an error.
  package func extent(ofLayer layer: Int, scale: Double) throws -> Rect {
    let scene = scene.snapped(toScale: scale)
    let placed = scene.layers[layer]
    if case .plugin = placed.content { return placed.contentExtent(nil) }
    return try SceneExtents(scene, scale: scale)[placed][1]
  }

  /// The part of the backdrop that a layer's first effect declares to read.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - wanted: The part of the layer that is drawn, px at scale 1.
  ///   - scale: Device pixels per px.
  /// - Returns: px at scale 1.
  /// - Throws: `JobDiagnostics` if the effect reports an error.
  package func backdrop(ofLayer layer: Int, for wanted: Rect, scale: Double) throws -> Rect {
    let scene = scene.snapped(toScale: scale)
    let placed = scene.layers[layer]
    // A content reads nothing of it.
    if case .plugin = placed.content { return .empty }
    let extents = try SceneExtents(scene, scale: scale)[placed]
    let plan = try LayerPlan(placed, extents: extents, wanted: wanted, tracker: scene.tracker) {
      index in
      scene.environment.geometry(
        of: placed, effect: index, inputExtent: extents[index], scale: scale)
    }
    return plan.backdrops[0]
  }
}
