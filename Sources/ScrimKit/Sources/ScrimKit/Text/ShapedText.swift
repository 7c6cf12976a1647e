/// What a layout knows before it is placed, without the fonts' library, which keeps it.
struct ShapedText {
  let spec: TextSpec
  let string: String
  let lines: [TextLayout.Line]
  let clusters: [TextLayout.Cluster]
  let glyphs: [TextLayout.Glyph]
  let fonts: [GlyphFont]
  let styles: [InkStyle]
  /// Width of the widest line, before it was justified.
  let naturalWidth: Double

  /// What outlines of glyphs take that other texts don't have, nearly.
  private static let outlines = 4096

  /// Bytes that this takes, nearly.
  var byteCount: Int {
    func size<Element>(_ array: [Element]) -> Int { array.count * MemoryLayout<Element>.stride }
    return 2 * string.utf8.count + size(lines) + size(clusters) + size(glyphs) + size(styles)
      + fonts.count * Self.outlines
  }
}
