/// Characters that are one for line breaks and references, as they are drawn.
struct TextUnit {
  /// In line space, from a start at 0 and a baseline at 0.
  var glyphs: [TextLayout.Glyph]
  /// The fonts of the glyphs; the first is that of the characters.
  let fonts: [GlyphFont]
  let isColor: Bool
  /// px along the line.
  let advance: Double
  /// The height of what is above the characters' squares, or below them, px.
  var over = 0.0
  var under = 0.0
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
  /// Sets a unit.
  ///
  /// - Parameters:
  ///   - unit: Which.
  ///   - text: The whole text.
  ///   - spec: Its settings.
  /// - Returns: The unit, and the characters that no font has, each with its first position in the text.
  /// - Throws: `DrawingError`.
  func set(
    _ unit: VerticalRuns.Unit, of text: StyledString, _ spec: TextSpec
  ) throws -> (unit: TextUnit, missing: [(scalar: Unicode.Scalar, offset: Int)]) {
    let part = text.part(unit.range).unannotated
    var spec = spec
    spec.textEmphasis = nil
    let found =
      switch unit.kind {
      case .square: try set(square: part, size: unit.size, spec)
      case .ruby(let annotation):
        try set(ruby: annotation, over: part, size: unit.size, spec)
      }
    return (found.unit, found.missing.map { ($0.scalar, $0.offset + unit.range.lowerBound) })
  }

  /// Sets characters in the square of one as in horizontal text (CSS Writing Modes 4 §9.1).
  private func set(
    square part: StyledString, size: Double, _ spec: TextSpec
  ) throws -> (unit: TextUnit, missing: [(scalar: Unicode.Scalar, offset: Int)]) {
    var spec = spec
    spec.writingMode = .horizontal
    spec.textCombine = .none
    spec.wrap = .none
    (spec.letterSpacing, spec.textIndent, spec.lineHeight) = (0, 0, nil)
    spec.textSpacingTrim = .spaceAll
    var (text, missing) = try set(part, spec, width: nil)
    let feature = [2: "hwid", 3: "twid", 4: "qwid"][part.string.count]
    if text.naturalWidth > size, let feature {
      spec.features = FontFeatures(
        [spec.features?.list, feature].compactMap(\.self).joined(separator: ","))
      let narrow = try set(part, spec, width: nil).layout
      if narrow.naturalWidth < text.naturalWidth { text = narrow }
    }
    let squeeze = min(1, size / max(text.naturalWidth, 1e-6))
    let center = Point(x: size / 2, y: 0)
    let unit = TextUnit(
      glyphs: text.glyphs.map { $0.upright(in: text, about: center, squeeze: squeeze) },
      fonts: text.fonts, isColor: text.clusters.contains(where: \.isColor), advance: size)
    return (unit, missing)
  }

  /// Sets a base of ruby with its annotation, whose squares are beside those of the base. The shorter of the two is
  /// spread over the longer one (CSS Ruby 1 §4).
  private func set(
    ruby annotation: String, over part: StyledString, size: Double, _ spec: TextSpec
  ) throws -> (unit: TextUnit, missing: [(scalar: Unicode.Scalar, offset: Int)]) {
    var spec = spec
    (spec.wrap, spec.textIndent, spec.textSpacingTrim) = (.none, 0, .spaceAll)
    let (base, missing) = try set(part, spec, width: nil)
    (spec.size, spec.letterSpacing, spec.textCombine) = (size / 2, 0, .none)
    (spec.textDecoration, spec.textTransform) = (nil, .none)
    // As bold as the base, which markup may have changed.
    spec.weight = base.fonts.first?.weight ?? spec.weight
    let small = try set(StyledString(plain: annotation), spec, width: nil)
    let advance = max(base.naturalWidth, small.layout.naturalWidth)
    let isUnder = spec.rubyPosition == .under
    var glyphs = base.spread(over: advance, spec.rubyAlign)
    // The middles of the squares, down from the baseline.
    let drop = base.fonts.first?.metrics.centralDrop ?? 0
    let middle = (isUnder ? 1 : -1) * (size + spec.size) / 2 - (spec.hasCentralBaselines ? 0 : drop)
    for var glyph in small.layout.spread(over: advance, spec.rubyAlign) {
      if !spec.hasCentralBaselines {
        glyph.origin.y += small.layout.fonts[glyph.font].metrics.centralDrop
      }
      glyph.origin.y += middle
      glyph.font += base.fonts.count
      glyphs.append(glyph)
    }
    var unit = TextUnit(
      glyphs: glyphs, fonts: base.fonts + small.layout.fonts,
      isColor: base.clusters.contains(where: \.isColor), advance: advance)
    if isUnder { unit.under = spec.size } else { unit.over = spec.size }
    return (unit, missing + small.missing.map { ($0.scalar, 0) })
  }
}

extension TextLayout {
  /// The glyphs of a text of one line in line space, from a start at 0 and a baseline at 0, spread over a length.
  fileprivate func spread(over length: Double, _ align: RubyAlignment) -> [Glyph] {
    guard let line = lines.first else { return [] }
    let (room, count) = (length - naturalWidth, Double(line.clusters.count))
    // Words of other scripts stay together.
    let isSpread = string.allSatisfy { VerticalOrientation(of: $0) != .rotated }
    let (start, step): (Double, Double) =
      switch align {
      case .start: (0, 0)
      case .spaceAround where isSpread: (room / count / 2, room / count)
      case .spaceBetween where isSpread && count > 1: (0, room / (count - 1))
      default: (room / 2, 0)
      }
    var found: [Glyph] = []
    for (number, cluster) in line.clusters.enumerated() {
      for var glyph in glyphs[clusters[cluster].glyphs] {
        glyph.origin.x += start + step * Double(number) - line.rectangle.left
        glyph.origin.y -= line.baseline
        found.append(glyph)
      }
    }
    return found
  }
}
