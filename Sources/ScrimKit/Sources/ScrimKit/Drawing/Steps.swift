internal import CCairo

extension Canvas {
  /// Draws one thing, and records it.
  ///
  /// - Parameters:
  ///   - step: What to record.
  ///   - isRepeatable: Whether it gives the same pixels when it is drawn again.
  ///   - draw: Draws it.
  func step(
    _ step: @autoclosure () -> DrawingStep, isRepeatable: Bool = true, _ draw: () -> Void
  ) {
    guard var outer = record else { return draw() }
    record = nil
    draw()
    outer.steps.append(step())
    if !isRepeatable { outer.isRepeatable = false }
    record = outer
  }

  /// Draws several things that belong together, and records them as one.
  ///
  /// - Parameters:
  ///   - scope: What to record, made of the things' own steps.
  ///   - body: Draws them.
  /// - Throws: What `body` throws.
  func steps(
    in scope: ([DrawingStep]) -> DrawingStep, _ body: (Canvas) throws -> Void
  ) rethrows {
    guard var outer = record else { return try body(self) }
    record = DrawingRecord()
    do {
      try body(self)
    } catch {
      record = nil
      throw error
    }
    guard let inner = record else { return }
    outer.steps.append(scope(inner.steps))
    outer.isRepeatable = outer.isRepeatable && inner.isRepeatable
    record = outer
  }

  /// Notes that something is drawn of which only Cairo knows: the steps are not all any more.
  func noteUnrecordedDrawing() { record = nil }

  /// Draws on pixels what was recorded, step by step. So it looks the same whether it was recorded or
  /// not, and needs no pixels of its own on its way to these.
  ///
  /// - Returns: Whether it did: not where there are pixels of it to be copied, or something in it is
  ///   only known to Cairo.
  func drawSteps(of item: Picture.Item) -> Bool {
    guard let record = item.record, record.isRepeatable, isOfPixels else { return false }
    if let cached = item.cached?.raster, isCopied(cached) { return false }
    // Under a clip that runs through pixels what lies below would show between the things.
    let isDirect = item.isPlain && isClippedAtPixels
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    clip(toPixelsOf: item.reach)
    if isDirect {
      draw(record.steps)
    } else {
      group { canvas in
        // Cairo would clip here, too, and so twice.
        cairo_reset_clip(canvas.cairo)
        canvas.draw(record.steps)
      }
    }
    return true
  }

  /// Whether no pixel is cut by the clip that is in force.
  private var isClippedAtPixels: Bool {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_identity_matrix(cairo)
    guard let list = cairo_copy_clip_rectangle_list(cairo) else { return false }
    defer { cairo_rectangle_list_destroy(list) }
    guard list.pointee.status == CAIRO_STATUS_SUCCESS else { return false }
    func isWhole(_ value: Double) -> Bool { value == value.rounded() }
    return UnsafeBufferPointer(
      start: list.pointee.rectangles, count: Int(list.pointee.num_rectangles)
    ).allSatisfy { isWhole($0.x) && isWhole($0.y) && isWhole($0.width) && isWhole($0.height) }
  }

  /// Clips at whole pixels of the device: an edge that runs through pixels would thin what ends there
  /// a second time.
  private func clip(toPixelsOf rect: Rect) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    let center = transform.applied(to: rect.center)
    let width = abs(matrix.xx) * rect.width + abs(matrix.xy) * rect.height
    let height = abs(matrix.yx) * rect.width + abs(matrix.yy) * rect.height
    let around = Rect(
      x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    let pixels = PixelRect(covering: around, scale: 1)
    cairo_identity_matrix(cairo)
    cairo_rectangle(
      cairo, Double(pixels.x), Double(pixels.y), Double(pixels.width), Double(pixels.height))
    cairo_clip(cairo)
    cairo_set_matrix(cairo, &matrix)
  }
}
