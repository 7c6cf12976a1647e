package import ScrimJSON

/// The parts of a job that could not be read as intended. Consequential errors are not reported.
package struct UnreadParts: Sendable {
  /// Whether the canvas is not the intended one.
  package private(set) var hidesCanvas = false
  /// Whether a layer is missing.
  package private(set) var hidesLayers = false
  private var frames: Set<Int> = []
  private var contents: Set<Int> = []
  private var firstEffects: [Int: Int] = [:]

  /// - Parameters:
  ///   - diagnostics: The errors found in the job and its files.
  ///   - layers: All layers that were read.
  package init(_ diagnostics: [Diagnostic], layers: [Layer]) {
    let byPath = Dictionary(
      layers.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    for diagnostic in diagnostics {
      if diagnostic.path.first == "layers" {
        // The innermost layer that contains the error.
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
      // A value of a style or of defaults is part of each layer that has it.
      guard
        diagnostic.path.first == .key(JobFormat.styles.name)
          || diagnostic.path.contains(.key(LayerFormat.textDefaults.name))
      else { continue }
      for (index, layer) in layers.enumerated() {
        for origin in layer.origins where diagnostic.path.starts(with: origin.written) {
          let path = origin.path + diagnostic.path.dropFirst(origin.written.count)
          note(diagnostic, at: path.dropFirst(layer.path.count), of: index)
        }
      }
    }
  }

  package func hidesFrame(of layer: Int) -> Bool { frames.contains(layer) }

  package func hidesContent(of layer: Int) -> Bool { contents.contains(layer) }

  /// Number of a layer's effects before the first one that could not be read.
  package func readableEffects(of layer: Layer, at index: Int) -> Int {
    guard let first = firstEffects[index] else { return layer.effects.count }
    return layer.effects.prefix { use in
      // A filter is an effect outside the list.
      if case .index(let number)? = use.path.last { number < first } else { true }
    }.count
  }

  private mutating func noteTop(_ diagnostic: Diagnostic) {
    guard case .key(let key)? = diagnostic.path.first else { return }
    switch Self.meant(key, of: JobFormat.object) {
    case JobFormat.layers.name: hidesLayers = true
    case JobFormat.canvas.name:
      // A canvas that is too large has a known size nevertheless, and a colour does not change it.
      if diagnostic.path == ["canvas"], diagnostic.code == "out-of-range" { return }
      if diagnostic.path.starts(with: ["canvas", .key(CanvasFormat.background.name)]) { return }
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
    switch Self.meant(key, of: LayerFormat.object) {
    case LayerFormat.frame.name, LayerFormat.padding.name:
      frames.insert(layer)
    case LayerFormat.text.name, LayerFormat.image.name, LayerFormat.fill.name,
      LayerFormat.layers.name, LayerFormat.content.name:
      contents.insert(layer)
    case LayerFormat.effects.name:
      var index = 0
      if rest.count > 1, case .index(let number) = rest[rest.startIndex + 1] { index = number }
      firstEffects[layer] = min(index, firstEffects[layer] ?? index)
    default:
      break
    }
  }

  /// The key that a misspelt one was meant to be.
  private static func meant(_ key: String, of object: ObjectFormat) -> String? {
    let keys = object.keys.map(\.name)
    return keys.contains(key) ? key : nearest(to: key, in: keys)
  }
}
