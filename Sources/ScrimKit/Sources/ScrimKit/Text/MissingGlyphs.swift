extension FontLibrary {
  /// More characters than these are counted only: a text in a script without a font has hundreds.
  private static let maxMissingGlyphs = 8

  /// What is wrong with the characters of a text that no font has.
  ///
  /// - Parameters:
  ///   - missing: The characters, by their offsets in the string as it was set.
  ///   - spec: How the text is set.
  ///   - text: The string.
  /// - Returns: One error a character, in the order of the text; none where the job allows it.
  func missingGlyphs(
    _ missing: [(scalar: Unicode.Scalar, offset: Int)], of spec: TextSpec, _ text: StyledString
  ) -> [TextDiagnostic] {
    guard spec.missingGlyphs == .error else { return [] }
    // Runs were collected as they stand, which in right-to-left text is not the order of the text.
    let inOrder = missing.sorted { $0.offset < $1.offset }
    return inOrder.prefix(Self.maxMissingGlyphs).enumerated().map { index, character in
      let rest = index == Self.maxMissingGlyphs - 1 ? inOrder.count - Self.maxMissingGlyphs : 0
      return TextDiagnostic(
        .missingGlyph, at: spec.markup == nil ? "string" : "markup",
        Self.message(character.scalar, fonts: spec.font.names, furtherCharacters: rest),
        offset: text.source(of: character.offset))
    }
  }

  private static func message(
    _ scalar: Unicode.Scalar, fonts: [String], furtherCharacters rest: Int
  ) -> String {
    let others = rest > 0 ? ", nor \(rest) more characters of this text" : ""
    return "no installed font has \(named(scalar))\(others); tried "
      + "\(fonts.map(unquoted).joined(separator: ", ")) and the fallback fonts. Install a font that has it, or "
      + "set \"missingGlyphs\": \"allow\"."
  }
  /// A character and its code point; the code point alone of one that does not show, or does what
  /// nobody wants in a terminal.
  private static func named(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    let point = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      return point
    case .nonspacingMark, .spacingMark, .enclosingMark:
      // On a circle, as Unicode's charts have them, and not on the quotation mark.
      return "\"\u{25cc}\(scalar)\" (\(point))"
    default:
      return "\"\(scalar)\" (\(point))"
    }
  }
}
