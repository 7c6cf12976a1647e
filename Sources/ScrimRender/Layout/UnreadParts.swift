import ScrimJSON
import ScrimJob

/// Which parts of a job were not read as they were meant. What follows from them is no error of
/// its own, and nothing is said of it.
struct UnreadParts {
  /// Whether the canvas is another than was meant.
  private(set) var hidesCanvas = false
  /// Whether a layer is missing.
  private(set) var hidesLayers = false
  private var frames: Set<Int> = []
  private var contents: Set<Int> = []
  private var firstEffects: [Int: Int] = [:]

  /// - Parameters:
  ///   - diagnostics: What was found when the job was read.
  ///   - layers: All layers that were read.
  init(_ diagnostics: [Diagnostic], layers: [Layer]) {
    let byPath = Dictionary(
      layers.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    for diagnostic in diagnostics {
      if diagnostic.path.first == "layers" {
        // The innermost layer around the error.
        let depth = diagnostic.path.indices.reversed().map { $0 + 1 }
          .first { byPath[Array(diagnostic.path.prefix($0))] != nil }
        guard let depth, let index = byPath[Array(diagnostic.path.prefix(depth))] else {
          hidesLayers = true
          continue
        }
        note(diagnostic, at: diagnostic.path.dropFirst(depth), of: index)
      } else {
        noteTop(diagnostic)
      }
    }
  }

  func hidesFrame(of layer: Int) -> Bool { frames.contains(layer) }

  func hidesContent(of layer: Int) -> Bool { contents.contains(layer) }

  /// How many effects a layer has before the first that could not be read.
  func readableEffects(of layer: Layer, at index: Int) -> Int {
    guard let first = firstEffects[index] else { return layer.effects.count }
    return layer.effects.prefix { use in
      if case .index(let number)? = use.path.last { number < first } else { false }
    }.count
  }

  private mutating func noteTop(_ diagnostic: Diagnostic) {
    guard case .key(let key)? = diagnostic.path.first else { return }
    switch Self.meant(key, of: Self.topKeys) {
    case "layers": hidesLayers = true
    case "canvas":
      // A canvas that is too large is known all the same, and no colour changes its size.
      if diagnostic.path == ["canvas"], diagnostic.code == "out-of-range" { return }
      if diagnostic.path.starts(with: ["canvas", "background"]) { return }
      hidesCanvas = true
    default: break
    }
  }

  private mutating func note(
    _ diagnostic: Diagnostic, at rest: ArraySlice<PathElement>, of layer: Int
  ) {
    guard case .key(let key)? = rest.first else {
      frames.insert(layer)
      contents.insert(layer)
      return
    }
    switch Self.meant(key, of: Self.layerKeys) {
    case "frame", "padding":
      frames.insert(layer)
    case "text", "image", "fill", "layers":
      contents.insert(layer)
    case "effects":
      var index = 0
      if rest.count > 1, case .index(let number) = rest[rest.startIndex + 1] { index = number }
      firstEffects[layer] = min(index, firstEffects[layer] ?? index)
    default:
      break
    }
  }

  /// A misspelt key hides what it was meant to be.
  private static func meant(_ key: String, of keys: [String]) -> String? {
    keys.contains(key) ? key : nearest(to: key, in: keys)
  }

  private static let topKeys = ["scrim", "canvas", "layers", "output", "assets", "seed"]
  private static let layerKeys = [
    "id", "frame", "padding", "text", "image", "fill", "layers", "cornerRadius", "effects",
    "opacity", "blend", "mask", "rotate", "visible",
  ]
}
