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
  private let byId: [String: Int]

  /// Lays out a job.
  ///
  /// - Throws: `JobMistakes` with every text that does not fit and every reference to nothing;
  ///   `DrawingError`.
  init(
    _ job: Job, seed: Int, blame: Blame, fonts: FontLibrary, pictures: DecodedPictures,
    limits: JobLimits
  ) throws {
    let canvas = try Self.canvas(of: job, pictures, limits)
    let placing = Placing(
      job: job, seed: seed, blame: blame, fonts: fonts, pictures: pictures, canvas: canvas)
    for index in job.allLayers.indices { try placing.place(index) }
    guard placing.problems.isEmpty else { throw JobMistakes(problems: placing.problems) }
    self.job = job
    self.seed = seed
    self.blame = blame
    self.fonts = fonts
    self.pictures = pictures
    self.canvas = canvas
    layers = job.allLayers.indices.compactMap { placing.placed[$0] }
    byId = placing.byId
  }

  /// The layer that a reference names.
  func layer(of reference: Reference) -> PlacedLayer? {
    reference.id.flatMap { byId[$0] }.map { layers[$0] }
  }

  private static func canvas(
    of job: Job, _ pictures: DecodedPictures, _ limits: JobLimits
  ) throws -> Rect {
    switch job.canvas.size {
    case .fixed(let width, let height):
      return Rect(x: 0, y: 0, width: width, height: height)
    case .autoHeight:
      let path: [PathElement] = ["canvas", "height"]
      throw JobMistakes(problems: [
        job.problem(
          "not-available", "\"height\": \"auto\" is not available in this version.", at: path)
      ])
    case .lowestImage:
      let image = job.allLayers.lazy.compactMap { layer -> CanvasImage? in
        guard case .image(let spec) = layer.content else { return nil }
        return pictures[spec]
      }.first
      guard let image else {
        throw JobMistakes(problems: [
          job.problem(
            "missing-key", "no image gives the canvas its size: write \"width\" and \"height\".",
            at: ["canvas"])
        ])
      }
      let scale = job.canvas.scale
      let size = Rect(
        x: 0, y: 0, width: Double(image.width) / scale, height: Double(image.height) / scale)
      let problems = job.outputs.compactMap {
        job.sizeProblem(of: $0, width: size.width, height: size.height, limits: limits)
      }
      guard problems.isEmpty else { throw JobMistakes(problems: problems) }
      return size
    }
  }
}

extension Scene {
  /// Asks every effect for its extent, where an effect refuses what it cannot draw.
  ///
  /// - Throws: `JobMistakes`, one for each layer at the most.
  func checkExtents() throws {
    var problems: [Problem] = []
    for placed in layers {
      do {
        _ = try surroundings.extents(of: placed, scale: 1)
      } catch let problem as Problem {
        problems.append(problem)
      }
    }
    guard problems.isEmpty else { throw JobMistakes(problems: problems) }
  }

  /// What effects are told of the scene.
  var surroundings: Surroundings {
    Surroundings(canvas: canvas, fonts: fonts, seed: seed, blame: blame) { reference, use in
      try rectangles(of: reference, at: use.path)
    }
  }

  /// The rectangles that a reference names.
  ///
  /// - Throws: `Problem` at `path` if it names nothing.
  private func rectangles(of reference: Reference, at path: [PathElement]) throws -> [Rect] {
    guard let placed = layer(of: reference) else { return [canvas] }
    return try placed.rectangles(of: reference) {
      try surroundings.extents(of: placed, scale: 1).last ?? .empty
    } problem: { code, message in
      job.problem(code, message, at: path)
    }
  }
}
