import ScrimDocument
import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// The scene's properties that effects can query before anything is drawn.
struct EffectEnvironment {
  /// The canvas in the space of a layer, by the layer's index; px at scale 1. The layer may be transformed.
  let canvas: (Int) -> Rect
  let fonts: FontLibrary
  /// Seed of the job's random numbers.
  let seed: Int
  let tracker: EffectTracker
  /// Resolves a reference of an effect or a content for its layer, by the layer's index.
  let resolve: (Reference, any PluginUse, Int) throws -> [Rect]

  /// The extents along a layer's chain: of its content, then after each effect.
  ///
  /// - Parameters:
  ///   - placed: The layer.
  ///   - inside: The extent of its children, if it is a group.
  ///   - scale: Device pixels per px.
  /// - Returns: One more than the number of effects, px at scale 1.
  /// - Throws: `JobDiagnostics` if an effect reports an error.
  func extents(of placed: PlacedLayer, inside: Rect, scale: Double) throws -> [Rect] {
    var extents = [placed.contentExtent(placed.texts.first, inside: inside)]
    for index in placed.layer.effects.indices {
      extents.append(
        try extent(of: placed, effect: index, inputExtent: extents[index], scale: scale))
    }
    return extents
  }

  /// The extent of a layer after one of its effects.
  ///
  /// - Parameters:
  ///   - placed: The layer.
  ///   - index: The index of the effect.
  ///   - inputExtent: The extent of the previous step.
  ///   - scale: Device pixels per px.
  /// - Returns: px at scale 1.
  /// - Throws: `JobDiagnostics` if the effect reports an error; errors of `resolve`.
  func extent(
    of placed: PlacedLayer, effect index: Int, inputExtent: Rect, scale: Double
  ) throws -> Rect {
    let geometry = geometry(of: placed, effect: index, inputExtent: inputExtent, scale: scale)
    let use = placed.layer.effects[index]
    return try tracker.on(use, ofLayer: placed.index) { try use.effect.extent(in: geometry) }
  }

  /// The geometry passed to an effect of a layer.
  ///
  /// - Parameters:
  ///   - placed: The layer.
  ///   - index: The index of the effect.
  ///   - inputExtent: The extent of the previous step.
  ///   - scale: Device pixels per px.
  ///   - text: A text that replaces the layer's own, if an effect asked for it.
  /// - Returns: The geometry.
  func geometry(
    of placed: PlacedLayer, effect index: Int, inputExtent: Rect, scale: Double,
    text: TextLayout? = nil
  ) -> EffectGeometry {
    let use = placed.layer.effects[index]
    let own = placed.texts.isEmpty ? nil : placed.texts[index]
    return EffectGeometry(
      canvas: canvas(placed.index), frame: placed.frame, cornerRadii: placed.cornerRadii,
      clip: placed.clip, scale: scale, grid: placed.grid, inputExtent: inputExtent,
      text: text ?? own,
      host: EffectGeometry.Host(
        seed: use.seed(ofJob: seed, layer: placed.index, effect: index),
        layOut: { try fonts.layOut($0, width: $1) },
        outline: { try outline(of: placed, scale: scale) }
      ) { reference in
        try use.check(reference, in: use.references)
        return try resolve(reference, use, placed.index)
      })
  }

  /// Where a content is drawn.
  ///
  /// - Parameters:
  ///   - use: The content.
  ///   - box: The layer's frame without its padding, px.
  ///   - layer: The index of the layer.
  ///   - grid: The device pixels that the layer is drawn on.
  ///   - scale: Device pixels per px.
  /// - Returns: The geometry.
  func geometry(
    of use: ContentUse, in box: Rect, ofLayer layer: Int, grid: PixelGrid = .none, scale: Double = 1
  ) -> ContentGeometry {
    ContentGeometry(
      frame: box, scale: scale, grid: grid, fonts: fonts,
      seed: SeededGenerator.seed(use.content.isRandom ? seed : 0, layer: layer, effect: nil)
    ) { reference in
      try use.check(reference, in: use.references)
      return try resolve(reference, use, layer)
    }
  }

