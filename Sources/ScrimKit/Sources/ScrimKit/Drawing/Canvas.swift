internal import CCairo

/// Draws shapes, pixels and pictures with Cairo. Coordinates are px at scale 1; the canvas of an
/// output at another scale has its own transformation.
public final class Canvas {
  /// Cairo's context.
  let cairo: OpaquePointer
  private let target: CairoSurface
  /// Device pixels a unit of the surface, where pixels are what becomes of it; `nil` where images are
  /// to stay as they are.
  let resolution: Double?
  /// Whether all that was drawn so far lies over what was there, as vector formats have it.
  private(set) var isPlain = true
  /// Why something could not be drawn.
  private var failure: DrawingError?
  /// The calls so far, if all are recorded.
  var record: DrawingRecord?

  /// A canvas on a surface.
  ///
  /// - Parameters:
  ///   - target: What is drawn on.
  ///   - resolution: Device pixels a unit of it, if it is to become pixels.
  ///   - recordsSteps: Whether the calls are recorded.
  init(_ target: CairoSurface, resolution: Double? = nil, recordsSteps: Bool = false) {
    self.target = target
    self.resolution = resolution
    record = recordsSteps ? DrawingRecord() : nil
    cairo = cairo_create(target.pointer)
    // Finer than Cairo's default of 0.1, which shows as corners on large round shapes.
    cairo_set_tolerance(cairo, 0.05)
  }

  deinit { cairo_destroy(cairo) }

  /// Cairo's `cairo_t` for what this type does not offer. It is valid for as long as `body` runs.
  ///
  /// - Parameter body: Draws with the context; must leave it without errors and must not keep it.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func withCairoContext<R>(_ body: (OpaquePointer) throws -> R) rethrows -> R {
    // Whatever it draws.
    isPlain = false
    noteUnrecordedDrawing()
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    return try body(cairo)
  }

  /// Fills a path (non-zero winding).
  ///
  /// - Parameters:
  ///   - path: What to fill.
  ///   - paint: What with.
  ///   - box: What a gradient spans; the path's bounds if not given.
  ///   - operator: How it meets what is there.
  public func fill(
    _ path: Path, with paint: Paint, box: Rect? = nil, operator: CompositeOperator = .over
  ) {
    if `operator`.isWrongUnderMasks {
      return group(operator: `operator`) { $0.fill(path, with: paint, box: box) }
    }
    step(.fill(path, paint, box: box, `operator`)) {
      set(`operator`)
      paint.set(on: cairo, box: box ?? path.controlBounds)
      path.add(to: cairo, near: visibleArea)
      cairo_fill(cairo)
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
  ///   - path: What to stroke.
  ///   - style: Width, joins, dashes.
  ///   - paint: What with.
  ///   - box: What a gradient spans; the path's bounds if not given.
  ///   - operator: How it meets what is there.
  public func stroke(
    _ path: Path, _ style: StrokeStyle, with paint: Paint, box: Rect? = nil,
    operator: CompositeOperator = .over
  ) {
    if `operator`.isWrongUnderMasks {
      return group(operator: `operator`) { $0.stroke(path, style, with: paint, box: box) }
    }
    step(.stroke(path, style, paint, box: box, `operator`)) {
      set(`operator`)
      paint.set(on: cairo, box: box ?? path.controlBounds)
      style.set(on: cairo)
      path.add(to: cairo, near: visibleArea?.grown(by: style.reach))
      cairo_stroke(cairo)
    }
  }

  /// Draws `body` only inside `path`.
  ///
  /// - Throws: What `body` throws.
  public func clipped(to path: Path, _ body: (Canvas) throws -> Void) rethrows {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    path.add(to: cairo, near: visibleArea)
    cairo_clip(cairo)
    try steps(in: { .clip(path, $0) }, body)
  }

  /// What of the canvas can be drawn on, a px larger all round; `nil` if that is not known.
  var visibleArea: Rect? {
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_clip_extents(cairo, &left, &top, &right, &bottom)
    guard left.isFinite, top.isFinite, right.isFinite, bottom.isFinite else { return nil }
    return Rect(left: left, top: top, right: right, bottom: bottom).grown(by: 1)
  }

  /// Draws `body` moved and scaled: a point p lands at origin + p × scale.
  ///
  /// - Throws: What `body` throws.
  public func transformed(
    origin: Point, scale: Double, _ body: (Canvas) throws -> Void
  ) rethrows {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    cairo_translate(cairo, origin.x, origin.y)
    cairo_scale(cairo, scale, scale)
    try steps(in: { .transform(origin: origin, scale: scale, $0) }, body)
  }

  /// Draws `body` on its own first and lays the result on the canvas as a whole.
  ///
  /// - Parameters:
  ///   - opacity: 0…1, of the whole.
  ///   - operator: How it meets what is there.
  ///   - body: Draws it.
  /// - Throws: What `body` throws.
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
      try steps(in: { .group(opacity: opacity, `operator`, $0) }, body)
    } catch {
      cairo_pattern_destroy(cairo_pop_group(cairo))
      throw error
    }
    cairo_pop_group_to_source(cairo)
    set(`operator`)
    cairo_paint_with_alpha(cairo, opacity)
  }

  /// Makes this how the next drawing meets what is there.
  func set(_ operator: CompositeOperator) {
    if !`operator`.isOver { isPlain = false }
    cairo_set_operator(cairo, `operator`.cairo)
  }

  /// Whether something could not be drawn, so that there is no need to draw more.
  var hasFailed: Bool { failure != nil }

  /// Notes that something could not be drawn; `finish()` throws it.
  func fail(_ error: any Error) {
    failure = failure ?? error as? DrawingError ?? DrawingError(cairo_status(cairo))
  }

  /// Notes that something was drawn that is not plain by itself.
  func notePlain(_ part: Bool) {
    if !part { isPlain = false }
  }

  /// Checks that all that was drawn could be.
  ///
  /// - Throws: `DrawingError` if Cairo ran out of memory or was given what it cannot hold.
  func finish() throws(DrawingError) {
    if let failure { throw failure }
    let status = cairo_status(cairo)
    guard status == CAIRO_STATUS_SUCCESS else { throw DrawingError(status) }
    cairo_surface_flush(target.pointer)
  }
}
