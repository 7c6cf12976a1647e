import ScrimDocument
import ScrimJob
@_spi(Host) import ScrimKit

/// Gives layers their places, each when it is first asked for: a frame may lie below or around
/// another layer's, in any order of the document. Rings were refused when the job was read.
final class Placing {
  let byId: [String: Int]
  private(set) var placed: [Int: PlacedLayer] = [:]
  private(set) var problems: [Problem] = []

  private let job: Job
  private let seed: Int
  private let blame: Blame
  private let layers: [Layer]
  private let fonts: FontLibrary
  private let pictures: DecodedPictures
  private let canvas: Rect
  private var failed: Set<Int> = []

  init(
    job: Job, seed: Int, blame: Blame, fonts: FontLibrary, pictures: DecodedPictures, canvas: Rect
  ) {
    self.job = job
    self.seed = seed
    self.blame = blame
    self.fonts = fonts
    self.pictures = pictures
    self.canvas = canvas
    layers = job.allLayers
    byId = layers.enumerated().reduce(into: [:]) { ids, entry in
      if let id = entry.element.id { ids[id] = entry.offset }
    }
  }

  /// Places a layer, and first those that its frame refers to.
  ///
  /// - Returns: The layer; `nil` if it or one of those has a problem, which is noted.
  /// - Throws: `DrawingError`.
  @discardableResult
  func place(_ index: Int) throws -> PlacedLayer? {
    if let done = placed[index] { return done }
    guard !failed.contains(index) else { return nil }
    let layer = layers[index]
    do {
      let result = try place(layer, index)
      placed[index] = result
      return result
    } catch let problem as Problem {
      failed.insert(index)
      problems.append(problem)
    } catch is Unplaceable {
      failed.insert(index)
    }
    return nil
  }

  /// A layer that this one refers to has a problem, which is noted already.
  private struct Unplaceable: Error {}

  private func place(_ layer: Layer, _ index: Int) throws -> PlacedLayer {
    switch layer.content {
    case .text(let spec):
      return try placeText(spec, layer, index)
    case .image(let spec):
      let frame = try frame(of: layer, natural: nil)
      guard let image = pictures[spec] else { throw Unplaceable() }
      let rect = spec.place(
        width: Double(image.width), height: Double(image.height),
        in: frame.shrunk(by: layer.padding))
      return PlacedLayer(
        index: index, layer: layer, frame: frame, content: .image(image, rect), texts: [],
        wordKeepers: [])
    case .fill(let paint):
      return PlacedLayer(
        index: index, layer: layer, frame: try frame(of: layer, natural: nil),
        content: .fill(paint), texts: [], wordKeepers: [])
    case .none:
      return PlacedLayer(
        index: index, layer: layer, frame: try frame(of: layer, natural: nil), content: .none,
        texts: [], wordKeepers: [])
    case .group:
      throw job.problem(
        "not-available", "\"layers\" is not available in this version.",
        at: layer.path + ["layers"])
    }
  }

  private func frame(of layer: Layer, natural: FrameSolver.Natural?) throws -> Rect {
    try solver(of: layer).frame(natural)
  }

  private func solver(of layer: Layer) throws -> FrameSolver {
    try FrameSolver(spec: layer.frame, parent: canvas) { reference in
      try self.bounds(of: reference, at: layer.path + ["frame"])
    }
  }

  private func placeText(_ spec: TextSpec, _ layer: Layer, _ index: Int) throws -> PlacedLayer {
    let path = layer.path + ["text"]
    do {
      let solver = try solver(of: layer)
      let inset = layer.padding
      // A text that does not wrap is as wide as its widest line, unless the frame says.
      let wrapWidth =
        spec.wrap == .none && !solver.fixesWidth
        ? nil : max(0, solver.width(natural: nil) - inset.left - inset.right)
      var text = try fonts.layOut(spec, width: spec.wrap == .none ? nil : wrapWidth)
      if let most = spec.maxLines, text.lines.count > most, spec.overflow == .clip {
        text = text.showing { $0 < most }
      }
      let size = text.naturalSize
      let frame = solver.frame(
        FrameSolver.Natural(
          width: wrapWidth == nil ? size.width + inset.left + inset.right : nil,
          height: size.height + inset.top + inset.bottom))
      let box = frame.shrunk(by: inset)
      try checkFit(text, in: box, wraps: wrapWidth != nil, solver.fixesHeight, at: path)
      let redacted = try RedactedText(
        text.placed(in: box, paintBox: frame), of: layer, at: index, blame: blame
      ) { text, effect in
        EffectGeometry(
          canvas: canvas, frame: frame, cornerRadii: layer.cornerRadius ?? CornerRadii(.pixels(0)),
          clip: nil, scale: 1, inputExtent: text.ink, text: text,
          seed: SeededGenerator.seed(seed, layer: index, effect: effect), fonts: fonts
        ) { reference in
          throw EffectError("asks for \(quoted(reference.text)) while it conceals words.")
        }
      }
      return PlacedLayer(
        index: index, layer: layer, frame: frame, content: .text, texts: redacted.texts,
        wordKeepers: redacted.wordKeepers)
    } catch let problem as TextProblem {
      throw job.problem(problem, at: path)
    }
  }

  private func checkFit(
    _ text: TextLayout, in box: Rect, wraps: Bool, _ fixesHeight: Bool, at path: [PathElement]
  ) throws {
    let spec = text.spec
    guard spec.overflow == .error else { return }
    let size = text.naturalSize
    let key: PathElement = "string"
    let way = "Make it larger, or write \"overflow\": \"clip\" or \"visible\"."
    if let most = spec.maxLines, text.lines.count > most {
      throw job.problem(
        "text-overflow",
        "the text has \(text.lines.count) lines; \"maxLines\" allows \(most). \(way)",
        at: path + [key])
    }
    // A hundredth of a px is no overflow that anybody sees.
    if wraps, size.width > box.width + 0.01 {
      throw job.problem(
        "text-overflow",
        "the text is \(size.width.rounded(toPlaces: 1).words) px wide; its frame has room for "
          + "\(box.width.rounded(toPlaces: 1).words) px. \(way)", at: path + [key])
    }
    if fixesHeight, size.height > box.height + 0.01 {
      throw job.problem(
        "text-overflow",
        "the text is \(size.height.rounded(toPlaces: 1).words) px high; its frame has room for "
          + "\(box.height.rounded(toPlaces: 1).words) px. \(way)", at: path + [key])
    }
  }

  /// The rectangles that a reference names, before anything is drawn.
  ///
  /// - Throws: `Problem` at `path` if it names nothing.
  func rectangles(of reference: Reference, at path: [PathElement]) throws -> [Rect] {
    guard let id = reference.id else { return [canvas] }
    guard let index = byId[id], let target = try place(index) else { throw Unplaceable() }
    let surroundings = Surroundings(
      canvas: canvas, fonts: fonts, seed: seed, blame: blame
    ) { [self] in
      try rectangles(of: $0, at: $1.path)
    }
    return try target.rectangles(of: reference) {
      try surroundings.extents(of: target, scale: 1).last ?? .empty
    } problem: { code, message in
      job.problem(code, message, at: path)
    }
  }

  private func bounds(of reference: Reference, at path: [PathElement]) throws -> Rect {
    let rectangles = try rectangles(of: reference, at: path)
    // The bounds of empty frames still have a place.
    guard let first = rectangles.first else { return .empty }
    return rectangles.count == 1 ? first : rectangles.bounds
  }
}
