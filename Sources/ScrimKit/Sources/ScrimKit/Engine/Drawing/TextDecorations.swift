/// A line under, over or through words.
struct InkLine {
  let path: Path
  /// The line's paint; `nil` is that of the glyphs.
  let paint: Paint?
  /// The index of the glyphs' style.
  let style: Int
  /// Whether it is drawn over the glyphs.
  let isOver: Bool

  func transformed(by transform: Transform) -> InkLine {
    InkLine(path: path.transformed(by: transform), paint: paint, style: style, isOver: isOver)
  }
}

extension TextLayout {
  /// Adjacent words drawn in the same style.
  private struct Stretch {
    var clusters: [Int]
    let style: Int
    let rise: Double
    let size: Double
    var left: Double
    var right: Double
  }

  /// The fill of a style's glyphs; `nil` if they are not drawn.
  func paint(ofStyle index: Int) -> Paint? {
    guard let paint else { return nil }
    let style = styles[index]
    guard keepsColors else { return paint }
    return (style.color.map(Paint.color) ?? paint).withOpacity(style.alpha)
  }

  /// The opacity of colour emoji of a style: that of the colour that their letters would have.
  func pictureAlpha(ofStyle index: Int) -> Double {
    if case .color(let color) = paint(ofStyle: index) { return color.alpha }
    return keepsColors ? styles[index].alpha : 1
  }

  /// The background boxes of a line's words, as high as their fonts.
  func backgrounds(ofLine index: Int) -> [(rect: Rect, color: Color)] {
    guard showsBackgrounds, styles.contains(where: { $0.background != nil }) else { return [] }
    if isTurned {
      return inLineSpace().backgrounds(ofLine: index).map { (turn.bounds(of: $0.rect), $0.color) }
    }
    let baseline = lines[index].baseline
    var found: [(rect: Rect, color: Color)] = []
    for stretch in stretches(ofLine: index, splitByFont: false) {
      let style = styles[stretch.style]
      guard let color = style.background?.withOpacity(style.backgroundAlpha) else { continue }
      let boxes = stretch.clusters.map { cluster -> (above: Double, below: Double) in
        let metrics = fonts[clusters[cluster].font].metrics
        let rise = clusters[cluster].rise
        return (metrics.ascent + rise, metrics.descent - rise)
      }
      let above = boxes.map(\.above).max() ?? 0
      let below = boxes.map(\.below).max() ?? 0
      let rect = grid.snap(
        Rect(
          left: stretch.left, top: baseline - above, right: stretch.right,
          bottom: baseline + below))
      if let last = found.last, last.color == color, last.rect.top == rect.top,
        last.rect.bottom == rect.bottom, abs(last.rect.right - rect.left) < 0.001
      {
        // Merged into one box: between two boxes a hairline would be visible.
        found[found.count - 1].rect = last.rect.union(rect)
      } else {
        found.append((rect, color))
      }
    }
    return found
  }

  /// The decoration lines of a line's words.
  func inkLines(ofLine index: Int) -> [InkLine] {
    guard styles.contains(where: \.hasLines) else { return [] }
    if isTurned {
      return inLineSpace().inkLines(ofLine: index).map { $0.transformed(by: turn) }
    }
    var found: [InkLine] = []
    for stretch in stretches(ofLine: index, splitByFont: true)
    where styles[stretch.style].hasLines {
      found += inkLines(of: stretch, baseline: lines[index].baseline - stretch.rise)
    }
    return found + straightLines(ofLine: index)
  }

  private func inkLines(of stretch: Stretch, baseline: Double) -> [InkLine] {
    let style = styles[stretch.style]
    let place = place(of: stretch)
    let thickness = place.thickness
    var found: [InkLine] = []
    func add(_ shape: LineShape, top: Double, _ color: Color?, over: Bool = false) {
      let bottom = top + shape.height(thickness: thickness)
      let gaps =
        over || shape == .wave ? [] : self.gaps(of: stretch, from: top, to: bottom, thickness)
      found.append(
        InkLine(
          path: shape.path(
            from: stretch.left, to: stretch.right, top: top, thickness: thickness, gaps: gaps),
          paint: paint(ofLine: color, style), style: stretch.style, isOver: over))
    }
    func addUnder(_ shape: LineShape) {
      add(shape, top: baseline + place.underline(shape), style.underlineColor)
    }
    switch style.underline {
    case .single: addUnder(.single)
    case .double: addUnder(.double)
    case .error: addUnder(.wave)
    case .low:
      let bottom = grid.snap(inkBottom(of: stretch) ?? baseline)
      add(.single, top: bottom + thickness, style.underlineColor)
    case .none, .singleLine, .doubleLine, .errorLine: break
    }
    if style.hasOverline {
      add(
        .single, top: baseline + place.overline(isOutside: style.isOverlineOutside),
        style.overlineColor)
    }
    if style.hasStrikethrough {
      add(.single, top: baseline - place.lineThrough, style.strikethroughColor, over: true)
    }
    return found
  }

