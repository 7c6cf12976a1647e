internal import CCairo

/// Letters that are filled or stroked, as they were asked for.
struct GlyphShape {
  /// Contours in px at scale 1, with what is filled to their right, y down.
  let path: Path
  /// How their outlines are stroked, if they are not filled. What lies inside the letters will not be
  /// seen.
  var stroke: StrokeStyle?
  let paint: Paint
  /// What a gradient spans.
  let box: Rect
}

extension Canvas {
  /// Draws letters: on pixels as a mask, otherwise as a path.
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

  /// Draws letters through a mask of our own making, if pixels are drawn on and nothing about the
  /// letters or the canvas asks for more than such a mask can give.
  private func drawMask(of shape: GlyphShape) -> Bool {
    guard isOfPixels, !hasFailed else { return hasFailed }
    let made: Mask?
    do {
      made = try mask(of: shape)
    } catch {
      // Cairo would draw other pixels.
      fail(error)
      return true
    }
    guard let mask = made else { return false }
    guard !mask.area.isEmpty else { return true }
    return mask.coverage.withUnsafeBytes { bytes in
      // (Cairo only reads it.)
      guard
        let surface = try? CairoSurface(
          over: UnsafeMutableRawPointer(mutating: bytes.baseAddress), width: mask.area.width,
          height: mask.area.height, bytesPerRow: mask.area.width, format: CAIRO_FORMAT_A8)
      else { return false }
      cairo_save(cairo)
      defer { cairo_restore(cairo) }
      cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
      shape.paint.set(on: cairo, box: shape.box)
      cairo_identity_matrix(cairo)
      cairo_mask_surface(cairo, surface.pointer, Double(mask.area.x), Double(mask.area.y))
      // Cairo must let go of memory that is not its own.
      cairo_surface_finish(surface.pointer)
      return true
    }
  }

  /// The coverage of letters, in device pixels; its rows are of whole words.
  private func mask(of shape: GlyphShape) throws -> Mask? {
    try GlyphMasks.mask(
      of: GlyphMask(
        path: shape.path, transform: transform, stroke: shape.stroke,
        visible: shape.stroke == nil ? nil : visiblePixels))
  }

  /// Whether what is drawn becomes pixels at once.
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

  /// What of the device can be drawn on.
  private var visiblePixels: PixelRect {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_identity_matrix(cairo)
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &left, &top, &right, &bottom)
    return PixelRect(
      covering: Rect(left: left, top: top, right: right, bottom: bottom), scale: 1)
  }
}
