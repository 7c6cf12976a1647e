internal import CCairo

/// Draws shapes, pixels and pictures with Cairo, in px at scale 1. An output at another scale has its own transform.
public final class Canvas {
  /// Cairo's drawing context.
  let cairo: OpaquePointer
  private let target: CairoSurface
  /// Device pixels per unit of the surface if it will become pixels; `nil` if images must keep their own resolution.
  let resolution: Double?
  /// Whether images are resampled when the recording is repeated on pixels.
  let resamplesLater: Bool
  private let colorDither: Dither
  /// Whether only the alpha of what is drawn counts.
  private(set) var isMask: Bool
  /// Whether everything so far was drawn with the `over` operator, as in vector formats.
  private(set) var isPlain = true
  /// The first error that occurred while drawing.
  private var failure: DrawingError?
  /// The calls so far, if all are recorded.
  var record: DrawingRecord?

  /// Creates a canvas on a surface.
  ///
  /// - Parameters:
  ///   - target: The surface.
  ///   - resolution: Device pixels per unit of the surface, if it will become pixels.
  ///   - resamplesLater: Whether images are resampled when the recording is repeated on pixels.
  ///   - recordsSteps: Whether to record the calls.
  ///   - dither: How gradients are brought to 8 bits.
  ///   - isMask: Whether only the alpha of what is drawn counts.
  init(
    _ target: CairoSurface, resolution: Double? = nil, resamplesLater: Bool = false,
    recordsSteps: Bool = false, dither: Dither = .none,
    isMask: Bool = false
  ) {
    self.target = target
    colorDither = dither
    self.isMask = isMask
    self.resolution = resolution
    self.resamplesLater = resamplesLater
    record = recordsSteps ? DrawingRecord() : nil
    cairo = cairo_create(target.pointer)
    // Cairo's default of 0.1 shows as corners on large round shapes.
    cairo_set_tolerance(cairo, 0.05)
  }

  deinit { cairo_destroy(cairo) }

  /// Gives access to Cairo's `cairo_t` for features that this type does not offer. It is valid while `body` runs.
  ///
  /// - Parameter body: Draws with the context. It must leave it without errors and must not store it.
  /// - Returns: The result of `body`.
  /// - Throws: Errors of `body`.
  public func withCairoContext<R>(_ body: (OpaquePointer) throws -> R) rethrows -> R {
    // `body` may use any operator.
    isPlain = false
    noteUnrecordedDrawing()
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    return try body(cairo)
  }

  /// Fills a path, by its fill rule.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - paint: The paint.
  ///   - box: The box that a gradient spans; defaults to the path's bounds.
  ///   - operator: The compositing operator.
  public func fill(
    _ path: Path, with paint: Paint, box: Rect? = nil, operator: CompositeOperator = .over
  ) {
    if `operator`.isWrongUnderMasks {
      return group(operator: `operator`) { $0.fill(path, with: paint, box: box) }
    }
    step(.fill(path, paint, box: box, `operator`)) {
      set(`operator`)
      drawingSource(for: `operator`) {
        draw(
          with: paint, box: box ?? path.controlBounds,
          in: `operator`.clearsOutside ? nil : path.controlBounds
        ) {
          path.add(to: cairo, near: visibleArea)
          cairo_fill(cairo)
        }
      }
    }
  }

  /// Fills a rectangle.
  public func fill(
    _ rect: Rect, with paint: Paint, box: Rect? = nil, operator: CompositeOperator = .over
  ) {
    fill(Path(rect: rect), with: paint, box: box ?? rect, operator: `operator`)
  }

