import ScrimDocument
import ScrimJob
@_spi(Host) import ScrimKit

/// Every layer of a job in its place: what is known before anything is drawn.
struct Scene {
  let job: Job
  /// Seeds what is random.
  let seed: Int
  let blame: Blame
  let fonts: FontLibrary
  let pictures: DecodedPictures
  /// px at scale 1.
  let canvas: Rect
  /// In document order.
  let layers: [PlacedLayer]
  let nesting: Nesting
  private let turning: Turning
  /// How far each layer reaches with its effects, px at scale 1.
  private let extents: [Int: Rect]
  private let byId: [String: Int]

  /// Lays out a job as far as it was read, and asks every effect for its extent, where an effect
  /// refuses what it cannot draw.
  ///
  /// - Parameters:
  ///   - job: The job.
  ///   - seed: Seeds what is random.
  ///   - blame: Is told which effect runs.
  ///   - fonts: Set the texts.
  ///   - pictures: Those of the job that could be read.
  ///   - limits: How large the canvas may be.
  ///   - mistakes: What is known to be wrong; takes every text that does not fit, every reference to
  ///     nothing and every effect's refusal.
  ///   - placed: Told when every layer has its place, before pictures that have waited for that are
  ///     decoded; not told if none has.
  ///   - decoded: Told after that.
  /// - Throws: `JobMistakes` with all of these; `DrawingError`; `CodecError` if there is no memory.
  init(
    _ job: Job, seed: Int, blame: Blame, fonts: FontLibrary, pictures: DecodedPictures,
    limits: JobLimits, mistakes: Mistakes, placed: () -> Void = {}, decoded: () -> Void = {}
  ) throws {
    let faults = Faults(mistakes.problems, layers: job.allLayers)
    let size = CanvasSize(job: job, pictures: pictures, faults: faults, limits: limits)
    let placing = Placing(
      job: job, seed: seed, blame: blame, fonts: fonts, pictures: pictures,
      canvas: size.known(mistakes), faults: faults, mistakes: mistakes)
    try placing.run()
    if case (.autoHeight, .whole(let canvas)) = (job.canvas.size, placing.canvas) {
      size.check(canvas, mistakes)
    }
    if pictures.areWaiting {
      placed()
      try pictures.decodeRest(for: placing.placed.values)
      decoded()
    }
    try mistakes.check()
    guard case .whole(let canvas) = placing.canvas else {
      throw JobMistakes(problems: [
        job.problem("missing-key", "nothing says how large the canvas is.", at: ["canvas"])
      ])
    }
    self.job = job
    self.seed = seed
    self.blame = blame
    self.fonts = fonts
    self.pictures = pictures
    self.canvas = canvas
    layers = job.allLayers.indices.compactMap { placing.placed[$0] }
    nesting = placing.nesting
    turning = placing.turning
    extents = placing.extents
    byId = placing.byId
  }

  /// The layer that a reference names.
  func layer(of reference: Reference) -> PlacedLayer? {
    reference.id.flatMap { byId[$0] }.map { layers[$0] }
  }

  /// How far a layer reaches with its effects, px at scale 1.
  func extent(of placed: PlacedLayer) -> Rect { extents[placed.index] ?? .empty }

  /// How something is turned to be in another place.
  func turn(from source: Space, to target: Space) -> Turn {
    turning.turn(from: source, to: target) { layers[$0].frame }
  }

  /// What effects are told of the scene.
  var surroundings: Surroundings {
    Surroundings(
      canvas: { turn(from: .canvas, to: .inside($0)).bounds(of: canvas) }, fonts: fonts, seed: seed,
      blame: blame
    ) { reference, use, asking in
      guard let placed = layer(of: reference) else {
        return [turn(from: .canvas, to: .inside(asking)).bounds(of: canvas)]
      }
      let found = try placed.rectangles(of: reference) {
        extent(of: placed)
      } problem: {
        job.nothing(reference, $0, at: use.path)
      }
      return found.map(turn(from: .inside(placed.index), to: .inside(asking)).bounds)
    }
  }
}
