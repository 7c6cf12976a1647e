import ScrimLayout
@_spi(Host) import ScrimKit

/// What is drawn of a scene at one scale, planned before anything is drawn.
struct CanvasPlan {
  /// As it is drawn at the scale.
  let scene: Scene
  /// Device pixels per px.
  let scale: Double
  /// What the canvas becomes.
  let medium: Picture.Medium
  let planner: Planner
  /// The layers to draw, bottom first: of pixels none below one that hides them.
  let layers: [PlannedLayer]

  /// - Parameters:
  ///   - scene: The scene to draw.
  ///   - scale: Device pixels per px.
  ///   - grid: The scale whose device pixels things are drawn on, if that is another one.
  ///   - medium: What the canvas becomes.
  ///   - bleed: How far beyond the canvas layers are drawn, px.
  /// - Throws: `JobDiagnostics` if an effect reports an error.
  init(
    _ scene: Scene, scale: Double, onGridOf grid: Double? = nil,
    for medium: Picture.Medium = .pixels, bleed: Double = 0
  ) throws {
    let scene = medium == .document ? scene : scene.snapped(toScale: grid ?? scale)
    self.scene = scene
    self.scale = scale
    self.medium = medium
    planner = Planner(
      scene: scene, extents: try SceneExtents(scene, scale: scale), scale: scale)
    let area = scene.canvas.grown(by: bleed)
    var wanted = area
    layers = try planner.stack(
      scene.nesting.roots, wanted: &wanted,
      in: Planner.Visibility(bounds: area, hidesCovered: medium != .document))
  }

  /// An empty picture of the canvas.
  var emptyPicture: Picture { Picture(scale: scale, for: medium) }
}
