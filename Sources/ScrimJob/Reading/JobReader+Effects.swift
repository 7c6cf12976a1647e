import ScrimDocument
import ScrimJSON
import ScrimKit

extension JobReader {
  /// Reads the chain of a layer, in order of application.
  mutating func readEffects(_ place: Place, of index: Int) -> [EffectUse] {
    guard let items = place.items else {
      place.reportType(expected: "a list of effects")
      return []
    }
    if items.count > Self.maxEffects {
      items[Self.maxEffects].report(
        code: "too-many", "the layer has more than \(Self.maxEffects) effects.")
    }
    var uses: [EffectUse] = []
    for item in items.prefix(Self.maxEffects) where !place.collector.isFull {
      if let use = readEffect(item, of: index) { uses.append(use) }
    }
    return uses
  }

  /// Maximum effects per layer: each requests the previous one's image recursively, and the stack is limited.
  private static let maxEffects = 64

  private mutating func readEffect(_ place: Place, of index: Int) -> EffectUse? {
    guard place.node.object != nil else {
      place.reportType(expected: "an effect such as {\"effect\": \"drop-shadow\"}")
      return nil
    }
    guard let namePlace = place.at("effect") else {
      reportNoName(place)
      return nil
    }
    guard let word = namePlace.node.string else {
      namePlace.reportType(expected: "the name of an effect")
      return nil
    }
    guard let type = effects[word] else {
      reportUnknown(word, at: namePlace)
      return nil
    }
    // Reading the declaration creates an effect, so its code runs from here on.
    progress(RunningEffect(name: word, layer: index))
    defer { progress(nil) }
    let enabled = EffectFormat.enabled
    let isEnabled = place.at(enabled.name).map { enabled.key.read($0) ?? true } ?? enabled.standard
    if isEnabled {
      for declaration in type.parameters {
        guard let value = place.at(declaration.name) else { continue }
        collect(declaration.shape, at: value, for: .effect, of: index)
      }
    }
    // The parameters of an effect that is switched off are checked as well: it may be switched on again.
    let effect: (any Effect)? = place.decode { decoding in
      type.decode(place.json, &decoding)
    }
    guard isEnabled else { return nil }
    return effect.map { use($0, called: word, at: place, of: index) }
  }

  /// Records the references that an effect makes in addition to its parameters, to find cycles.
  private mutating func use(
    _ effect: any Effect, called name: String, at place: Place, of index: Int
  ) -> EffectUse {
    let references = Set(effect.references())
    let layerImages = Set(effect.layerImages())
    let named = note(references, at: place, for: .effect, of: index)
    for reference in layerImages {
      let use = named.last { $0.reference == reference }
      layerIndex.use(reference, at: use?.place ?? place, for: .layerImage, of: index)
    }
    return EffectUse(
      name: name, effect: effect, references: references, layerImages: layerImages,
      named: named.map { ($0.reference, $0.place.path) }, path: place.path)
  }

  /// Records references that are not in parameters.
  ///
  /// - Returns: Those in parameters.
  mutating func note(
    _ references: Set<Reference>, at place: Place, for purpose: LayerIndex.Purpose, of index: Int
  ) -> [LayerIndex.Use] {
    let named = layerIndex.entries[index].uses.filter { $0.place.path.starts(with: place.path) }
    for reference in references.subtracting(named.map(\.reference)) {
      layerIndex.use(reference, at: place, for: purpose, of: index)
    }
    return named
  }

  private func reportNoName(_ place: Place) {
    let slip = place.node.object?.first { nearest(to: $0.key, in: ["effect"]) != nil }
    guard let slip else {
      place.report(
        .missingKey, "\"effect\" is missing: the name of the effect, such as \"drop-shadow\".")
      return
    }
    place.at(slip.key)?
      .report(
        .unknownKey, "unknown key \(quoted(slip.key)). Did you mean \"effect\"?",
        position: slip.keyPosition)
  }

  /// The effects of the format. One that no plugin provides is reported as unavailable, not as unknown.
  private static let specifiedEffects = [
    "paywall-blur", "story-highlight", "outline", "drop-shadow", "blur", "spotlight",
    "frosted-panel", Node.filterEffect,
  ]

  private func reportUnknown(_ word: String, at place: Place) {
    if Self.specifiedEffects.contains(word) {
      place.report(
        .notAvailable, "the effect \(quoted(word)) is not available in this version.")
      return
    }
    let others = unloaded.names.filter { ContentName(text: $0) == nil }
    let names = Set(effects.names + others).sorted()
    let near = nearest(to: word, in: names + Self.specifiedEffects)
    let hint =
      near.map { "Did you mean \(quoted($0))?" }
      ?? (names.isEmpty
        ? "No plugin is loaded: check the plugin folders."
        : "Available: \(names.map(quoted).joined(separator: ", ")).")
    place.report(code: "unknown-effect", "unknown effect \(quoted(word)). \(hint)\(refusals)")
  }

  /// The plugins that were refused: one of them may provide what is unknown.
  var refusals: String {
    unloaded.refusals.map { " \($0.file) was refused: \($0.reason)" }.joined()
  }

  /// Records the references in a parameter. They are found by its declared shape, not in the decoded effect, so that
  /// each has a position, and is checked even if another part has an error.
  mutating func collect(
    _ shape: ParameterShape, at place: Place, for purpose: LayerIndex.Purpose, of index: Int
  ) {
    switch shape {
    case .reference:
      guard let text = place.node.string, let reference = Reference(text) else { return }
      layerIndex.use(reference, at: place, for: purpose, of: index)
    case .referencePoint:
      guard let point = place.node.string.flatMap({ ReferencePoint($0) }) else { return }
      layerIndex.use(point.reference, at: place, for: purpose, of: index)
    case .list(let element, _):
      for item in place.items ?? [] { collect(element, at: item, for: purpose, of: index) }
    case .tuple(let declarations):
      for (declaration, item) in zip(declarations, place.items ?? []) {
        collect(declaration.shape, at: item, for: purpose, of: index)
      }
    case .record(let declarations):
      for declaration in declarations {
        guard let value = place.at(declaration.name) else { continue }
        if declaration.shape == Legibility.shape {
          value.report(
            .conflict,
            "\(quoted(declaration.name)) is for the text of a layer: texts of effects and contents are not measured."
          )
        }
        collect(declaration.shape, at: value, for: purpose, of: index)
      }
    case .union(let shapes):
      // A string that is a colour in one shape is not a reference in another: "#fff".
      let isColor = shapes.contains(.color) || shapes.contains(.paint)
      for shape in shapes where !(isColor && shape == .reference) {
        collect(shape, at: place, for: purpose, of: index)
      }
    default:
      break
    }
  }
}
