internal import CCairo

extension Canvas {
  /// Draws one thing as it was asked for once, in units of the canvas that it was asked of.
  typealias Step = (Canvas) -> Void

  /// Draws one thing, and keeps how to draw it again.
  func step(_ again: @escaping Step, _ draw: () -> Void) {
    var saved = steps
    steps = nil
    draw()
    saved?.append(again)
    steps = saved
  }

  /// Draws several things that belong together, and keeps how to draw them again.
  ///
  /// - Parameters:
  ///   - scope: Draws what it is given in the same way.
  ///   - body: Draws them.
  /// - Throws: What `body` throws.
  func steps(
    in scope: @escaping (Canvas, Step) -> Void, _ body: (Canvas) throws -> Void
  ) rethrows {
    var saved = steps
    if saved != nil { steps = [] }
    do {
      try body(self)
    } catch {
      steps = nil
      throw error
    }
    if let inner = steps {
      saved?.append { canvas in scope(canvas) { $0.draw(inner) } }
      steps = saved
    }
  }

  private func draw(_ steps: [Step]) {
    for step in steps { step(self) }
  }

  /// Draws on pixels what was recorded, step by step. So it looks the same whether it was recorded or
  /// not, and needs no pixels of its own on its way to these.
  ///
  /// - Returns: Whether it did: not where there are pixels of it to be copied, or something in it is
  ///   only known to Cairo.
  func drawSteps(of item: Picture.Item) -> Bool {
    guard let steps = item.steps, isOfPixels else { return false }
    if let cached = item.cached?.raster, isCopied(cached) { return false }
    // Under a clip that runs through pixels what lies below would show between the things.
    let isDirect = item.isPlain && isClippedAtPixels
    cairo_save(context)
    defer { cairo_restore(context) }
    clip(toPixelsOf: item.reach)
    if isDirect {
      draw(steps)
    } else {
      group { canvas in
        // Cairo would clip here, too, and so twice.
        cairo_reset_clip(canvas.context)
        canvas.draw(steps)
      }
    }
    return true
  }

  /// Whether no pixel is cut by the clip that is in force.
  private var isClippedAtPixels: Bool {
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_identity_matrix(context)
    guard let list = cairo_copy_clip_rectangle_list(context) else { return false }
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
    cairo_get_matrix(context, &matrix)
    let center = transform.applied(to: rect.center)
    let width = abs(matrix.xx) * rect.width + abs(matrix.xy) * rect.height
    let height = abs(matrix.yx) * rect.width + abs(matrix.yy) * rect.height
    let around = Rect(
      x: center.x - width / 2, y: center.y - height / 2, width: width, height: height)
    let pixels = PixelRect(covering: around, scale: 1)
    cairo_identity_matrix(context)
    cairo_rectangle(
      context, Double(pixels.x), Double(pixels.y), Double(pixels.width), Double(pixels.height))
    cairo_clip(context)
    cairo_set_matrix(context, &matrix)
  }
}