  /// Where the lines of words are, px.
  private struct LinePlace {
    let thickness: Double
    /// From the baseline down to the top of an underline that is below.
    let under: Double
    /// From the baseline up to the top of a line through the words.
    let lineThrough: Double
    let ascent: Double
    /// Whether the underline is above the words, and the overline below.
    var isSwapped = false

    /// From the baseline down to the top of an underline.
    func underline(_ shape: LineShape) -> Double {
      isSwapped ? -under - shape.height(thickness: thickness) : under
    }

    /// From the baseline down to the top of an overline.
    func overline(isOutside: Bool) -> Double {
      isSwapped ? under : -ascent - (isOutside ? thickness : 0)
    }
  }

  /// Where browsers draw lines: the values in fonts differ too much. Whole device pixels if the text is on a grid.
  private func place(of stretch: Stretch) -> LinePlace {
    let thickness = styles[stretch.style].lineThickness ?? stretch.size / 10
    if spec.hasCentralBaselines { return placeBesideColumn(thickness, stretch.size) }
    let ascent = metrics(of: stretch).ascent
    guard let scale = grid.scale else {
      return LinePlace(
        thickness: thickness, under: thickness / 2, lineThrough: ascent / 3 + thickness / 2,
        ascent: ascent)
    }
    let (exact, rows) = (thickness * scale, (ascent * scale).rounded())
    // Whole numbers that differ by a rounding error.
    let tolerance = 1e-6
    return LinePlace(
      thickness: max(1, (exact + tolerance).rounded(.down)) / scale,
      under: max(1, (exact / 2 - tolerance).rounded(.up)) / scale,
      lineThrough: (rows - (2 * rows / 3 - exact / 2 + 0.5 + tolerance).rounded(.down)) / scale,
      ascent: rows / scale)
  }

  /// Lines beside the letters' boxes; underlines are to the right in Japanese and Korean (CSS Text Decoration 4 §A) and
  /// overlines on the other side.
  private func placeBesideColumn(_ thickness: Double, _ size: Double) -> LinePlace {
    let isSwapped = ["ja", "ko"].contains(spec.language?.primary)
    guard let scale = grid.scale else {
      let edge = (size + thickness) / 2
      return LinePlace(
        thickness: thickness, under: edge, lineThrough: thickness / 2,
        ascent: edge, isSwapped: isSwapped)
    }
    let tolerance = 1e-6
    let columns = max(1, (thickness * scale + tolerance).rounded(.down))
    let edge = (size * scale / 2 - tolerance).rounded(.up) + max(1, (columns / 2).rounded(.down))
    return LinePlace(
      thickness: columns / scale, under: edge / scale,
      lineThrough: (columns / 2).rounded(.up) / scale, ascent: edge / scale,
      isSwapped: isSwapped)
  }

