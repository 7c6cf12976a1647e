import ScrimJSON
import ScrimJob
@_spi(Host) import ScrimKit

/// What makes a text more legible: one of some values, the least intrusive first.
struct Remedy {
  enum Kind: CaseIterable {
    case color, outline, shadow, panel

    init(_ fix: LegibilityFix) {
      switch fix {
      case .shadow: self = .shadow
      case .panel: self = .panel
      case .color: self = .color
      }
    }

    /// The effect that draws it; `nil` for the text's own colour.
    var effect: String? {
      switch self {
      case .color: LegibilityFix.color.effect
      case .outline: "outline"
      case .shadow: LegibilityFix.shadow.effect
      case .panel: LegibilityFix.panel.effect
      }
    }
  }

  let kind: Kind
  /// Of the text, or of what is below it.
  let color: Color
  /// Width of an outline, px; opacity of a shadow or a panel, 0…1.
  let amount: Double

  /// In messages: `a shadow in #000000 with opacity 0.65`.
  var words: String {
    switch kind {
    case .color: "\"color\": \(quoted(color.css))"
    case .outline: "an outline of \(amount.words) px in \(color.css)"
    case .shadow: "a shadow in \(color.css) with opacity \(amount.words)"
    case .panel: "a panel in \(color.css) with opacity \(amount.words)"
    }
  }

  /// The values of a kind that are tried.
  ///
  /// - Parameters:
  ///   - kind: The kind.
  ///   - luminance: The luminance of the text's fill, 0…1.
  ///   - color: The text's colour.
  /// - Returns: Lists, each from the least to the most effective one.
  static func candidates(_ kind: Kind, against luminance: Double, color: Color) -> [[Remedy]] {
    let isLight = Contrast.ratio(luminance, 0) >= Contrast.ratio(luminance, 1)
    let opposite = isLight ? Color.black : .white
    let shares = (1...20).map { Double($0) / 20 }
    switch kind {
    case .outline: return [(1...4).map { Remedy(kind: kind, color: opposite, amount: Double($0)) }]
    case .shadow, .panel:
      return [shares.map { Remedy(kind: kind, color: opposite, amount: $0) }]
    case .color:
      return [isLight ? Color.white : .black, opposite].map { end in
        shares.map { Remedy(kind: kind, color: color.mixed(with: end, share: $0), amount: $0) }
      }
    }
  }
}

extension Color {
  /// An opaque colour between this and another one, on 8 bits.
  fileprivate func mixed(with end: Color, share: Double) -> Color {
    func part(_ one: Double, _ other: Double) -> Double {
      ((one + (other - one) * share) * 255).rounded() / 255
    }
    return Color(
      red: part(red, end.red), green: part(green, end.green), blue: part(blue, end.blue))
  }
}

extension Paint {
  /// A colour of it.
  var firstColor: Color {
    switch self {
    case .color(let color): color
    case .linear(let gradient): gradient.stops.first?.color ?? .black
    case .radial(let gradient): gradient.stops.first?.color ?? .black
    case .conic(let gradient): gradient.stops.first?.color ?? .black
    }
  }
}

extension PlacedLayer {
  /// The layer with a remedy; its place stays.
  ///
  /// - Parameters:
  ///   - remedy: The remedy.
  ///   - effects: The effects to draw it with.
  /// - Returns: `nil` if there is no such effect, or the layer has no text.
  func with(_ remedy: Remedy, _ effects: PluginRegistry) -> PlacedLayer? {
    guard let text = texts.first, let last = texts.last else { return nil }
    var copy = self
    guard let name = remedy.kind.effect else {
      copy.texts = texts.map { $0.painted(with: .color(remedy.color)) }
      return copy
    }
    var decoding = ParameterDecoding()
    guard
      let effect = effects[name]?.decode(remedy.parameters(size: text.spec.size), &decoding)
        as (any Effect)?
    else { return nil }
    let use = EffectUse(effect, named: name, at: layer.path + ["text", "legibleFix"])
    if remedy.kind == .panel {
      // Below everything that the layer draws.
      copy.layer = layer.with(layer.effects + [use])
      copy.texts.append(last)
    } else {
      // Next to the glyphs.
      copy.layer = layer.with([use] + layer.effects)
      copy.texts.insert(text, at: 0)
      copy.concealingEffects = Set(concealingEffects.map { $0 + 1 })
    }
    return copy
  }
}

extension Remedy {
  /// The parameters of its effect, for a text of a font size.
  fileprivate func parameters(size: Double) -> JSON {
    switch kind {
    case .color: [:]
    case .outline:
      ["width": .number(amount), "color": .string(color.css), "position": "outside"]
    case .shadow:
      // As dark at 2 px from the glyphs as next to them.
      [
        "of": "content", "dx": 0, "dy": 0, "sigma": .number(max(2, (size / 16).rounded())),
        "spread": .number(2 + max(2, (size / 16).rounded())), "color": .string(color.css),
        "opacity": .number(amount),
      ]
    case .panel: ["fill": .string(color.withOpacity(amount).css)]
    }
  }
}
