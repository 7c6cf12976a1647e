/// A layout without a position and without the font library, which may cache it.
struct ShapedText {
  let spec: TextSpec
  let string: String
  let lines: [TextLayout.Line]
  let clusters: [TextLayout.Cluster]
  let glyphs: [TextLayout.Glyph]
  let fonts: [GlyphFont]
  let styles: [InkStyle]
  /// Width of the widest line before justification, px.
  let naturalWidth: Double
  /// Where lines may break, as UTF-8 offsets.
  var breaks: [Int] = []
  /// The height of capital letters in the text's own font and size, px.
  var capHeight = 0.0
  var trim = BoxTrim()

  /// Approximate bytes per font for glyph outlines not shared with other texts.
  private static let outlines = 4096

  /// Approximate size in memory, bytes.
  var byteCount: Int {
    func size<Element>(_ array: [Element]) -> Int { array.count * MemoryLayout<Element>.stride }
    return 2 * string.utf8.count + size(lines) + size(clusters) + size(glyphs) + size(styles)
      + size(breaks)
      + fonts.count * Self.outlines
  }
}