  /// Where glyphs cross a line, which then leaves gaps beside them, as wide as it is thick (CSS Text Decoration 4
  /// §5.4).
  ///
  /// - Parameters:
  ///   - stretch: The words.
  ///   - top: The line's upper edge, px.
  ///   - bottom: Its lower edge, px.
  ///   - thickness: Its thickness, px.
  /// - Returns: px, from left to right.
  private func gaps(
    of stretch: Stretch, from top: Double, to bottom: Double, _ thickness: Double
  ) -> [ClosedRange<Double>] {
    guard spec.textDecorationSkipInk == .auto else { return [] }
    let most = 13.0
    var found: [ClosedRange<Double>] = []
    for cluster in stretch.clusters {
      for glyph in glyphs[clusters[cluster].glyphs] {
        let outline = fonts[glyph.font].outline(glyph)
        guard
          let crossing = outline.columns(
            from: top - glyph.origin.y, to: bottom - glyph.origin.y)
        else { continue }
        let (left, right) = (
          glyph.origin.x + crossing.lowerBound, glyph.origin.x + crossing.upperBound
        )
        let aside = min(thickness, most)
        found.append(grid.snap(left - aside)...grid.snap(right + aside))
      }
    }
    return found.sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The lines that stay straight under words with a rise or another size.
  private func straightLines(ofLine index: Int) -> [InkLine] {
    var found: [InkLine] = []
    var open: (stretches: [Stretch], kind: StyleChange.Underline, color: Color?)?
    func close() {
      guard let run = open, let first = run.stretches.first, let last = run.stretches.last else {
        return
      }
      let shape: LineShape =
        run.kind == .singleLine ? .single : run.kind == .doubleLine ? .double : .wave
      let places = run.stretches.map { (place(of: $0), lines[index].baseline - $0.rise) }
      let tops = places.map { $1 + $0.underline(shape) }
      let isSwapped = places[0].0.isSwapped
      let top = (isSwapped ? tops.min() : tops.max()) ?? 0
      let thickness = places.map(\.0.thickness).max() ?? 0
      let bottom = top + shape.height(thickness: thickness)
      let gaps =
        shape == .wave
        ? []
        : run.stretches.flatMap { self.gaps(of: $0, from: top, to: bottom, thickness) }
          .sorted { $0.lowerBound < $1.lowerBound }
      found.append(
        InkLine(
          path: shape.path(
            from: first.left, to: last.right, top: top, thickness: thickness, gaps: gaps),
          paint: paint(ofLine: run.color, styles[first.style]), style: first.style, isOver: false))
      open = nil
    }
    for stretch in stretches(ofLine: index, splitByFont: true) {
      let style = styles[stretch.style]
      let isStraight = [.singleLine, .doubleLine, .errorLine].contains(style.underline)
      if let run = open,
        !isStraight || run.kind != style.underline || run.color != style.underlineColor
      {
        close()
      }
      guard isStraight else { continue }
      if open == nil { open = ([], style.underline, style.underlineColor) }
      open?.stretches.append(stretch)
    }
    close()
    return found
  }

  private func paint(ofLine color: Color?, _ style: InkStyle) -> Paint? {
    guard keepsColors, paint != nil, let color else { return nil }
    return .color(color.withOpacity(style.alpha))
  }

  private func stretches(ofLine index: Int, splitByFont: Bool) -> [Stretch] {
    var found: [Stretch] = []
    for number in lines[index].clusters where isInside(cluster: number, line: lines[index]) {
      let cluster = clusters[number]
      let size = fonts[cluster.font].size
      // In columns, lines are beside the boxes of letters, whatever their own baselines.
      let drop = spec.hasCentralBaselines ? fonts[cluster.font].metrics.centralDrop : 0
      let rise = cluster.rise + drop
      if let last = found.last,
        last.style == cluster.style || styles[last.style].matches(styles[cluster.style]),
        !splitByFont || (last.rise == rise && last.size == size)
      {
        found[found.count - 1].clusters.append(number)
        found[found.count - 1].right = cluster.rectangle.right
      } else {
        found.append(
          Stretch(
            clusters: [number], style: cluster.style, rise: rise, size: size,
            left: cluster.rectangle.left, right: cluster.rectangle.right))
      }
    }
    return found
  }

  /// The metrics of the text's own font rather than those of a fallback font.
  private func metrics(of stretch: Stretch) -> FontMetrics {
    let own = stretch.clusters.first { cluster in
      let family = fonts[clusters[cluster].font].family.lowercased()
      return spec.font.names.contains { $0.lowercased() == family }
    }
    return fonts[clusters[own ?? stretch.clusters[0]].font].metrics
  }

  private func outlines(of stretch: Stretch) -> Path {
    var path = Path()
    for cluster in stretch.clusters {
      for glyph in glyphs[clusters[cluster].glyphs] {
        path.append(fonts[glyph.font].outline(glyph), offset: glyph.origin)
      }
    }
    return path
  }

  private func inkBottom(of stretch: Stretch) -> Double? {
    let bounds = outlines(of: stretch).bounds
    return bounds.isEmpty ? nil : bounds.bottom
  }
}
