/// Characters that are one for line breaks, as they are drawn.
struct TextUnit {
  /// UTF-8 offsets into the text; those of its clusters, too.
  private(set) var range: Range<Int>
  /// In line space from a start at 0 and a baseline at 0.
  private(set) var clusters: [TextLayout.Cluster]
  /// The glyphs of the clusters in their order.
  private(set) var glyphs: [TextLayout.Glyph]
  let fonts: [GlyphFont]
  /// px along the line.
  private(set) var advance: Double
  /// The height of what is above the characters' squares, or below them, px.
  var over = 0.0
  var under = 0.0
  /// How far it may hang over a kana before its start and after its end, px.
  private(set) var overhang = (start: 0.0, end: 0.0)

  /// What is drawn.
  struct Contents: Hashable {
    /// Without annotations and marks.
    fileprivate let words: StyledString
    fileprivate let style: InkStyle
    fileprivate let kind: VerticalRuns.Unit.Kind

    /// A unit of a text.
    init(_ unit: VerticalRuns.Unit, of text: StyledString) {
      words = text.part(unit.range).without {
        switch $0 {
        case .ruby, .emphasis: true
        default: false
        }
      }
      (style, kind) = (unit.style, unit.kind)
    }
  }

  /// The unit in a text.
  func placed(at place: VerticalRuns.Unit) -> TextUnit {
    var unit = self
    let start = place.range.lowerBound
    unit.range = place.range
    for index in clusters.indices {
      let own = clusters[index].range
      unit.clusters[index].range = start + own.lowerBound..<start + own.upperBound
    }
    if !place.hangsBefore { unit.overhang.start = 0 }
    if !place.hangsAfter { unit.overhang.end = 0 }
    return unit
  }

  /// The unit hanging over its neighbours, at its start, its end, or both.
  func hanging(_ start: Bool, _ end: Bool) -> TextUnit {
    let shift = start ? overhang.start : 0
    var unit = self
    unit.advance -= shift + (end ? overhang.end : 0)
    for index in glyphs.indices { unit.glyphs[index].origin.x -= shift }
    for index in clusters.indices {
      let box = clusters[index].rectangle
      let left = index == 0 ? 0 : box.left - shift
      let right = index == clusters.count - 1 ? unit.advance : box.right - shift
      unit.clusters[index].rectangle = Rect(x: left, y: 0, width: right - left, height: 0)
    }
    return unit
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
  /// Sets a unit.
  ///
  /// - Parameters:
  ///   - unit: What it consists of.
  ///   - spec: The settings of the text.
  /// - Returns: The unit, and the characters that no font has, each with its first position in the unit.
  /// - Throws: `DrawingError`.
  func set(
    _ unit: TextUnit.Contents, _ spec: TextSpec
  ) throws -> (unit: TextUnit, missing: [(scalar: Unicode.Scalar, offset: Int)]) {
    var spec = spec
    spec.textEmphasis = nil
    return switch unit.kind {
    case .square: try set(square: unit.words, unit.style, spec)
    case .ruby(let annotation): try set(annotation, over: unit.words, unit.style, spec)
    }
  }

  /// Sets characters in the square of one as in horizontal text (CSS Writing Modes 4 §9.1).
  private func set(
    square part: StyledString, _ style: InkStyle, _ spec: TextSpec
  ) throws -> (unit: TextUnit, missing: [(scalar: Unicode.Scalar, offset: Int)]) {
    var spec = spec
    spec.writingMode = .horizontal
    spec.textCombine = .none
    spec.wrap = .none
    (spec.letterSpacing, spec.textIndent, spec.lineHeight) = (0, 0, nil)
    spec.textSpacingTrim = .spaceAll
    // A rise of all of them is one of the square.
    let isRisen = part.changesOfAll.contains(where: \.isRise)
    let part = isRisen ? part.without(\.isRise) : part
    var (text, missing) = try set(part, spec, width: nil)
    let feature = [2: "hwid", 3: "twid", 4: "qwid"][part.string.count]
    if text.naturalWidth > style.size, let feature {
      spec.features = FontFeatures(
        [spec.features?.list, feature].compactMap(\.self).joined(separator: ","))
      let narrow = try set(part, spec, width: nil).layout
      if narrow.naturalWidth < text.naturalWidth { text = narrow }
    }
    let squeeze = min(1, style.size / max(text.naturalWidth, 1e-6))
    let center = Point(x: style.size / 2, y: isRisen ? -style.rise : 0)
    return (TextUnit(square: text, about: center, squeeze: squeeze, advance: style.size), missing)
  }

  /// Sets a base of ruby with its annotation, whose squares are beside those of the base. The shorter of the two is
  /// spread over the longer one (CSS Ruby 1 §4).
  private func set(
    _ annotation: Annotation, over part: StyledString, _ style: InkStyle, _ spec: TextSpec
  ) throws -> (unit: TextUnit, missing: [(scalar: Unicode.Scalar, offset: Int)]) {
    var spec = spec
    (spec.wrap, spec.textIndent, spec.textSpacingTrim) = (.none, 0, .spaceAll)
    let (base, missing) = try set(part, spec, width: nil)
    (spec.size, spec.letterSpacing, spec.textCombine) = (style.size * annotation.scale, 0, .none)
    (spec.textDecoration, spec.textTransform) = (nil, .none)
    // Markup may have changed them.
    spec.font = FontFamilies(style.request.families)
    (spec.weight, spec.style) = (style.request.weight, style.request.style)
    spec.stretch = style.request.stretch
    let small = try set(StyledString(plain: annotation.words), spec, width: nil)
    return (
      TextUnit(base: base, annotation: small.layout, style),
      missing + small.missing.map { ($0.scalar, 0) }
    )
  }
}

extension TextUnit {
  /// - Parameters:
  ///   - text: A horizontal text of one line.
  ///   - center: Where its middle is in line space.
  ///   - squeeze: Factor of its width.
  ///   - advance: px along the line.
  fileprivate init(square text: TextLayout, about center: Point, squeeze: Double, advance: Double) {
    let all = 0..<text.string.utf8.count
    // One for references, too.
    clusters = text.clusters.prefix(1).map { cluster in
      var whole = cluster
      (whole.range, whole.glyphs) = (all, text.glyphs.indices)
      whole.rectangle = Rect(x: 0, y: 0, width: advance, height: 0)
      whole.isColor = text.clusters.contains(where: \.isColor)
      return whole
    }
    glyphs = text.glyphs.map { $0.upright(in: text, about: center, squeeze: squeeze) }
    (range, fonts, self.advance) = (all, text.fonts, advance)
  }

