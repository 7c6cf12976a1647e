import ScrimLayout
@_spi(Host) import ScrimKit

/// What is drawn of a scene at one scale, planned before anything is drawn.
struct CanvasPlan {
  /// As it is drawn at the scale.
  let scene: Scene
  /// Device pixels per px.
  let scale: Double
  /// Whether the canvas becomes a document, in which as little as possible becomes pixels.
  let isForDocument: Bool
  let planner: Planner
  /// The layers to draw, bottom first: of pixels none below one that hides them.
  let layers: [PlannedLayer]

  /// - Parameters:
  ///   - scene: The scene to draw.
  ///   - scale: Device pixels per px.
  ///   - grid: The scale whose device pixels things are drawn on, if that is another one.
  ///   - isForDocument: Whether the canvas becomes a document.
  /// - Throws: `JobDiagnostics` if an effect reports an error.
  init(
    _ scene: Scene, scale: Double, onGridOf grid: Double? = nil, isForDocument: Bool = false
  ) throws {
    let scene = isForDocument ? scene : scene.snapped(toScale: grid ?? scale)
    self.scene = scene
    self.scale = scale
    self.isForDocument = isForDocument
    planner = Planner(
      scene: scene, extents: try SceneExtents(scene, scale: scale), scale: scale)
    var wanted = scene.canvas
    layers = try planner.stack(
      scene.nesting.roots, wanted: &wanted,
      in: Planner.Visibility(bounds: scene.canvas, hidesCovered: !isForDocument))
  }

  /// An empty picture of the canvas.
  var emptyPicture: Picture { Picture(scale: scale, isForDocument: isForDocument) }
}
