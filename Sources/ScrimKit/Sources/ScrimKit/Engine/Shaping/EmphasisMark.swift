/// The mark over each character of a style (CSS Text Decoration 4 §3). Its square is beside that of the character,
/// which is about the middle between ascent and descent.
struct EmphasisMark {
  /// The mark in half the size, in one horizontal line.
  let text: TextLayout
  let isUnder: Bool
  /// Whether it is upright in a column.
  let isInColumn: Bool

  /// The side of its square, px.
  var height: Double { text.spec.size }

  /// Its glyphs in line space.
  ///
  /// - Parameters:
  ///   - middle: The middle of the character, px along the line.
  ///   - center: The middle of the character's square, px down from the baseline.
  /// - Returns: Glyphs whose fonts are those of `text`.
  func glyphs(at middle: Double, _ center: Double) -> [TextLayout.Glyph] {
    guard let line = text.lines.first else { return [] }
    // The character's square has twice the side.
    let own = center + (isUnder ? 1.5 : -1.5) * height
    return text.glyphs.map { glyph in
      if isInColumn {
        return glyph.upright(in: text, about: Point(x: middle, y: own))
      }
      var copy = glyph
      copy.origin.x += middle - line.rectangle.left - text.naturalWidth / 2
      copy.origin.y += own - line.rectangle.top - line.rectangle.height / 2
      return copy
    }
  }

  /// Whether a character has a mark: neither spaces nor punctuation do.
  static func isOver(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    if "#%&@§¶‰‱＃％＆＠".unicodeScalars.contains(scalar) { return true }
    switch scalar.properties.generalCategory {
    case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .unassigned,
      .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation,
      .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return false
    default: return true
    }
  }
}

extension FontLibrary {
  /// The mark of a style.
  ///
  /// - Returns: The mark and, if no font has it, its character.
  /// - Throws: `DrawingError`.
  func mark(
    of style: InkStyle, _ spec: TextSpec
  ) throws -> (mark: EmphasisMark, missing: Unicode.Scalar?) {
    var plain = TextSpec()
    (plain.font, plain.size) = (spec.font, style.size / 2)
    (plain.weight, plain.language) = (style.request.weight, spec.language)
    plain.wrap = .none
    let (text, missing) = try set(StyledString(plain: style.emphasis), plain, width: nil)
    let mark = EmphasisMark(
      text: text, isUnder: spec.textEmphasisPosition == .under,
      isInColumn: spec.hasCentralBaselines)
    return (mark, missing.first?.scalar)
  }
}
