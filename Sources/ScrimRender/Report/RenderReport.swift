package import ScrimJSON
import ScrimJob
import ScrimLayout
@_spi(Host) import ScrimKit

/// The report of a rendering: the renderer's part of a job's result. Contains no text of the job.
package struct RenderReport: Sendable {
  /// The duration of each stage: `decode`, `layout`, `compose`, `encode`.
  package var milliseconds: [String: Double] = [:]

  /// The cache hits. Only in traced reports: they reveal what other jobs have drawn.
  var cache = CacheUse()
  /// Every stage, layer and effect, if traced.
  var timeline: JSON?
  /// How often each text was shaped.
  var shapings: [(layer: String, count: Int)] = []
  /// The plan of the last image, if traced.
  var plan: JSON?

  private let seed: Int
  private let effects: [String: String]
  private let layers: [(id: String, json: JSON)]
  private let substitutions: [JSON]
  private let fallbacks: [JSON]
  private let warnings: [JSON]
  private var outputs: [JSON] = []
  private var layerTimes: [Int: Double] = [:]

  init(scene: Scene) {
    seed = scene.seed
    effects = scene.job.allLayers.flatMap(\.effects).reduce(into: [:]) { versions, use in
      versions[use.name] = type(of: use.effect).manifest.version
    }
    substitutions = scene.layers.flatMap(Self.substitutions)
    warnings = scene.warnings.map(\.json)
    fallbacks = scene.layers.flatMap(Self.fallbacks)
    layers = scene.layers.compactMap { placed in
      placed.layer.id.map { ($0, Self.rectangles(of: placed, in: scene)) }
    }
  }

  mutating func add(_ encoded: EncodedOutput) {
    outputs.append(
      [
        "file": .string(encoded.output.file), "format": .string(encoded.output.format.rawValue),
        "width": .integer(encoded.width), "height": .integer(encoded.height),
        "bytes": .integer(encoded.bytes.count),
      ])
  }

  mutating func add(milliseconds: Double, ofLayer index: Int) {
    layerTimes[index, default: 0] += milliseconds
  }

  /// The report as JSON: outputs, seed, effect versions, rectangles (px at scale 1), times.
  package var json: JSON {
    func time(_ value: Double) -> JSON { .number(value.rounded(toPlaces: 3)) }
    let stages = milliseconds.sorted { $0.key < $1.key }
      .map { JSON.Member($0.key, time($0.value)) }
    let byLayer = layerTimes.sorted { $0.key < $1.key }
      .map { JSON.Member(String($0.key), time($0.value)) }
    let versions = effects.sorted { $0.key < $1.key }
      .map { JSON.Member($0.key, .string($0.value)) }
    let report: JSON = [
      "outputs": .array(outputs), "seed": .integer(seed), "effects": .object(versions),
      "layers": .object(layers.map { JSON.Member($0.id, $0.json) }),
      "substitutions": .array(substitutions), "fallbackFonts": .array(fallbacks),
      "warnings": .array(warnings),
      "milliseconds": .object(stages + [JSON.Member("layers", .object(byLayer))]),
    ]
    guard let timeline, let plan, let members = report.object else { return report }
    return .object(
      members + [
        JSON.Member("cache", cache.json),
        JSON.Member(
          "shapings", .object(shapings.map { JSON.Member($0.layer, .integer($0.count)) })),
        JSON.Member("timeline", timeline),
        JSON.Member("plan", plan),
      ])
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

  /// The rectangles of a layer on the canvas: upright bounds if it is transformed.
  private static func rectangles(of placed: PlacedLayer, in scene: Scene) -> JSON {
    let transform = scene.transform(from: .inside(placed.index), to: .canvas)
    var members = [
      JSON.Member("frame", .rectangle(transform.bounds(of: placed.frame))),
      JSON.Member("ink", .rectangle(transform.bounds(of: placed.ink))),
    ]
    if let text = placed.visibleText {
      let lines = text.lines.map { JSON.rectangle(transform.bounds(of: $0.rectangle)) }
      members.append(JSON.Member("lines", .array(lines)))
    }
    return .object(members)
  }
}

extension CacheUse {
  fileprivate var json: JSON {
    [
      "picturesFound": .integer(imagesFound), "picturesDecoded": .integer(imagesDecoded),
      "layersFound": .integer(layersFound), "textsFound": .integer(textsFound),
      "lettersFound": .integer(glyphsFound),
    ]
  }
}

extension JSON {
  /// `[x, y, width, height]` in px, with two decimals.
  fileprivate static func rectangle(_ rect: Rect) -> JSON {
    .array(
      [rect.x, rect.y, rect.width, rect.height].map { .number($0.rounded(toPlaces: 2)) })
  }
}

extension Double {
  /// The number rounded to a number of decimal places.
  func rounded(toPlaces places: Int) -> Double {
    let factor = (0..<places).reduce(1.0) { value, _ in value * 10 }
    return (self * factor).rounded() / factor
  }
}
