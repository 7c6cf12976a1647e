/// Glyphs of a line with the same fill and font.
@_spi(Host) public struct InkRun {
  /// The fill.
  public let paint: Paint
  /// The font size, px.
  public let size: Double
  /// 100…1000.
  public let weight: Int
  /// The outlines of the glyphs, px at scale 1.
  public fileprivate(set) var path = Path()
}

extension TextLayout {
  /// The glyphs of a line by their fill and font, without colour emoji and decoration lines.
  ///
  /// - Parameter index: Index of the line, from 0.
  /// - Returns: Empty if the line is not drawn or has no fill.
  @_spi(Host) public func inkRuns(ofLine index: Int) -> [InkRun] {
    guard lines[index].isDrawn else { return [] }
    var runs: [InkRun] = []
    for cluster in clusters[lines[index].clusters] {
      guard let paint = paint(ofStyle: cluster.style) else { continue }
      for glyph in glyphs[cluster.glyphs] {
        let font = fonts[glyph.font]
        let outline = font.outline(glyph)
        guard !outline.isEmpty else { continue }
        let known = runs.firstIndex {
          $0.paint == paint && $0.size == font.size && $0.weight == font.weight
        }
        if known == nil { runs.append(InkRun(paint: paint, size: font.size, weight: font.weight)) }
        runs[known ?? runs.count - 1].path.append(outline, offset: glyph.origin)
      }
    }
    return runs
  }
}

extension TextSpec {
  /// The offset in the job's string or markup of a character of a layout.
  ///
  /// - Parameter offset: UTF-8 offset into `TextLayout.string`.
  /// - Returns: UTF-8 offset into the string or the markup; `nil` for invalid markup.
  @_spi(Host) public func source(of offset: Int) -> Int? {
    guard let markup else { return offset }
    return (try? MarkupReader.read(markup))?.source(of: offset)
  }
}

extension Canvas {
  /// Draws the glyphs of a run in opaque black, with the same coverage as in the text.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - text: The text that it is of.
  @_spi(Host) public func draw(_ run: InkRun, of text: TextLayout) {
    draw(
      GlyphShape(
        path: run.path, stroke: nil, paint: .black, box: run.path.controlBounds,
        masks: text.library.masks))
  }
}
