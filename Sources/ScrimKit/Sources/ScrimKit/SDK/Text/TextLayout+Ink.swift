extension TextLayout {
  /// The bounds of all line boxes, including empty lines, which have only a height.
  public var bounds: Rect {
    guard !lines.isEmpty else { return .empty }
    return Rect(
      left: lines.map(\.rectangle.left).min() ?? 0, top: lines.map(\.rectangle.top).min() ?? 0,
      right: lines.map(\.rectangle.right).max() ?? 0,
      bottom: lines.map(\.rectangle.bottom).max() ?? 0)
  }

  /// The bounds of all visible ink: glyphs, emoji and decoration lines.
  public var ink: Rect { lines.indices.map { ink(ofLine: $0) }.bounds }

  /// The bounds of a line's ink.
  ///
  /// - Parameter index: Index of the line, from 0.
  /// - Returns: px at scale 1; `empty` if the line is not drawn.
  public func ink(ofLine index: Int) -> Rect {
    guard lines[index].isDrawn else { return .empty }
    var ink = Rect.empty
    for cluster in clusters[lines[index].clusters] {
      for glyph in glyphs[cluster.glyphs] {
        let own = fonts[glyph.font].ink(glyph)
        if own.isEmpty { continue }
        ink = ink.union(own.offset(dx: glyph.origin.x, dy: glyph.origin.y))
      }
    }
    return inkLines(ofLine: index).reduce(ink) { $0.union($1.path.bounds) }
  }

  /// The outlines of all visible glyphs and decoration lines; colour emoji have none.
  public var outlines: Path {
    var path = Path()
    forEachDrawnGlyph { font, glyph in
      path.append(font.outline(glyph), offset: glyph.origin)
    }
    for index in lines.indices where lines[index].isDrawn {
      for line in inkLines(ofLine: index) { path.append(line.path) }
    }
    return path
  }

  /// Whether the glyphs completely cover the pixels below them.
  public var isOpaque: Bool {
    guard paint != nil else { return false }
    let used = Set(
      lines.filter(\.isDrawn).flatMap { clusters[$0.clusters].map(\.style) })
    return used.allSatisfy { paint(ofStyle: $0)?.isOpaque ?? false }
  }

  /// Whether any words have a visible background from markup.
  public var hasBackgrounds: Bool {
    lines.indices.contains { lines[$0].isDrawn && !backgrounds(ofLine: $0).isEmpty }
  }

  /// The bounds of everything drawn: ink and backgrounds.
  public var extent: Rect {
    lines.indices.reduce(ink) { extent, index in
      lines[index].isDrawn
        ? backgrounds(ofLine: index).reduce(extent) { $0.union($1.rect) } : extent
    }
  }

  /// Whether visible lines contain colour emoji.
  public var hasColorClusters: Bool {
    lines.contains { $0.isDrawn && clusters[$0.clusters].contains(where: \.isColor) }
  }
}
