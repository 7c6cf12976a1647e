internal import CCairo

extension Canvas {
  /// Draws a text: backgrounds, glyphs with their decoration lines, and colour emoji.
  ///
  /// Glyphs and lines of the same colour are filled as one shape, so that translucent ones do not double where they
  /// overlap.
  ///
  /// - Throws: `DrawingError`.
  public func draw(_ text: TextLayout) throws {
    drawBackgrounds(of: text)
    let shapes = text.inkShapes
    for (paint, path) in shapes.under + shapes.fills {
      draw(shape(path, of: text, paint, box: text.paintBox))
    }
    try drawColorClusters(of: text)
    for (paint, path) in shapes.over {
      draw(shape(path, of: text, paint, box: text.paintBox))
    }
  }

  /// Strokes the outlines of a text whose glyphs will then be drawn over the interior.
  ///
  /// The pixels inside the glyphs are unspecified. It is several times faster than `stroke(_:_:with:box:operator:)`.
  ///
  /// - Parameters:
  ///   - text: The text whose glyphs and decoration lines to stroke; colour emoji have no outlines.
  ///   - style: Width, joins, dashes.
  ///   - paint: The paint.
  ///   - box: The box that a gradient spans; defaults to the outlines' bounds.
  public func strokeBehind(
    _ text: TextLayout, _ style: StrokeStyle, with paint: Paint, box: Rect? = nil
  ) {
    let path = text.outlines
    draw(shape(path, style, of: text, paint, box: box ?? path.controlBounds))
  }

  private func shape(
    _ path: Path, _ stroke: StrokeStyle? = nil, of text: TextLayout, _ paint: Paint, box: Rect
  ) -> GlyphShape {
    GlyphShape(path: path, stroke: stroke, paint: paint, box: box, masks: text.library.masks)
  }

  /// Draws the backgrounds that markup gives to words.
  public func drawBackgrounds(of text: TextLayout) {
    for index in text.lines.indices where text.lines[index].isDrawn {
      for (rect, color) in text.backgrounds(ofLine: index) { fill(rect, with: .color(color)) }
    }
  }

  /// Draws only the colour emoji of a text.
  ///
  /// - Throws: `DrawingError`.
  public func drawColorClusters(of text: TextLayout) throws {
    for line in text.lines where line.isDrawn {
      for cluster in text.clusters[line.clusters] where cluster.isColor {
        let alpha = text.pictureAlpha(ofStyle: cluster.style)
        for glyph in text.glyphs[cluster.glyphs] {
          guard let image = try text.fonts[glyph.font].image(glyph.id) else { continue }
          if glyph.form == .plain {
            draw(image, at: glyph.origin, alpha: alpha)
          } else {
            transformed(by: glyph.form.transform.about(glyph.origin)) {
              $0.draw(image, at: glyph.origin, alpha: alpha)
            }
          }
        }
      }
    }
  }

  func draw(_ image: GlyphImage, at origin: Point, alpha: Double) {
    let place = image.rect.offset(dx: origin.x, dy: origin.y)
    if let visibleArea, !place.touches(visibleArea) { return }
    step(.glyphImage(image, at: origin, alpha: alpha)) {
      cairo_save(cairo)
      defer { cairo_restore(cairo) }
      cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
      cairo_translate(cairo, place.x, place.y)
      cairo_scale(cairo, image.unit, image.unit)
      cairo_set_source_surface(cairo, image.surface.pointer, 0, 0)
      cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
      if alpha < 1 { cairo_paint_with_alpha(cairo, alpha) } else { cairo_paint(cairo) }
    }
  }
}

extension TextLayout {
  typealias InkShape = (paint: Paint, path: Path)

  /// The shapes to fill, in this order: decoration lines with their own colour under the glyphs, glyphs and lines of
  /// their colour, lines over the glyphs.
  var inkShapes: (under: [InkShape], fills: [InkShape], over: [InkShape]) {
    var under: [InkShape] = []
    var over: [InkShape] = []
    var fills: [InkShape] = []
    guard paint != nil else { return ([], [], []) }
    func add(_ path: Path, of paint: Paint, at offset: Point) {
      if let last = fills.firstIndex(where: { $0.paint == paint }) {
        fills[last].path.append(path, offset: offset)
      } else {
        var moved = Path()
        moved.append(path, offset: offset)
        fills.append((paint, moved))
      }
    }
    for index in lines.indices where lines[index].isDrawn {
      for cluster in clusters[lines[index].clusters] {
        guard let paint = paint(ofStyle: cluster.style) else { continue }
        for glyph in glyphs[cluster.glyphs] {
          add(fonts[glyph.font].outline(glyph), of: paint, at: glyph.origin)
        }
      }
      for line in inkLines(ofLine: index) {
        guard let own = paint(ofStyle: line.style) else { continue }
        if let paint = line.paint, paint != own {
          if line.isOver {
            over.append((paint, line.path))
          } else {
            under.append((paint, line.path))
          }
        } else {
          add(line.path, of: own, at: .zero)
        }
      }
    }
    return (under, fills, over)
  }
}
