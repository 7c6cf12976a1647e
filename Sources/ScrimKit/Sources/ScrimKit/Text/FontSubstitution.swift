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
  /// which the families that were asked for lack do not count: nobody asked for them.
  @_spi(Host) public var substitutions: [FontSubstitution] {
    var pairs: Set<[Int]> = []
    var found: [FontSubstitution] = []
    for cluster in clusters where pairs.insert([cluster.font, cluster.style]).inserted {
      let (font, request) = (fonts[cluster.font], styles[cluster.style].request)
      let isAsAsked = font.weight == request.weight && font.style == request.style
      guard request.names(font.family), !font.isColor, !isAsAsked else { continue }
      let substitution = FontSubstitution(
        family: font.family, askedWeight: request.weight, usedWeight: font.weight,
        askedStyle: request.style, usedStyle: font.style)
      if !found.contains(substitution) { found.append(substitution) }
    }
    return found
  }
}
