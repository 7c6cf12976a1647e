internal import CCairo

extension Mask {
  /// Draws onto the mask; only the alpha of colours is used.
  ///
  /// - Parameters:
  ///   - scale: Mask pixels per px at scale 1.
  ///   - body: Draws in px at scale 1.
  /// - Throws: Errors of `body`; `DrawingError`.
  public mutating func draw(scale: Double, _ body: (Canvas) throws -> Void) throws {
    guard !area.isEmpty else { return }
    let surface = try CairoSurface(
      taking: cairo_image_surface_create(
        CAIRO_FORMAT_A8, Int32(area.width), Int32(area.height)))
    let canvas = Canvas(surface, resolution: 1, isMask: true)
    cairo_translate(canvas.cairo, -Double(area.x), -Double(area.y))
    cairo_scale(canvas.cairo, scale, scale)
    try body(canvas)
    try canvas.finish()
    guard let bytes = cairo_image_surface_get_data(surface.pointer) else { return }
    let stride = Int(cairo_image_surface_get_stride(surface.pointer))
    let (width, height) = (area.width, area.height)
    coverage.withUnsafeMutableBufferPointer { coverage in
      guard let coverage = coverage.baseAddress else { return }
      for row in 0..<height {
        let (drawn, result) = (bytes + row * stride, coverage + row * width)
        for column in 0..<width { result[column] = max(result[column], drawn[column]) }
      }
    }
  }

  func surface() throws(DrawingError) -> CairoSurface {
    let surface = try CairoSurface(
      taking: cairo_image_surface_create(
        CAIRO_FORMAT_A8, Int32(area.width), Int32(area.height)))
    cairo_surface_flush(surface.pointer)
    let stride = Int(cairo_image_surface_get_stride(surface.pointer))
    if let bytes = cairo_image_surface_get_data(surface.pointer) {
      coverage.withUnsafeBytes { source in
        guard let source = source.baseAddress else { return }
        for row in 0..<area.height {
          UnsafeMutableRawPointer(bytes + row * stride).copyMemory(
            from: source + row * area.width, byteCount: area.width)
        }
      }
    }
    cairo_surface_mark_dirty(surface.pointer)
    return surface
  }
}

extension Canvas {
  /// Fills with a paint through a mask.
  ///
  /// - Parameters:
  ///   - mask: The mask, in device pixels of `scale`.
  ///   - scale: Device pixels per px at scale 1.
  ///   - paint: The paint.
  ///   - box: The box that a gradient spans, px at scale 1.
  /// - Throws: `DrawingError` if out of memory.
  public func fill(_ mask: Mask, scale: Double, with paint: Paint, box: Rect) throws {
    guard !mask.area.isEmpty else { return }
    let corner = Point(x: Double(mask.area.x), y: Double(mask.area.y))
    fill(try mask.surface(), at: corner, scale: scale, with: paint, box: box)
  }

  /// Fills with a paint through a mask whose top left corner is in device pixels of `scale`.
  func fill(
    _ mask: CairoSurface, at corner: Point, scale: Double, with paint: Paint, box: Rect
  ) {
    step(.mask(mask, at: corner, scale: scale, paint, box: box)) {
      cairo_save(cairo)
      defer { cairo_restore(cairo) }
      cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
      let size = (
        width: Double(cairo_image_surface_get_width(mask.pointer)),
        height: Double(cairo_image_surface_get_height(mask.pointer))
      )
      let area = Rect(
        x: corner.x / scale, y: corner.y / scale, width: size.width / scale,
        height: size.height / scale)
      draw(with: paint, box: box, in: area) {
        placePixels(x: corner.x, y: corner.y, scale: scale)
        cairo_mask_surface(cairo, mask.pointer, 0, 0)
      }
    }
  }
}