  private func outline(of placed: PlacedLayer, scale: Double) throws -> Path? {
    guard case .plugin(let use, let box, _) = placed.content else { return nil }
    let geometry = geometry(
      of: use, in: box, ofLayer: placed.index, grid: placed.grid, scale: scale)
    return try tracker.on(use, ofLayer: placed.index) { try use.content.outline(in: geometry) }
  }
}

extension PluginUse {
  /// - Throws: `EffectError` if the reference is not among those that it declared: only these are checked for cycles.
  func check(_ reference: Reference, in declared: Set<Reference>) throws {
    guard !declared.contains(reference) else { return }
    throw EffectError(
      "requests \(quoted(reference.text)), which it has not declared: "
        + "return it from references() or layerImages().")
  }
}

extension Layer {
  /// Whether its image depends on the job's seed.
  var dependsOnSeed: Bool {
    if case .plugin(let use) = content, use.content.isRandom { return true }
    return effects.contains(where: \.dependsOnSeed)
  }
}

extension EffectUse {
  /// Whether the image of the layer depends on the job's seed.
  fileprivate var dependsOnSeed: Bool { effect.isRandom || effect.concealment() != nil }

  /// The seed of the effect's random numbers.
  ///
  /// - Parameters:
  ///   - job: The job's seed.
  ///   - layer: The index of its layer in the document.
  ///   - index: Its index in the layer.
  /// - Returns: A seed unique to each effect of a job.
  func seed(ofJob job: Int, layer: Int, effect index: Int) -> UInt64 {
    // An effect that does not declare `isRandom` is cached independently of the seed.
    SeededGenerator.seed(effect.isRandom ? job : 0, layer: layer, effect: index)
  }
}

extension SeededGenerator {
  /// A seed for an effect of a layer, by their indices; for its content without one.
  static func seed(_ job: Int, layer: Int, effect: Int?) -> UInt64 {
    [layer, effect ?? -1].reduce(UInt64(job)) { seed, index in
      var generator = SeededGenerator(seed: seed)
      return generator.next() &+ UInt64(truncatingIfNeeded: index)
    }
  }
}

extension Job {
  /// The diagnostic of an error that an effect or a content reported while drawing.
  func diagnostic(_ error: EffectError, of use: some PluginUse) -> Diagnostic {
    let content = ContentName(text: use.name)
    return diagnostic(
      content == nil ? "effect" : "content", "\(content?.name ?? use.name): \(error.message)",
      at: use.path + error.path)
  }

  /// The diagnostic of an effect's warning, with its position.
  func diagnostic(_ warning: EffectWarning, of use: EffectUse) -> Diagnostic {
    diagnostic(
      "warning", "\(use.name): \(warning.message)",
      at: use.path + warning.path)
  }

  /// The diagnostics of errors in a text's layout.
  func diagnostics(_ error: TextDiagnostic, at path: [PathElement]) -> JobDiagnostics {
    JobDiagnostics(diagnostics: error.all.map { diagnostic($0, at: path) })
  }

  private func diagnostic(_ error: TextDiagnostic, at path: [PathElement]) -> Diagnostic {
    var message = error.message
    if let word = error.word {
      if let right = nearest(to: word, in: error.candidates) {
        message += " Did you mean \(quoted(right))?"
      } else if error.code == .missingFont {
        message += " " + InstalledFamilies(names: error.candidates).words(inPlaceOf: word)
      }
    }
    let place = path + error.path + [.key(error.key)]
    guard let offset = error.offset else {
      return diagnostic(error.code.rawValue, message, at: place)
    }
    return diagnostic(error.code.rawValue, message, at: place, offset: offset)
  }
}
