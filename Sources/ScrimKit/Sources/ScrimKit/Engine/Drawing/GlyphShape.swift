internal import CCairo

/// Filled or stroked glyphs.
struct GlyphShape {
  /// Contours in px at scale 1, with the filled area to their right, y down.
  let path: Path
  /// The stroke of the outlines; `nil` fills the glyphs. The pixels inside stroked glyphs are unspecified.
  var stroke: StrokeStyle?
  let paint: Paint
  /// The box that a gradient spans.
  let box: Rect
  /// The cache of masks.
  let masks: GlyphMasks
}

extension Canvas {
  /// Draws glyphs: on pixels through a mask, otherwise as a path.
  func draw(_ shape: GlyphShape) {
    if drawMask(of: shape) { return }
    step(.glyphs(shape)) {
      if let stroke = shape.stroke {
        self.stroke(shape.path, stroke, with: shape.paint, box: shape.box)
      } else {
        fill(shape.path, with: shape.paint, box: shape.box)
      }
    }
  }

  /// Draws glyphs through a mask computed by ScrimKit, if the canvas draws on pixels and such a mask supports the
  /// glyphs and the canvas.
  private func drawMask(of shape: GlyphShape) -> Bool {
    guard isOfPixels, !hasFailed else { return hasFailed }
    let made: Mask?
    do {
      made = try mask(of: shape)
    } catch {
      // Falling back to Cairo would give different pixels.
      fail(error)
      return true
    }
    guard var mask = made else { return false }
    guard !mask.area.isEmpty else { return true }
    if shape.stroke == nil, !isMask { mask = TextContrast(for: shape.paint).applied(to: mask) }
    return mask.coverage.withUnsafeBytes { bytes in
      // Cairo only reads it.
      guard
        let surface = try? CairoSurface(
          over: UnsafeMutableRawPointer(mutating: bytes.baseAddress), width: mask.area.width,
          height: mask.area.height, bytesPerRow: mask.area.width, format: CAIRO_FORMAT_A8)
      else { return false }
      cairo_save(cairo)
      defer { cairo_restore(cairo) }
      cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
      draw(
        with: shape.paint, box: shape.box,
        in: shape.path.controlBounds.grown(by: shape.stroke?.reach ?? 0)
      ) {
        cairo_identity_matrix(cairo)
        cairo_mask_surface(cairo, surface.pointer, Double(mask.area.x), Double(mask.area.y))
      }
      // Cairo must release memory that it does not own.
      cairo_surface_finish(surface.pointer)
      return true
    }
  }

  /// The coverage of glyphs, in device pixels; its rows are multiples of four bytes.
  private func mask(of shape: GlyphShape) throws -> Mask? {
    try shape.masks.mask(
      of: GlyphMask(
        path: shape.path, transform: transform, stroke: shape.stroke,
        visible: shape.stroke == nil ? nil : visiblePixels))
  }

  /// Whether drawing goes directly to pixels.
  var isOfPixels: Bool {
    cairo_surface_get_type(cairo_get_group_target(cairo)) == CAIRO_SURFACE_TYPE_IMAGE
  }

  var transform: DeviceTransform {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    var transform = DeviceTransform()
    (transform.xx, transform.yx, transform.x0) = (matrix.xx, matrix.yx, matrix.x0)
    (transform.xy, transform.yy, transform.y0) = (matrix.xy, matrix.yy, matrix.y0)
    return transform
  }

  /// The clip's bounds in device pixels.
  var visiblePixels: PixelRect {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_identity_matrix(cairo)
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &left, &top, &right, &bottom)
    return PixelRect(
      covering: Rect(left: left, top: top, right: right, bottom: bottom), scale: 1)
  }
}