  /// Strokes a path.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - style: Width, joins, dashes.
  ///   - paint: The paint.
  ///   - box: The box that a gradient spans; defaults to the path's bounds.
  ///   - operator: The compositing operator.
  public func stroke(
    _ path: Path, _ style: StrokeStyle, with paint: Paint, box: Rect? = nil,
    operator: CompositeOperator = .over
  ) {
    if `operator`.isWrongUnderMasks {
      return group(operator: `operator`) { $0.stroke(path, style, with: paint, box: box) }
    }
    step(.stroke(path, style, paint, box: box, `operator`)) {
      set(`operator`)
      drawingSource(for: `operator`) {
        draw(
          with: paint, box: box ?? path.controlBounds,
          in: `operator`.clearsOutside ? nil : style.extent(of: path)
        ) {
          var (path, style) = (path, style)
          // A document has the pattern itself.
          if resolution != nil, !style.dash.isEmpty,
            let dashes = path.dashed(style.dash, offset: style.dashOffset)
          {
            (path, style.dash) = (dashes, [])
          }
          style.set(on: cairo)
          path.add(to: cairo, near: visibleArea?.grown(by: style.reach))
          cairo_stroke(cairo)
        }
      }
    }
  }

  /// Draws with a clip path.
  ///
  /// - Throws: Errors of `body`.
  public func clipped(to path: Path, _ body: (Canvas) throws -> Void) rethrows {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    path.add(to: cairo, near: visibleArea)
    cairo_clip(cairo)
    try steps(in: { .clip(path, $0) }, body)
  }

  /// The clip's bounds, enlarged by 1 px on each side; `nil` if unknown.
  var visibleArea: Rect? {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &left, &top, &right, &bottom)
    guard left.isFinite, top.isFinite, right.isFinite, bottom.isFinite else { return nil }
    return Rect(left: left, top: top, right: right, bottom: bottom).grown(by: 1)
  }

  /// Draws with a translation and a scale: a point p is drawn at origin + p × scale.
  ///
  /// - Throws: Errors of `body`.
  public func transformed(
    origin: Point, scale: Double, _ body: (Canvas) throws -> Void
  ) rethrows {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_translate(cairo, origin.x, origin.y)
    cairo_scale(cairo, scale, scale)
    try steps(in: { .transform(origin: origin, scale: scale, $0) }, body)
  }

  /// Draws a group: `body` draws on a transparent layer, which is then composited with the canvas.
  ///
  /// - Parameters:
  ///   - opacity: Opacity of the group, 0…1.
  ///   - operator: The compositing operator.
  ///   - body: Draws the group.
  /// - Throws: Errors of `body`.
  public func group(
    opacity: Double = 1, operator: CompositeOperator = .over, _ body: (Canvas) throws -> Void
  ) rethrows {
    if opacity < 1, `operator`.isWrongUnderMasks {
      return try group(operator: `operator`) { try $0.group(opacity: opacity, body) }
    }
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_push_group(cairo)
    do {
      try drawingSource(for: `operator`) {
        try steps(in: { .group(opacity: opacity, `operator`, $0) }, body)
      }
    } catch {
      cairo_pattern_destroy(cairo_pop_group(cairo))
      throw error
    }
    cairo_pop_group_to_source(cairo)
    set(`operator`)
    cairo_paint_with_alpha(cairo, opacity)
  }

  /// Draws what an operator will composite.
  func drawingSource(for operator: CompositeOperator, _ body: () throws -> Void) rethrows {
    let outer = isMask
    isMask = isMask || `operator`.isMask
    defer { isMask = outer }
    try body()
  }

  /// How gradients are brought to 8 bits; those of masks to the nearest.
  var dither: Dither { isMask ? .none : colorDither }

  /// Sets the operator of the next drawing.
  func set(_ operator: CompositeOperator) {
    if !`operator`.isOver { isPlain = false }
    cairo_set_operator(cairo, `operator`.cairo)
  }

  /// Whether drawing has failed, so that further drawing is pointless.
  var hasFailed: Bool { failure != nil }

  /// Records a failure; `finish()` throws it.
  func fail(_ error: any Error) {
    failure = failure ?? error as? DrawingError ?? DrawingError(cairo_status(cairo))
  }

  /// Records whether a drawn part was plain.
  func notePlain(_ part: Bool) {
    if !part { isPlain = false }
  }

  /// Checks that all drawing succeeded.
  ///
  /// - Throws: `DrawingError` if Cairo ran out of memory or a size exceeded its limits.
  func finish() throws(DrawingError) {
    if let failure { throw failure }
    let status = cairo_status(cairo)
    guard status == CAIRO_STATUS_SUCCESS else { throw DrawingError(status) }
    cairo_surface_flush(target.pointer)
  }
}
