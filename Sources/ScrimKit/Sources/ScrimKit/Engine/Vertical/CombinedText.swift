/// Characters side by side in the square of one, set as in horizontal text (CSS Writing Modes 4 §9.1).
struct CombinedText {
  /// In horizontal space, in one line.
  let text: TextLayout
  /// The side of the square, px.
  let size: Double
  /// Factor of the width.
  var squeeze: Double { min(1, size / max(text.naturalWidth, 1e-6)) }

  /// A glyph in line space, in which the square begins at x.
  func placed(_ glyph: TextLayout.Glyph, x: Double) -> TextLayout.Glyph {
    glyph.upright(in: text, about: Point(x: x + size / 2, y: 0), squeeze: squeeze)
  }
}

extension TextLayout.Glyph {
  /// A glyph of a horizontal text of one line, upright in a column.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - center: Where the middle of the text is in line space: of its width, and between ascent and descent.
  ///   - squeeze: Factor of the width.
  /// - Returns: The glyph in line space.
  func upright(in text: TextLayout, about center: Point, squeeze: Double = 1) -> TextLayout.Glyph {
    guard let line = text.lines.first else { return self }
    let middle = line.rectangle.left + text.naturalWidth / 2
    // On the canvas.
    let right = (origin.x - middle) * squeeze
    let down = origin.y - line.baseline + text.fonts[font].metrics.centralDrop
    var copy = self
    copy.origin = Point(x: center.x + down, y: center.y - right)
    copy.form = GlyphForm.plain.turned(by: -1)
    copy.form.squeeze = squeeze
    return copy
  }
}

extension FontLibrary {
  /// Sets characters that are combined.
  ///
  /// - Parameters:
  ///   - combined: Which.
  ///   - text: The whole text.
  ///   - spec: Its settings.
  /// - Returns: The characters, and those that no font has, each with its first position in the text.
  /// - Throws: `DrawingError`.
  func set(
    _ combined: VerticalRuns.Combined, of text: StyledString, _ spec: TextSpec
  ) throws -> (text: CombinedText, missing: [(scalar: Unicode.Scalar, offset: Int)]) {
    let part = text.part(combined.range)
    var spec = spec
    spec.writingMode = .horizontal
    spec.textCombine = .none
    spec.wrap = .none
    (spec.letterSpacing, spec.textIndent, spec.lineHeight) = (0, 0, nil)
    spec.textSpacingTrim = .spaceAll
    var (layout, missing) = try set(part, spec, width: nil)
    let feature = [2: "hwid", 3: "twid", 4: "qwid"][part.string.count]
    if layout.naturalWidth > combined.size, let feature {
      spec.features = FontFeatures(
        [spec.features?.list, feature].compactMap(\.self).joined(separator: ","))
      let narrow = try set(part, spec, width: nil).layout
      if narrow.naturalWidth < layout.naturalWidth { layout = narrow }
    }
    missing = missing.map { ($0.scalar, $0.offset + combined.range.lowerBound) }
    return (CombinedText(text: layout, size: combined.size), missing)
  }
}
