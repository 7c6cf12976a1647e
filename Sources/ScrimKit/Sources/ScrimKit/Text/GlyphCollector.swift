internal import CPango

/// Takes lines, clusters and glyphs out of a `PangoLayout`.
struct GlyphCollector {
  let library: FontLibrary
  let spec: TextSpec
  let string: String
  private let utf8: [UInt8]

  private(set) var lines: [TextLayout.Line] = []
  private(set) var clusters: [TextLayout.Cluster] = []
  private(set) var glyphs: [TextLayout.Glyph] = []
  private(set) var fonts: [GlyphFont] = []
  /// The characters that no font has, each where it comes first.
  private(set) var missing: [(scalar: Unicode.Scalar, offset: Int)] = []

  private static let unit = 1 / Double(PANGO_SCALE)

  init(library: FontLibrary, spec: TextSpec, string: String) {
    self.library = library
    self.spec = spec
    self.string = string
    utf8 = Array(string.utf8)
  }

  /// - Throws: `DrawingError` if a font cannot be opened.
  mutating func collect(_ layout: OpaquePointer) throws(DrawingError) {
    guard let iterator = pango_layout_get_iter(layout) else { return }
    defer { pango_layout_iter_free(iterator) }
    var top = 0.0
    repeat {
      guard let line = pango_layout_iter_get_line_readonly(iterator) else { continue }
      var logical = PangoRectangle()
      pango_layout_iter_get_line_extents(iterator, nil, &logical)
      let natural = Double(logical.height) * Self.unit
      let ascent = Double(pango_layout_iter_get_baseline(iterator) - logical.y) * Self.unit
      let height = spec.lineHeight.map { $0 * spec.size } ?? natural
      // Half the leading lies above the line, half below, as in CSS 2 §10.8.1.
      let baseline = top + (height - natural) / 2 + ascent
      try collect(line, top: top, height: height, baseline: baseline)
      top += height + spec.lineSpacing
    } while pango_layout_iter_next_line(iterator) != 0
    for index in lines.indices {
      let end = lines[index].range.upperBound
      lines[index].endsParagraph = end >= utf8.count || utf8[end] == UInt8(ascii: "\n")
    }
  }

  private mutating func collect(
    _ line: UnsafeMutablePointer<PangoLayoutLine>, top: Double, height: Double, baseline: Double
  ) throws(DrawingError) {
    let start = Int(pango_layout_line_get_start_index(line))
    let range = start..<start + Int(pango_layout_line_get_length(line))
    let firstCluster = clusters.count
    var x = 0.0
    var node = line.pointee.runs
    while let run = node {
      if let data = run.pointee.data {
        let item = data.assumingMemoryBound(to: PangoGlyphItem.self)
        x = try collect(item.pointee, x: x, top: top, height: height, baseline: baseline)
      }
      node = run.pointee.next
    }
    // Spaces at the line's end belong to no rectangle.
    let spaces = String(decoding: utf8[range], as: UTF8.self).unicodeScalars.reversed()
      .prefix(while: Self.isSpace)
    let inked = range.upperBound - spaces.reduce(0) { $0 + UTF8.width($1) }
    let letters = clusters[firstCluster...].filter { $0.range.lowerBound < inked }
    let left = letters.map(\.rectangle.left).min() ?? 0
    let right = letters.map(\.rectangle.right).max() ?? 0
    lines.append(
      TextLayout.Line(
        rectangle: Rect(x: left, y: top, width: right - left, height: height), baseline: baseline,
        range: range, clusters: firstCluster..<clusters.count,
        isRightToLeft: pango_layout_line_get_resolved_direction(line) == PANGO_DIRECTION_RTL,
        endsParagraph: false))
  }

  /// - Returns: Where the next run starts.
  private mutating func collect(
    _ run: PangoGlyphItem, x start: Double, top: Double, height: Double, baseline: Double
  ) throws(DrawingError) -> Double {
    guard let item = run.item?.pointee, let string = run.glyphs?.pointee,
      let font = item.analysis.font, let infos = string.glyphs, let offsets = string.log_clusters
    else { return start }
    fonts.append(try library.glyphs(of: font))
    let fontIndex = fonts.count - 1
    let count = Int(string.num_glyphs)
    // A cluster ends where the next one in the text begins, whatever the direction of the run.
    let starts = Set((0..<count).map { Int(offsets[$0]) }).sorted() + [Int(item.length)]
    var x = start + Double(run.start_x_offset) * Self.unit
    var index = 0
    while index < count {
      let offset = Int(offsets[index])
      let (origin, firstGlyph) = (x, glyphs.count)
      while index < count, Int(offsets[index]) == offset {
        let info = infos[index]
        append(
          info, font: fontIndex, x: x, y: baseline - Double(run.y_offset) * Self.unit,
          character: Int(item.offset) + offset)
        x += Double(info.geometry.width) * Self.unit
        index += 1
      }
      let end = starts.first { $0 > offset } ?? Int(item.length)
      clusters.append(
        TextLayout.Cluster(
          range: Int(item.offset) + offset..<Int(item.offset) + end,
          rectangle: Rect(x: origin, y: top, width: x - origin, height: height),
          isColor: fonts[fontIndex].isColor && glyphs.count > firstGlyph,
          glyphs: firstGlyph..<glyphs.count))
    }
    return x + Double(run.end_x_offset) * Self.unit
  }

  private mutating func append(
    _ info: PangoGlyphInfo, font: Int, x: Double, y: Double, character: Int
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
          y: y + Double(info.geometry.y_offset) * Self.unit)))
  }

  /// - Parameters:
  ///   - code: What Pango has no glyph for; a cluster may have other characters too.
  ///   - start: Where the cluster begins.
  private mutating func noteMissing(_ code: UInt32, near start: Int) {
    var offset = start
    let cluster = String(decoding: utf8[start...].prefix(64), as: UTF8.self).unicodeScalars
    guard let first = cluster.first else { return }
    // Where Pango took the character apart, it is the cluster that has no glyph.
    let scalar = cluster.first { $0.value == code } ?? first
    for other in cluster {
      if other == scalar { break }
      offset += UTF8.width(other)
    }
    if !missing.contains(where: { $0.scalar == scalar }) { missing.append((scalar, offset)) }
  }

  /// Those at which a line may break; a no-break space stands like a letter.
  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace && !["\u{a0}", "\u{2007}", "\u{202f}"].contains(scalar)
  }
}
