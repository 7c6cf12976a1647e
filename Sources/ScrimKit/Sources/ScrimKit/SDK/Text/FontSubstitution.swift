/// A weight, style or width that a family lacks, and its substitute according to CSS Fonts §5.2.
public struct FontSubstitution: Hashable, Sendable {
  /// The family as its fonts spell it.
  public let family: String
  /// The requested weight, 100…1000.
  public let askedWeight: Int
  /// The weight used.
  public let usedWeight: Int
  /// The requested style.
  public let askedStyle: TextStyle
  /// The style used.
  public let usedStyle: TextStyle
  /// The requested width.
  public let askedStretch: FontStretch
  /// The width used.
  public let usedStretch: FontStretch
}

extension TextLayout {
  /// The substituted weights, styles and widths, without duplicates. Fallback fonts do not count, because the text does
  /// not request them.
  @_spi(Host) public var substitutions: [FontSubstitution] {
    var pairs: Set<[Int]> = []
    var found: [FontSubstitution] = []
    for cluster in clusters where pairs.insert([cluster.font, cluster.style]).inserted {
      let (font, request) = (fonts[cluster.font], styles[cluster.style].request)
      let isAsAsked =
        font.weight == request.weight && font.style == request.style
        && font.stretch == request.stretch
      guard request.names(font.family), !font.isColor, !isAsAsked else { continue }
      let substitution = FontSubstitution(
        family: font.family, askedWeight: request.weight, usedWeight: font.weight,
        askedStyle: request.style, usedStyle: font.style, askedStretch: request.stretch,
        usedStretch: font.stretch)
      if !found.contains(substitution) { found.append(substitution) }
    }
    return found
  }
}
