internal import CPango

/// The letter spacing of a run.
struct RunSpacing {
  /// px between two letters; 0 without letter spacing.
  let between: Double
  /// px before the first letter and after the last one: half of it, but none at the ends of a line.
  let before: Double
  let after: Double
  /// Whether Pango tears the run's letters: it turns ligatures off where there is letter spacing, but Khmer has vowels
  /// below subscripts as such; in Thai and Lao it sets space before a SARA AM, which belongs to the letter before it.
  let isTorn: Bool

  init(_ item: PangoItem, isFirst: Bool, isLast: Bool) {
    var spacing: Int32 = 0
    var node = item.analysis.extra_attrs
    while let attribute = node {
      if let value = pango_attribute_as_int(
        attribute.pointee.data?.assumingMemoryBound(to: PangoAttribute.self)),
        value.pointee.attr.klass.pointee.type == PANGO_ATTR_LETTER_SPACING
      {
        spacing = value.pointee.value
      }
      node = attribute.pointee.next
    }
    between = Double(spacing) / Double(PANGO_SCALE)
    before = isFirst ? 0 : between / 2
    after = isLast ? 0 : between / 2
    isTorn =
      spacing != 0
      && [PANGO_SCRIPT_KHMER, PANGO_SCRIPT_LAO, PANGO_SCRIPT_THAI].contains {
        $0.rawValue == UInt32(item.analysis.script)
      }
  }
}

/// The glyphs of a run as if it had no letter spacing.
final class UnspacedGlyphs {
  let glyphs: UnsafeMutablePointer<PangoGlyphString>
  private var graphemes: Set<Int> = []

  /// Shapes a run, a part of a string, again; `nil` if out of memory.
  init?(_ item: PangoItem, of string: String) {
    guard let glyphs = pango_glyph_string_new() else { return nil }
    self.glyphs = glyphs
    var analysis = item.analysis
    var kept: UnsafeMutablePointer<GSList>?
    var node = item.analysis.extra_attrs
    while let attribute = node {
      let data = attribute.pointee.data?.assumingMemoryBound(to: PangoAttribute.self)
      if data?.pointee.klass.pointee.type != PANGO_ATTR_LETTER_SPACING {
        kept = g_slist_append(kept, attribute.pointee.data)
      }
      node = attribute.pointee.next
    }
    analysis.extra_attrs = kept
    let range = Int(item.offset)..<Int(item.offset + item.length)
    // Without a copy of the whole for each run.
    var whole = string
    let run = whole.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        pango_shape_full(
          text.baseAddress.map { $0 + range.lowerBound }, item.length, text.baseAddress,
          Int32(text.count), &analysis, glyphs)
      }
      return String(decoding: bytes[range], as: UTF8.self)
    }
    g_slist_free(kept)
    var offset = 0
    for character in run {
      graphemes.insert(offset)
      offset += character.utf8.count
    }
  }

  deinit { pango_glyph_string_free(glyphs) }

  /// Whether a grapheme begins at an offset into the run.
  func isGrapheme(at offset: Int) -> Bool { graphemes.contains(offset) }
}
