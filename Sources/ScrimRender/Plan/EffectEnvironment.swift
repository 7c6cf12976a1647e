import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// What the effects of a scene are told of it before anything is drawn.
struct EffectEnvironment {
  /// The canvas to a layer, by its index, which may be turned; px at scale 1.
  let canvas: (Int) -> Rect
  let fonts: FontLibrary
  /// Seeds what is random in the job.
  let seed: Int
  let tracker: EffectTracker
  /// The rectangles of a reference that an effect makes, to its layer, by its index.
  let resolve: (Reference, EffectUse, Int) throws -> [Rect]

  /// The extents of a layer up its chain: of its content, then after each effect.
  ///
  /// - Parameters:
  ///   - placed: The layer.
  ///   - inside: How far the layers in it reach, if it is a group.
  ///   - scale: Device pixels a px.
  /// - Returns: One more than the layer has effects, px at scale 1.
  /// - Throws: `JobDiagnostics` where an effect refuses.
  func extents(of placed: PlacedLayer, inside: Rect, scale: Double) throws -> [Rect] {
    var extents = [placed.contentExtent(placed.texts.first, inside: inside)]
    for index in placed.layer.effects.indices {
      extents.append(
        try extent(of: placed, effect: index, inputExtent: extents[index], scale: scale))
    }
    return extents
  }

  /// How far a layer reaches after one of its effects.
  ///
  /// - Parameters:
  ///   - placed: The layer.
  ///   - index: Which of its effects.
  ///   - inputExtent: What the steps before may touch.
  ///   - scale: Device pixels a px.
  /// - Returns: px at scale 1.
  /// - Throws: `JobDiagnostics` where the effect refuses; what `resolve` throws.
  func extent(
    of placed: PlacedLayer, effect index: Int, inputExtent: Rect, scale: Double
  ) throws -> Rect {
    let geometry = geometry(of: placed, effect: index, inputExtent: inputExtent, scale: scale)
    let use = placed.layer.effects[index]
    return try tracker.on(use, ofLayer: placed.index) { try use.effect.extent(in: geometry) }
  }

  /// What an effect of a layer knows.
  ///
  /// - Parameters:
  ///   - placed: The layer.
  ///   - index: Which of its effects.
  ///   - inputExtent: What the steps before may touch.
  ///   - scale: Device pixels a px.
  ///   - text: Drawn in place of the layer's own, where an effect asked for that.
  /// - Returns: What the effect is given.
  func geometry(
    of placed: PlacedLayer, effect index: Int, inputExtent: Rect, scale: Double,
    text: TextLayout? = nil
  ) -> EffectGeometry {
    let use = placed.layer.effects[index]
    let own = placed.texts.isEmpty ? nil : placed.texts[index]
    return EffectGeometry(
      canvas: canvas(placed.index), frame: placed.frame, cornerRadii: placed.cornerRadii,
      clip: placed.clip, scale: scale, inputExtent: inputExtent, text: text ?? own,
      host: EffectGeometry.Host(
        seed: use.seed(ofJob: seed, layer: placed.index, effect: index),
        layOut: { try fonts.layOut($0, width: $1) }
      ) { reference in
        try use.check(reference, in: use.references)
        return try resolve(reference, use, placed.index)
      })
  }
}

extension EffectUse {
  /// Whether the image of the layer depends on the job's seed.
  var dependsOnSeed: Bool { effect.isRandom || effect.concealment() != nil }

  /// The seed of the effect's random numbers.
  ///
  /// - Parameters:
  ///   - job: The job's seed.
  ///   - layer: The index of its layer in the document.
  ///   - index: Its index in the layer.
  /// - Returns: Another for every effect of a job.
  func seed(ofJob job: Int, layer: Int, effect index: Int) -> UInt64 {
    // An effect that doesn't declare that it is random is cached for every seed.
    SeededGenerator.seed(effect.isRandom ? job : 0, layer: layer, effect: index)
  }

  /// - Throws: `EffectError` if the effect has not declared the reference: rings were looked for
  ///   among those that it did.
  func check(_ reference: Reference, in declared: Set<Reference>) throws {
    guard !declared.contains(reference) else { return }
    throw EffectError(
      "requests \(quoted(reference.text)), which it has not declared: "
        + "return it from references() or layerImages().")
  }
}

extension SeededGenerator {
  /// A seed for an effect of a layer, by their indices.
  static func seed(_ job: Int, layer: Int, effect: Int) -> UInt64 {
    [layer, effect].reduce(UInt64(job)) { seed, index in
      var generator = SeededGenerator(seed: seed)
      return generator.next() &+ UInt64(index)
    }
  }
}

extension Job {
  /// The error that an effect found while it drew.
  func diagnostic(_ error: EffectError, of use: EffectUse) -> Diagnostic {
    diagnostic(
      "effect", "\(use.name): \(error.message)",
      at: use.path + error.path)
  }

  /// What an effect wants to be known, in its place.
  func diagnostic(_ warning: EffectWarning, of use: EffectUse) -> Diagnostic {
    diagnostic(
      "warning", "\(use.name): \(warning.message)",
      at: use.path + warning.path)
  }

  /// The errors that setting a text found.
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