  /// - Parameters:
  ///   - base: The base, as one line.
  ///   - annotation: The annotation, as one line; it is of the first cluster.
  ///   - style: The style of the base.
  fileprivate init(base: TextLayout, annotation: TextLayout, _ style: InkStyle) {
    let (spec, size) = (annotation.spec, annotation.spec.size)
    let isUnder = spec.rubyPosition == .under
    advance = max(base.naturalWidth, annotation.naturalWidth)
    (fonts, range) = (base.fonts + annotation.fonts, 0..<base.string.utf8.count)
    if isUnder { under = size } else { over = size }
    // The middles of the squares, down from the baseline.
    let drop = spec.hasCentralBaselines ? 0 : base.fonts.first?.metrics.centralDrop ?? 0
    let middle = (isUnder ? 1 : -1) * (style.size + size) / 2 - drop - style.rise
    let above = annotation.spread(over: advance, spec.rubyAlign).flatMap { part in
      part.glyphs.map { glyph in
        var copy = glyph
        if !spec.hasCentralBaselines {
          copy.origin.y += annotation.fonts[glyph.font].metrics.centralDrop
        }
        copy.origin.y += middle
        copy.font += base.fonts.count
        return copy
      }
    }
    (clusters, glyphs) = ([], [])
    let parts = base.spread(over: advance, spec.rubyAlign)
    for (number, part) in parts.enumerated() {
      let start = glyphs.count
      glyphs += part.glyphs + (number == 0 ? above : [])
      var cluster = part.cluster
      cluster.glyphs = start..<glyphs.count
      // What is between two is shared by both.
      let left =
        number == 0 ? 0 : (parts[number - 1].cluster.rectangle.right + cluster.rectangle.left) / 2
      if number > 0 {
        clusters[number - 1].rectangle.width = left - clusters[number - 1].rectangle.left
      }
      cluster.rectangle = Rect(x: left, y: 0, width: advance - left, height: 0)
      cluster.continuesUnit = number > 0
      clusters.append(cluster)
    }
    guard let first = parts.first?.cluster, let last = parts.last?.cluster else { return }
    // JLREQ §3.3.8 allows more; this is what browsers do.
    overhang = (
      min(size / 2, first.rectangle.left), min(size / 2, advance - last.rectangle.right)
    )
  }
}

extension TextLayout {
  /// The clusters of a text of one line and their glyphs in line space, from a start at 0 and a baseline at 0, spread
  /// over a length.
  fileprivate func spread(
    over length: Double, _ align: RubyAlignment
  ) -> [(cluster: Cluster, glyphs: [Glyph])] {
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
    return line.clusters.enumerated().map { number, index in
      var cluster = clusters[index]
      let shift = start + step * Double(number) - line.rectangle.left
      cluster.rectangle.x += shift
      return (
        cluster,
        glyphs[cluster.glyphs].map { glyph in
          var copy = glyph
          copy.origin.x += shift
          copy.origin.y -= line.baseline
          return copy
        }
      )
    }
  }
}
