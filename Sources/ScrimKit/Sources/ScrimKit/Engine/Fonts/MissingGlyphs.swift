extension FontLibrary {
  /// Further missing characters are only counted: a text in a script without a font has hundreds.
  private static let maxMissingGlyphs = 8

  /// The errors for characters of a text that no font has.
  ///
  /// - Parameters:
  ///   - missing: The characters, by their offsets in the string that was laid out.
  ///   - spec: The text's settings.
  ///   - text: The string.
  /// - Returns: One error per character, in the order of the text; none if the job allows missing glyphs.
  func missingGlyphs(
    _ missing: [(scalar: Unicode.Scalar, offset: Int)], of spec: TextSpec, _ text: StyledString
  ) -> [TextDiagnostic] {
    guard spec.missingGlyphs == .error else { return [] }
    // Runs are in visual order, which in right-to-left text is not the order of the text.
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
    if scalar.properties.generalCategory == .control {
      return "\(named(scalar)) is a control character, which no font has. Remove it, or set "
        + "\"missingGlyphs\": \"allow\"."
    }
    let others = rest > 0 ? ", nor \(rest) more characters of this text" : ""
    return "no installed font has \(named(scalar))\(others); tried "
      + "\(fonts.map(unquoted).joined(separator: ", ")) and the fallback fonts. Install a font that has it, or "
      + "set \"missingGlyphs\": \"allow\"."
  }

  /// A character and its code point; only the code point if the character is invisible or unsafe in a terminal.
  static func named(_ scalar: Unicode.Scalar) -> String {
    let hex = String(scalar.value, radix: 16, uppercase: true)
    let point = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      return point
    case .nonspacingMark, .spacingMark, .enclosingMark:
      // On a dotted circle, as in Unicode's charts, rather than on the quotation mark.
      return "\"\u{25cc}\(scalar)\" (\(point))"
    default:
      return "\"\(scalar)\" (\(point))"
    }
  }
}
