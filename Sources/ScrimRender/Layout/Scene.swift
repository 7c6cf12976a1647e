import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// A job that is laid out and decoded without errors: the complete input of drawing.
struct Scene {
  let job: Job
  /// Seed of random numbers.
  let seed: Int
  let tracker: EffectTracker
  let fonts: FontLibrary
  let images: DecodedImages
  /// px at scale 1.
  private(set) var canvas: Rect
  /// In document order.
  private(set) var layers: [PlacedLayer]
  let nesting: Nesting
  /// Of the layout, then of the effects.
  private(set) var warnings: [Diagnostic]
  /// How often the text of each layer was shaped, by its name.
  let shapings: [(layer: String, count: Int)]
  /// What layers got so that their texts are legible.
  private(set) var remedies: [String] = []
  private let transforms: BoxTransforms
  /// With their effects, px at scale 1.
  private var extents: [Int: Rect]
  private let indices: [String: Int]

  /// - Parameters:
  ///   - job: The job.
  ///   - seed: Seed of random numbers.
  ///   - layout: The layout of all layers.
  ///   - images: The job's images.
  ///   - tracker: Records which effect runs.
  ///   - fonts: The fonts for texts of effects.
  /// - Throws: `JobDiagnostics` if the canvas has no size.
  init(
    _ job: Job, seed: Int, layout: SceneLayout, images: DecodedImages, tracker: EffectTracker,
    fonts: FontLibrary
  ) throws(JobDiagnostics) {
    guard let canvas = layout.canvas else {
      throw JobDiagnostics(diagnostics: [
        job.diagnostic(
          "missing-key",
          "the canvas has no size: set \"width\" and \"height\", or add an image layer.",
          at: ["canvas"])
      ])
    }
    self.job = job
    self.seed = seed
    self.tracker = tracker
    self.fonts = fonts
    self.images = images
    self.canvas = canvas
    layers = layout.layers
    nesting = layout.nesting
    warnings =
      job.ignoredKeys + images.warnings + layout.warnings
      + job.allLayers.flatMap(\.effects).flatMap { use in
        use.effect.warnings().map { job.diagnostic($0, of: use) }
      }
    let all = job.allLayers
    shapings = layout.shapings.sorted { $0.key < $1.key }.map {
      (all[$0.key].displayName, $0.value)
    }
    transforms = layout.transforms
    extents = layout.extents
    indices = layout.indices
    warnings += isolatedBackdropWarnings()
  }

  /// Replaces a layer by another one in its place.
  mutating func replace(_ placed: PlacedLayer) { layers[placed.index] = placed }

  /// Notes what the text of a layer has got, with a warning.
  mutating func note(_ remedy: Remedy, of index: Int, _ message: String) {
    remedies.append("\(index) \(remedy.words)")
    warnings.append(
      job.diagnostic(
        "legible-fix", message, at: layers[index].layer.path + ["text", "legibleFix"]))
  }

  /// The layer that a reference names.
  func layer(of reference: Reference) -> PlacedLayer? {
    reference.id.flatMap { indices[$0] }.map { layers[$0] }
  }

  /// The bounds of a layer with its effects, px at scale 1.
  func extent(of placed: PlacedLayer) -> Rect { extents[placed.index] ?? .empty }

  /// The transform from one space to another.
  func transform(from source: Space, to target: Space) -> Transform {
    // All frames are known at this stage.
    transforms.transform(from: source, to: target) { .resolved(layers[$0].pivot) }.value ?? .none
  }

  /// The scene as it is drawn at one scale: boxes, images and baselines are on device pixels.
  ///
  /// A transformed layer has its own pixels: those of a space whose origin is the layer's corner, which is on a pixel
  /// of the space around it.
  ///
  /// - Parameter scale: Device pixels per px.
  /// - Returns: The scene to draw.
  func snapped(toScale scale: Double) -> Scene {
    let grid = job.grid(
      of: Size(width: canvas.width, height: canvas.height), scale: scale)
    var snapped = self
    snapped.canvas = grid.snap(canvas)
    // What is in each layer is moved with its corner.
    var spaces: [(grid: PixelGrid, offset: Point)] = []
    for (index, placed) in layers.enumerated() {
      var (grid, offset) = nesting.parents[index].map { spaces[$0] } ?? (grid, .zero)
      if !placed.layer.isSnapped { grid = .none }
      if placed.layer.isTransformed {
        let corner = placed.frame.offset(dx: offset.x, dy: offset.y)
        grid = grid.inside
        offset.x += grid.snap(corner.x) - corner.x
        offset.y += grid.snap(corner.y) - corner.y
      }
      spaces.append((grid, offset))
      snapped.layers[index] = placed.snapped(to: grid, offset: offset)
      snapped.extents[index] = extents[index].map {
        $0.moved(with: placed.frame, to: snapped.layers[index].frame)
      }
    }
    // What is drawn between other layers follows these.
    for (index, placed) in snapped.layers.enumerated() where placed.layer.drawsByReferences {
      guard case .plugin(let use, let box, let extent) = placed.content else { continue }
      let geometry = snapped.environment.geometry(
        of: use, in: box, ofLayer: index, grid: placed.grid, scale: scale)
      let drawn = try? use.content.extent(in: geometry)
      snapped.layers[index].content = .plugin(use, box: box, extent: drawn ?? extent)
    }
    return snapped
  }

  /// Whether a layer and the groups that it is in are visible.
  func isVisible(_ placed: PlacedLayer) -> Bool {
    placed.layer.isVisible
      && nesting.parents[placed.index].map { isVisible(layers[$0]) } ?? true
  }

  /// Draws an image of the job.
  ///
  /// - Parameters:
  ///   - source: Its name; nothing is drawn if there is no such image.
  ///   - rect: Its rectangle, px.
  ///   - frame: What is outside of it need not be drawn.
  ///   - canvas: The canvas.
  ///   - scale: Device pixels per px.
  /// - Throws: `JobDiagnostics` for an SVG that takes too long; `DrawingError`.
  func draw(
    _ source: String, in rect: Rect, within frame: Rect, on canvas: Canvas, scale: Double
  ) throws {
    if let image = images[source] { return canvas.draw(image, in: rect) }
    guard let vector = images.vectors[source] else { return }
    do {
      try canvas.draw(
        vector, in: rect, of: ContentGeometry(frame: frame, scale: scale, fonts: fonts))
    } catch let error as EffectError {
      let path = job.sources.first { $0.name == source }?.path ?? []
      throw JobDiagnostics(diagnostics: [
        job.diagnostic(unreadable: source, error.message, at: path)
      ])
    }
  }

  /// The scene's properties that effects can query.
  var environment: EffectEnvironment {
    EffectEnvironment(
      canvas: { transform(from: .canvas, to: .inside($0)).bounds(of: canvas) }, fonts: fonts,
      seed: seed,
      tracker: tracker
    ) { reference, use, asking in
      guard let placed = layer(of: reference) else {
        return [transform(from: .canvas, to: .inside(asking)).bounds(of: canvas)]
      }
      do {
        let found = try placed.rectangles(of: reference, extent: extent(of: placed))
        return found.map(transform(from: .inside(placed.index), to: .inside(asking)).bounds)
      } catch let error as EmptyReference {
        throw JobDiagnostics(diagnostics: [job.diagnostic(emptyReference: error, at: use.path)])
      }
    }
  }
}
