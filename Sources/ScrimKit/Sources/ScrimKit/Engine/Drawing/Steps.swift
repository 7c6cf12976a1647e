internal import CCairo

extension Canvas {
  /// Draws one step and records it.
  ///
  /// - Parameters:
  ///   - step: The step to record.
  ///   - isRepeatable: Whether repeating it gives the same pixels.
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

  /// Draws several steps and records them as one.
  ///
  /// - Parameters:
  ///   - scope: Creates the recorded step from the inner ones.
  ///   - body: Draws them.
  /// - Throws: Errors of `body`.
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

  /// Stops recording, because only Cairo knows the next drawing: the steps are no longer complete.
  func noteUnrecordedDrawing() { record = nil }

  /// Repeats the steps of a recording on pixels. The result is the same with and without a recording, and needs no
  /// intermediate pixels.
  ///
  /// - Returns: Whether it drew: not if cached pixels can be copied instead, or if only Cairo knows a part of the
  ///   recording.
  func drawSteps(of item: Picture.Item) -> Bool {
    guard let record = item.record, record.isRepeatable, isOfPixels else { return false }
    if let cached = item.cached?.raster, isCopied(cached) { return false }
    // Under a clip with edges inside pixels, the backdrop would show between the steps.
    let isDirect = item.isPlain && isClippedAtPixels
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    clip(toPixelsOf: item.reach)
    if isDirect {
      draw(record.steps)
    } else {
      group { canvas in
        // Cairo would apply the clip here too, and thus twice.
        cairo_reset_clip(canvas.cairo)
        canvas.draw(record.steps)
      }
    }
    return true
  }

  /// Repeats the steps of a recording on pixels as a group, composited by an operator. Cairo would scale the
  /// recording's bounds in steps of 1/256: at 0.83 it would end 2 px early.
  ///
  /// - Returns: Whether it drew: not if only Cairo knows a part of the recording.
  func drawGroup(ofStepsOf item: Picture.Item, _ operator: CompositeOperator) -> Bool {
    guard case .recording = item.source, let record = item.record, record.isRepeatable, isOfPixels
    else { return false }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    if !`operator`.clearsOutside { clip(toPixelsOf: item.reach) }
    group(operator: `operator`) { canvas in
      cairo_reset_clip(canvas.cairo)
      canvas.clip(toPixelsOf: item.reach)
      canvas.draw(record.steps)
    }
    return true
  }

  /// Whether the current clip has no edge inside a pixel.
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

  /// Clips at integer device pixels: a clip edge inside a pixel would apply antialiasing twice to an edge that ends
  /// there.
  private func clip(toPixelsOf rect: Rect) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    let pixels = pixels(around: rect)
    cairo_identity_matrix(cairo)
    cairo_rectangle(
      cairo, Double(pixels.x), Double(pixels.y), Double(pixels.width), Double(pixels.height))
    cairo_clip(cairo)
    cairo_set_matrix(cairo, &matrix)
  }

  /// The device pixels around a rectangle in user space.
  func pixels(around rect: Rect) -> PixelRect {
    let transform = transform
    let center = transform.applied(to: rect.center)
    let width = abs(transform.xx) * rect.width + abs(transform.xy) * rect.height
    let height = abs(transform.yx) * rect.width + abs(transform.yy) * rect.height
    return PixelRect(
      covering: Rect(
        x: center.x - width / 2, y: center.y - height / 2, width: width, height: height),
      scale: 1)
  }
}
