import ScrimCodecs
import ScrimDocument
import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// Draws a scene for its outputs, and encodes them.
struct SceneDrawing {
  private let scene: Scene
  private let limits: RenderLimits
  private let cache: RenderCache
  private let times: LayerTimes
  /// Whether no later canvas or layer needs what is drawn.
  private let isLast: Bool
  private let alt: AltMetadata?
  private(set) var clock: StageClock
  private(set) var warnings: [Diagnostic] = []
  /// The plan of the last canvas, if it is traced.
  private(set) var plan = JSON.null
  private var composed: (raster: RasterKind, canvas: ComposedCanvas)?
  private var unreadable: [CodeReading.Failure] = []
  private var overBudget: [Diagnostic] = []

  private var job: Job { scene.job }

  init(
    _ scene: Scene, limits: RenderLimits, cache: RenderCache, _ clock: StageClock,
    _ times: LayerTimes, hasLayerImages: Bool
  ) {
    self.scene = scene
    self.limits = limits
    self.cache = cache
    self.clock = clock
    self.times = times
    isLast = scene.job.isDrawnOnce && !hasLayerImages
    alt = AltText(scene).metadata
  }

  /// Draws and encodes all outputs, and keeps the last canvas for later jobs.
  ///
  /// - Parameter deliver: Receives each output once it is encoded.
  /// - Throws: `JobDiagnostics` for outputs that are too large, and for codes that cannot be read.
  mutating func drawOutputs(_ deliver: (EncodedOutput) throws -> Void) throws {
    let outputs = job.outputs.map { (output: $0, raster: RasterKind($0, of: job)) }
    for (output, raster) in outputs.sorted(by: { $0.raster < $1.raster }) {
      do {
        let encoded =
          if let format = output.format.document {
            try document(output, format, raster)
          } else {
            try image(output, raster)
          }
        try deliver(encoded)
      } catch let error as OverBudget {
        let path = output.path + ["maxBytes"]
        overBudget.append(job.diagnostic("over-budget", error.message, at: path))
      }
    }
    warnings += job.diagnostics(unreadable.filter { !$0.isError })
    let errors = overBudget + job.diagnostics(unreadable.filter(\.isError))
    guard errors.isEmpty else { throw JobDiagnostics(found: errors) }
    if let composed { cache.keep(composed.canvas.target) }
  }

  private mutating func document(
    _ output: Output, _ format: DocumentFormat, _ raster: RasterKind
  ) throws -> EncodedOutput {
    let bleed = format == .pdf ? job.canvas.bleed : 0
    let (page, plan) = try compose(scale: raster.scale, for: .document, bleed: bleed) {
      PageTarget($0, scale: raster.scale, format: format)
    }
    if page.hasPixelsOfSVG {
      warnings.append(
        job.diagnostic(
          "warning",
          "SVGs become pixels in an output in SVG, at its scale. In PDF they stay vectors.",
          at: output.path))
    }
    let encoded = try scene.tracker.encode {
      try output.encode(
        page.picture, on: page.page, trim: bleed, alt: alt,
        textLayer: output.textLayer ? plan.scene.textLayer(alt: alt?.text) : nil, as: format)
    }
    clock.finish("encode")
    if try !CodeReading(plan).isEmpty {
      // As it is printed or zoomed, not as a screen shows it, within the limit of a canvas.
      let size = scene.canvas.width * scene.canvas.height * raster.scale * raster.scale
      let factor = min(2, (Double(limits.canvasPixels) / max(1, size)).squareRoot())
      let raster = RasterKind(scale: factor * raster.scale, isDithered: false)
      unreadable += try output.unreadableCodes(of: try pixels(raster), in: encoded)
      clock.finish("verify")
    }
    return encoded
  }

  private mutating func image(_ output: Output, _ raster: RasterKind) throws -> EncodedOutput {
    let canvas = try canvas(raster)
    let encoded = try scene.tracker.encode { try output.encode(canvas.target, alt: alt) }
    clock.finish("encode")
    if !canvas.codes.isEmpty {
      unreadable += try output.unreadableCodes(of: canvas, in: encoded)
      clock.finish("verify")
    }
    return encoded
  }

  /// Outputs of the same kind share one canvas.
  private mutating func canvas(_ raster: RasterKind) throws -> ComposedCanvas {
    if let composed, composed.raster == raster { return composed.canvas }
    let canvas = try pixels(raster)
    composed = (raster, canvas)
    return canvas
  }

  private mutating func pixels(_ raster: RasterKind) throws -> ComposedCanvas {
    let (target, plan) = try compose(scale: raster.scale, for: raster.medium) {
      try RasterTarget($0, scale: raster.scale, for: raster.medium)
    }
    return ComposedCanvas(target: target, codes: try CodeReading(plan))
  }

  private mutating func compose<Target: RenderTarget>(
    scale: Double, for medium: Picture.Medium, bleed: Double = 0,
    on makeTarget: (Rect) throws -> Target
  ) throws -> (target: Target, plan: CanvasPlan) {
    scene.tracker.begin(.compose())
    let canvas = try CanvasPlan(scene, scale: scale, for: medium, bleed: bleed)
    if clock.timeline != nil { plan = PlanListing(plan: canvas).json }
    let target = try makeTarget(canvas.scene.canvas.grown(by: bleed))
    try Composer(plan: canvas, cache: cache, isLast: isLast, times: times).compose(on: target)
    clock.finish("compose")
    return (target, canvas)
  }
}

extension Output {
  /// Device pixels per px.
  func scale(of job: Job) -> Double { scale ?? job.canvas.scale }
}

/// What outputs must have in common to share the pixels of the canvas.
private struct RasterKind: Hashable, Comparable {
  let scale: Double
  /// Whether gradients are dithered: of lossy formats, whose files do not grow, unless the canvas says otherwise.
  let isDithered: Bool

  init(scale: Double, isDithered: Bool) {
    self.scale = scale
    self.isDithered = isDithered
  }

  init(_ output: Output, of job: Job) {
    scale = output.scale(of: job)
    let isLossy = output.format == .jpeg || output.format == .webp && !output.lossless
    isDithered = (job.canvas.dither ?? isLossy) && job.hasGradients
  }

  var medium: Picture.Medium { isDithered ? .ditheredPixels : .pixels }

  static func < (one: Self, other: Self) -> Bool {
    one.scale != other.scale ? one.scale < other.scale : !one.isDithered && other.isDithered
  }
}

extension Job {
  /// Whether all outputs share the same pixels.
  fileprivate var isDrawnOnce: Bool {
    Set(outputs.map { RasterKind($0, of: self) }).count == 1
      && outputs.allSatisfy { $0.format.document == nil }
  }
}

/// A canvas of pixels, with the codes that are read again in its images.
struct ComposedCanvas {
  let target: RasterTarget
  let codes: CodeReading
}
