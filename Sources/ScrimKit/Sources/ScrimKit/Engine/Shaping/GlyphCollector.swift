internal import CPango

/// Extracts lines, clusters and glyphs from a `PangoLayout`.
struct GlyphCollector {
  let library: FontLibrary
  let spec: TextSpec
  private let text: StyledString
  private let drawn: DrawnString
  private let styles: InkStyles
  private let lineBox: LineBox
  private let letterFont: (InkStyle) throws(DrawingError) -> FontMetrics
  private let utf8: [UInt8]
  private let vertical: VerticalRuns
  /// Characters that are one, by the offset of the first.
  private let units: [Int: TextUnit]
  /// The marks over characters, by style.
  private let marks: [Int: EmphasisMark]

  private(set) var lines: [TextLayout.Line] = []
  private(set) var clusters: [TextLayout.Cluster] = []
  private(set) var glyphs: [TextLayout.Glyph] = []
  private(set) var fonts: [GlyphFont] = []
  private var runs: [LineBox.Run] = []
  private var lastRun: (style: Int, font: Int)?
  /// The characters that no font has, each with its first position.
  private(set) var missing: [(scalar: Unicode.Scalar, offset: Int)] = []

  /// The clusters that are to be rotated in columns for lack of a glyph, as UTF-8 offsets.
  private(set) var rotated: Set<Int> = []
  /// Where lines may break.
  private var breaks: [Int] = []

  private static let unit = 1 / Double(PANGO_SCALE)

  /// - Parameters:
  ///   - library: Provides the fonts.
  ///   - spec: The text's settings.
  ///   - text: The words.
  ///   - drawn: The string that Pango has laid out for them.
  ///   - styles: Their styles.
  ///   - vertical: How its characters are set.
  ///   - units: Those that are one, by the offset of the first.
  ///   - marks: The marks over characters, by style.
  ///   - letterFont: The metrics of the font that letters of a style have, for lines without glyphs.
  /// - Throws: `DrawingError` if the font that `spec` requests cannot be opened.
  init(
    library: FontLibrary, spec: TextSpec, text: StyledString, drawn: DrawnString, styles: InkStyles,
    vertical: VerticalRuns, units: [Int: TextUnit], marks: [Int: EmphasisMark],
    letterFont: @escaping (InkStyle) throws(DrawingError) -> FontMetrics
  ) throws(DrawingError) {
    self.library = library
    self.spec = spec
    self.text = text
    self.drawn = drawn
    self.styles = styles
    lineBox = LineBox(spec: spec, font: try letterFont(InkStyle(spec)))
    self.letterFont = letterFont
    self.vertical = vertical
    self.units = units
    self.marks = marks
    utf8 = Array(text.string.utf8)
  }

  /// The collected layout.
  var layout: TextLayout {
    TextLayout(
      ShapedText(
        spec: spec, string: text.string, lines: lines, clusters: clusters, glyphs: glyphs,
        fonts: fonts, styles: styles.styles,
        naturalWidth: lines.map { $0.rectangle.width + $0.indent }.max() ?? 0, breaks: breaks,
        capHeight: lineBox.font.capHeight),
      library: library)
  }

  /// Notes where soft wraps may come, also where the case of letters has changed their number of bytes.
  mutating func collectBreaks(of layout: OpaquePointer) {
    var count: Int32 = 0
    guard let attributes = pango_layout_get_log_attrs_readonly(layout, &count) else { return }
    // Between any two characters, or between words.
    let anywhere = spec.wrap != .word
    var (offset, index) = (0, 0)
    for scalar in drawn.string.unicodeScalars {
      guard index < Int(count) else { return }
      let here = attributes[index]
      if index > 0, here.is_line_break != 0 || anywhere && here.is_char_break != 0 {
        breaks.append(drawn.written(offset))
      }
      offset += UTF8.width(scalar)
      index += 1
    }
  }

