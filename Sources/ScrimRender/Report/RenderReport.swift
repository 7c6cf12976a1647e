package import ScrimDocument
import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

extension RenderReport {
  /// The report of a scene, before anything of it is drawn.
  init(scene: Scene) {
    self.init()
    seed = scene.seed
    warnings = scene.warnings
    var details = RenderDetails()
    details.effects = scene.job.allLayers.flatMap(\.effects).reduce(into: [:]) { versions, use in
      versions[use.name] = type(of: use.effect).manifest.version
    }
    details.contents = scene.job.allLayers.reduce(into: [:]) { versions, layer in
      guard case .plugin(let use) = layer.content else { return }
      let manifest = type(of: use.content).manifest
      versions[manifest.name] = manifest.version
    }
    details.substitutions = scene.layers.flatMap(Self.substitutions)
    details.fallbackFonts = scene.layers.flatMap(Self.fallbacks)
    details.inputs = scene.images.inputs
    details.concealing = scene.concealingLayers.map(\.pointer)
    var lines = Self.mostLines
    details.layers = scene.layers.compactMap { placed in
      placed.layer.id.map { Named($0, Self.place(of: placed, in: scene, lines: &lines)) }
    }
    self.details = details
  }

  private static func substitutions(in placed: PlacedLayer) -> [JSON] {
    (placed.visibleText?.substitutions ?? []).map { font in
      func face(_ weight: Int, _ style: TextStyle, _ stretch: FontStretch) -> JSON {
        let members = [
          JSON.Member("weight", .integer(weight)), JSON.Member("style", .string(style.rawValue)),
        ]
        let isPlain = font.askedStretch == .normal && font.usedStretch == .normal
        return .object(
          isPlain ? members : members + [JSON.Member("stretch", .string(stretch.rawValue))])
      }
      return [
        "layer": .string(placed.layer.displayName), "font": .string(font.family),
        "asked": face(font.askedWeight, font.askedStyle, font.askedStretch),
        "used": face(font.usedWeight, font.usedStyle, font.usedStretch),
      ]
    }
  }

  private static func fallbacks(in placed: PlacedLayer) -> [JSON] {
    (placed.visibleText?.fallbacks ?? []).map { font in
      [
        "layer": .string(placed.layer.displayName),
        "asked": .array(font.askedFamilies.map(JSON.string)), "used": .string(font.usedFamily),
        "characters": .integer(font.characters),
      ]
    }
  }

  /// Lines of each text that a report lists; their number and their sum are bounded, so that no text makes a report
  /// that its readers refuse.
  package static let mostLinesPerLayer = 1000
  /// Lines of all texts together.
  private static let mostLines = 20_000

  /// Where a layer is on the canvas: upright bounds if it is transformed. Subtracts from `lines`, how many may still be
  /// listed.
  private static func place(
    of placed: PlacedLayer, in scene: Scene, lines left: inout Int
  ) -> LayerPlace {
    let transform = scene.transform(from: .inside(placed.index), to: .canvas)
    var place = LayerPlace()
    place.frame = numbers(transform.bounds(of: placed.frame))
    place.ink = numbers(transform.bounds(of: placed.ink))
    if let text = placed.visibleText {
      let listed = text.lines.prefix(min(left, mostLinesPerLayer))
      left -= listed.count
      place.lines = listed.map { numbers(transform.bounds(of: $0.rectangle)) }
      if listed.count < text.lines.count { place.omittedLines = text.lines.count - listed.count }
    }
    return place
  }

  /// `[x, y, width, height]` in px, with two decimals.
  private static func numbers(_ rect: Rect) -> [Double] {
    [rect.x, rect.y, rect.width, rect.height].map { $0.rounded(toPlaces: 2) }
  }
}

extension CacheUse {
  var json: JSON {
    [
      "imageHits": .integer(imageHits), "imagesDecoded": .integer(imagesDecoded),
      "layerHits": .integer(layerHits), "textHits": .integer(textHits),
      "glyphHits": .integer(glyphHits),
    ]
  }
}

extension Double {
  /// The number rounded to a number of decimal places.
  func rounded(toPlaces places: Int) -> Double {
    let factor = (0..<places).reduce(1.0) { value, _ in value * 10 }
    return (self * factor).rounded() / factor
  }
}
