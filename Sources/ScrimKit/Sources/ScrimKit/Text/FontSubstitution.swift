/// A weight or slant that a family does not have, and the one that is drawn in its place, as CSS
/// Fonts §5.2 wants it.
public struct FontSubstitution: Hashable, Sendable {
  /// The family, as its fonts spell it.
  public let family: String
  /// The weight that the text asks for, 100…1000.
  public let askedWeight: Int
  /// The weight that is drawn.
  public let usedWeight: Int
  /// The slant that the text asks for.
  public let askedStyle: TextStyle
  /// The slant that is drawn.
  public let usedStyle: TextStyle
}

extension TextLayout {
  /// The weights and slants that were substituted, each once. Fonts that stand in for characters
  /// which the text's own families lack do not count: nobody asked for them.
  @_spi(Host) public var substitutions: [FontSubstitution] {
    let asked = Set(spec.font.names.map { $0.lowercased() })
    var found: [FontSubstitution] = []
    for font in fonts where asked.contains(font.family.lowercased()) && !font.isColor {
      let substitution = FontSubstitution(
        family: font.family, askedWeight: spec.weight, usedWeight: font.weight,
        askedStyle: spec.style, usedStyle: font.style)
      let isAsAsked = font.weight == spec.weight && font.style == spec.style
      if !isAsAsked && !found.contains(substitution) { found.append(substitution) }
    }
    return found
  }
}