  /// - Throws: `DrawingError` if a font cannot be opened.
  mutating func collect(_ layout: OpaquePointer) throws(DrawingError) {
    guard let iterator = pango_layout_get_iter(layout) else { return }
    defer { pango_layout_iter_free(iterator) }
    var top = 0.0
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      runs = []
      lastRun = nil
      try collect(line)
      let (above, below) = try extents(ofLine: lines.count - 1)
      place(line: lines.count - 1, top: top, above: above, below: below)
      top += above + below + spec.lineSpacing
    } while pango_layout_iter_next_line(iterator) != 0
    for index in lines.indices {
      let end = lines[index].range.upperBound
      lines[index].endsParagraph = end >= utf8.count || utf8[end] == UInt8(ascii: "\n")
    }
  }

  /// The extents of a line; without ink, those of its style's letters. Pango would take those of any listed font,
  /// such as one for emoji, which also has spaces.
  private mutating func extents(ofLine index: Int) throws(DrawingError) -> (
    above: Double, below: Double
  ) {
    if isBlank(lines[index].range) {
      for (index, run) in runs.enumerated() {
        let metrics = try letterFont(run.style)
        runs[index] = LineBox.Run(size: run.size, metrics: metrics, style: run.style)
      }
    }
    lines[index].boxes = lineBox.boxes(of: runs)
    if lines[index].boxes.isEmpty {
      let style = styles.styles[styles.index(at: lines[index].range.lowerBound)]
      let run = LineBox.Run(size: style.size, metrics: try letterFont(style), style: style)
      lines[index].boxes = lineBox.boxes(of: [run])
    }
    return lines[index].boxes.extents ?? (above: 0, below: 0)
  }

  /// Whether characters have no ink: white space and invisible ones.
  private func isBlank(_ range: Range<Int>) -> Bool {
    String(decoding: utf8[range], as: UTF8.self).unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Collects a line with its baseline at 0 and a box without height.
  private mutating func collect(
    _ line: UnsafeMutablePointer<PangoLayoutLine>
  ) throws(DrawingError) {
    let start = Int(pango_layout_line_get_start_index(line))
    let end = start + Int(pango_layout_line_get_length(line))
    let range = drawn.written(start)..<drawn.written(end)
    let firstCluster = clusters.count
    var x = 0.0
    var node = line.pointee.runs
    while let run = node {
      if let data = run.pointee.data {
        let item = data.assumingMemoryBound(to: PangoGlyphItem.self)
        x = try collect(
          item.pointee, x: x, isFirst: node == line.pointee.runs, isLast: run.pointee.next == nil)
      }
      node = run.pointee.next
    }
    // Spaces at the line's end are not part of its rectangle.
    let spaces = String(decoding: utf8[range], as: UTF8.self).unicodeScalars.reversed()
      .prefix(while: Self.isSpace)
    let inked = range.upperBound - spaces.reduce(0) { $0 + UTF8.width($1) }
    let letters = clusters[firstCluster...].filter { $0.range.lowerBound < inked }
    let left = letters.map(\.rectangle.left).min() ?? 0
    let right = letters.map(\.rectangle.right).max() ?? 0
    lines.append(
      TextLayout.Line(
        rectangle: Rect(x: left, y: 0, width: right - left, height: 0), baseline: 0, range: range,
        clusters: firstCluster..<clusters.count,
        isRightToLeft: pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL,
        endsParagraph: false,
        indent: pango_layout_line_is_paragraph_start(line) != 0 ? spec.textIndent : 0))
  }

  /// - Returns: The x at which the next run starts.
  private mutating func collect(
    _ run: PangoGlyphItem, x start: Double, isFirst: Bool, isLast: Bool
  ) throws(DrawingError) -> Double {
    guard let item = run.item?.pointee, let font = item.analysis.font else { return start }
    let first = drawn.written(Int(item.offset))
    if let unit = units[first], let width = run.glyphs?.pointee.glyphs?.pointee.geometry.width {
      place(unit, x: start, width: Double(width) * Self.unit)
      return start + Double(width) * Self.unit
    }
    let spacing = RunSpacing(item, isFirst: isFirst, isLast: isLast)
    let unspaced = spacing.isTorn ? UnspacedGlyphs(item, of: drawn.string) : nil
    guard let string = unspaced?.glyphs.pointee ?? run.glyphs?.pointee, let infos = string.glyphs,
      let offsets = string.log_clusters
    else { return start }
    // Arabic has no italics: a font without them would be slanted, which no typesetter does.
    let isArabic = UInt32(item.analysis.script) == PANGO_SCRIPT_ARABIC.rawValue
    fonts.append(try library.glyphs(of: font, isNeverSlanted: isArabic))
    let fontIndex = fonts.count - 1
    let isUpright = fonts[fontIndex].isUpright
    // Of upright glyphs it is 0: their fonts' metrics are those of columns.
    let drop = spec.hasCentralBaselines ? fonts[fontIndex].metrics.centralDrop : 0
    let count = Int(string.num_glyphs)
    func written(_ offset: some BinaryInteger) -> Int {
      drawn.written(Int(item.offset) + Int(offset))
    }
    // A cluster ends at the start of the next one in the text, which may be to its left.
    let isRightToLeft = item.analysis.level % 2 == 1
    var left = written(item.length)
    var x = start + Double(run.start_x_offset) * Self.unit + (unspaced == nil ? 0 : spacing.before)
    var index = 0
    while index < count {
      let offset = written(offsets[index])
      let (origin, firstGlyph, firstIndex) = (x, glyphs.count, index)
      let style = styles.index(at: offset)
      let rise = noteRun(style: style, font: fontIndex) - drop
      // One that the font has no place for: all glyphs of the cluster move with the first.
      let shift =
        isUpright
        ? fonts[fontIndex].topOrigin.map { $0 - Double(infos[index].geometry.x_offset) * Self.unit }
          ?? 0 : 0
      while index < count,
        written(offsets[index]) == offset || drawn.isAdded(Int(item.offset + offsets[index]))
      {
        let info = infos[index]
        append(
          info, font: fontIndex, x: x + shift, y: -rise, isUpright: isUpright, character: offset)
        x += Double(info.geometry.width) * Self.unit
        index += 1
      }
      if let unspaced {
        let next = index < count ? Int(offsets[index]) : nil
        x += next.map { unspaced.isGrapheme(at: $0) ? spacing.between : 0 } ?? spacing.after
      }
      if isUpright, index == firstIndex + 1, vertical.fallsBack.contains(offset),
        isNominal(infos[firstIndex].glyph, at: offset, of: font)
      {
        rotated.insert(offset)
      }
      let right = written(index < count ? offsets[index] : item.length)
      let end = isRightToLeft ? left : right
      left = offset
      if let last = clusters.last, last.range.contains(offset) {
        // What was added to the text, in an item of its own.
        clusters[clusters.count - 1].glyphs = last.glyphs.lowerBound..<glyphs.count
        clusters[clusters.count - 1].rectangle.width = x - last.rectangle.x
        continue
      }
      let isColor = glyphs[firstGlyph...].contains { fonts[fontIndex].isImage($0.id) }
      appendMark(over: offset..<end, from: origin, to: x, font: fontIndex, style: style, rise: rise)
      clusters.append(
        TextLayout.Cluster(
          range: offset..<end,
          rectangle: Rect(x: origin, y: 0, width: x - origin, height: 0), isColor: isColor,
          glyphs: firstGlyph..<glyphs.count, font: fontIndex, rise: rise,
          style: style))
    }
    return x + Double(run.end_x_offset) * Self.unit
  }

  /// Adds a unit.
  ///
  /// - Parameters:
  ///   - unit: The unit.
  ///   - x: Where it begins in line space, px.
  ///   - width: Its advance with letter spacing, px.
  private mutating func place(_ unit: TextUnit, x: Double, width: Double) {
    let (firstFont, firstGlyph) = (fonts.count, glyphs.count)
    fonts += unit.fonts
    // Half of the spacing is before it.
    let shift = x + (width - unit.advance) / 2
    for var glyph in unit.glyphs {
      glyph.font += firstFont
      glyph.origin.x += shift
      glyphs.append(glyph)
    }
    lastRun = nil
    let end = clusters.count + unit.clusters.count
    for var cluster in unit.clusters {
      cluster.font += firstFont
      cluster.style = styles.index(at: cluster.range.lowerBound)
      let (left, right) = (
        cluster.continuesUnit ? shift + cluster.rectangle.left : x,
        clusters.count == end - 1 ? x + width : shift + cluster.rectangle.right
      )
      cluster.rectangle = Rect(x: left, y: 0, width: right - left, height: 0)
      let drop = spec.hasCentralBaselines ? fonts[cluster.font].metrics.centralDrop : 0
      cluster.rise =
        noteRun(style: cluster.style, font: cluster.font, over: unit.over, under: unit.under) - drop
      cluster.glyphs =
        firstGlyph + cluster.glyphs.lowerBound..<firstGlyph + cluster.glyphs.upperBound
      // Marks of a base would be where its annotation is.
      if unit.over + unit.under == 0 {
        appendMark(
          over: cluster.range, from: left, to: right, font: cluster.font, style: cluster.style,
          rise: cluster.rise)
        cluster.glyphs = cluster.glyphs.lowerBound..<glyphs.count
      }
      clusters.append(cluster)
    }
    lastRun = nil
  }

  /// Adds the mark over a character, if its style has one.
  private mutating func appendMark(
    over range: Range<Int>, from left: Double, to right: Double, font: Int, style: Int, rise: Double
  ) {
    guard let mark = marks[style],
      let character = String(decoding: utf8[range], as: UTF8.self).first,
      EmphasisMark.isOver(character)
    else { return }
    let first = fonts.count
    fonts += mark.text.fonts
    let drop = fonts[font].metrics.centralDrop
    for var glyph in mark.glyphs(at: (left + right) / 2, -rise - drop) {
      glyph.font += first
      glyphs.append(glyph)
    }
  }

  /// Adds a run to the line. Styles that Pango does not know, such as a rise, do not split its runs, so runs are
  /// tracked here.
  ///
  /// - Returns: The rise of the words, px.
  private mutating func noteRun(
    style: Int, font: Int, over: Double = 0, under: Double = 0
  ) -> Double {
    if lastRun?.style != style || lastRun?.font != font {
      lastRun = (style, font)
      let (mark, isUnder) = (marks[style]?.height ?? 0, marks[style]?.isUnder ?? false)
      runs.append(
        LineBox.Run(
          size: fonts[font].size, metrics: fonts[font].metrics, style: styles.styles[style],
          over: over + (isUnder ? 0 : mark), under: under + (isUnder ? mark : 0)))
    }
    return styles.styles[style].rise
  }

  private mutating func place(line index: Int, top: Double, above: Double, below: Double) {
    lines[index].rectangle.y = top
    lines[index].rectangle.height = above + below
    lines[index].baseline = top + above
    for cluster in lines[index].clusters {
      clusters[cluster].rectangle.y = top
      clusters[cluster].rectangle.height = above + below
      for glyph in clusters[cluster].glyphs { glyphs[glyph].origin.y += top + above }
    }
  }

  private mutating func append(
    _ info: PangoGlyphInfo, font: Int, x: Double, y: Double, isUpright: Bool, character: Int
  ) {
    // PANGO_GLYPH_EMPTY and PANGO_GLYPH_UNKNOWN_FLAG: casts in macros are not imported.
    if info.glyph == 0x0fff_ffff { return }
    let isMissing = info.glyph & 0x1000_0000 != 0
    if isMissing { noteMissing(info.glyph & 0x0fff_ffff, near: character) }
    glyphs.append(
      TextLayout.Glyph(
        font: font, id: isMissing ? 0 : info.glyph,
        origin: Point(
          x: x + Double(info.geometry.x_offset) * Self.unit,
          y: y + Double(info.geometry.y_offset) * Self.unit),
        form: isUpright ? GlyphForm.plain.turned(by: -1) : .plain))
  }

  /// Whether a glyph is the one that a font has for a character in horizontal text, too.
  private func isNominal(
    _ glyph: UInt32, at offset: Int, of font: UnsafeMutablePointer<PangoFont>
  ) -> Bool {
    let scalars = String(decoding: utf8[offset...].prefix(4), as: UTF8.self).unicodeScalars
    var nominal: hb_codepoint_t = 0
    guard let scalar = scalars.first,
      hb_font_get_nominal_glyph(pango_font_get_hb_font(font), scalar.value, &nominal) != 0
    else { return false }
    return glyph == nominal
  }

  /// - Parameters:
  ///   - code: The character for which Pango has no glyph; a cluster may contain others.
  ///   - start: The start of the cluster.
  private mutating func noteMissing(_ code: UInt32, near start: Int) {
    var offset = start
    let cluster = String(decoding: utf8[start...].prefix(64), as: UTF8.self).unicodeScalars
    guard let first = cluster.first else { return }
    // If Pango decomposed the character, report the first one of the cluster.
    let scalar = cluster.first { $0.value == code } ?? first
    for other in cluster {
      if other == scalar { break }
      offset += UTF8.width(other)
    }
    if !missing.contains(where: { $0.scalar == scalar }) { missing.append((scalar, offset)) }
  }

  /// Whether a line may break at a space; a no-break space is treated like a letter.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace && !["\u{a0}", "\u{2007}", "\u{202f}"].contains(scalar)
  }
}
