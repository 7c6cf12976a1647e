internal import CCairo

extension Canvas {
  /// Draws the image at its own resolution, for recordings and documents, which are rendered later.
  func drawWhole(_ image: CanvasImage, in rect: Rect) {
    var matrix = cairo_matrix_t()
    cairo_matrix_init_translate(&matrix, image.shown.x, image.shown.y)
    cairo_matrix_scale(
      &matrix, image.shown.width / rect.width, image.shown.height / rect.height)
    cairo_matrix_translate(&matrix, -rect.x, -rect.y)
    paint(image.surface.pointer, matrix, CAIRO_FILTER_GOOD)
  }

  /// Draws the image in device pixels; under a rotation, in pixels of the same size, which Cairo rotates.
  func drawPixels(
    of image: CanvasImage, in rect: Rect, visible: Rect, resolution: Double
  ) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    let grid = ImageGrid(matrix, resolution: resolution, image: rect)
    let placed = grid.place(rect)
    // A rotated pixel is interpolated from its neighbours.
    let shown = PixelRect(covering: grid.place(visible), scale: 1).grown(by: 2)
    let wanted = PixelRect(covering: placed, scale: 1).intersection(shown)
    guard !wanted.isEmpty else { return }
    do {
      let isCopied = ImageGrid.isCopied(image, to: placed)
      let surface =
        isCopied ? image.surface : try image.resampledSurface(placed: placed, wanted: wanted)
      let corner =
        isCopied
        ? Point(x: placed.x, y: placed.y) : Point(x: Double(wanted.x), y: Double(wanted.y))
      // Cairo divides by the scale of a recording it replays. With the identity matrix it detects integer pixels.
      let isRepeatable = grid.isUpright && isUntransformed
      if grid.isUpright { cairo_identity_matrix(cairo) }
      var offset = grid.isUpright ? ImageGrid.scaled(resolution) : grid.matrix
      offset.x0 -= corner.x
      offset.y0 -= corner.y
      guard isRepeatable else {
        noteUnrecordedDrawing()
        return paint(surface.pointer, offset, CAIRO_FILTER_BILINEAR)
      }
      // Repeated under a clip in device pixels: Cairo scales those of a recording in steps of 1/256.
      step(.pixels(surface, at: corner, scale: resolution)) {
        paint(surface.pointer, offset, CAIRO_FILTER_BILINEAR)
      }
    } catch {
      fail(error)
    }
  }

  /// Draws pixels whose top left corner is in device pixels of `scale`.
  func draw(_ surface: CairoSurface, at corner: Point, scale: Double) {
    step(.pixels(surface, at: corner, scale: scale)) {
      cairo_save(cairo)
      defer { cairo_restore(cairo) }
      placePixels(x: corner.x, y: corner.y, scale: scale)
      var identity = cairo_matrix_t()
      cairo_matrix_init_identity(&identity)
      paint(surface.pointer, identity, CAIRO_FILTER_BILINEAR)
    }
  }

  /// Whether the canvas's units are those of its surface.
  private var isUntransformed: Bool {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    return matrix.xx == 1 && matrix.yy == 1 && matrix.xy == 0 && matrix.yx == 0 && matrix.x0 == 0
      && matrix.y0 == 0
  }

  private func paint(
    _ surface: OpaquePointer?, _ matrix: cairo_matrix_t, _ filter: cairo_filter_t
  ) {
    var matrix = matrix
    let pattern = cairo_pattern_create_for_surface(surface)
    defer { cairo_pattern_destroy(pattern) }
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_pattern_set_filter(pattern, filter)
    cairo_set_operator(cairo, CAIRO_OPERATOR_OVER)
    cairo_set_source(cairo, pattern)
    cairo_paint(cairo)
  }
}

extension CanvasImage {
  /// The image resampled to another size.
  ///
  /// - Parameters:
  ///   - placed: The rectangle of the entire image, pixels.
  ///   - wanted: The pixels to compute, at least one.
  /// - Returns: A surface of only these pixels.
  /// - Throws: `DrawingError` if out of memory or if a side exceeds Cairo's maximum.
  fileprivate func resampledSurface(
    placed: Rect, wanted: PixelRect
  ) throws -> CairoSurface {
    // Cairo's maximum side length, checked before pixels are allocated.
    guard max(wanted.width, wanted.height) <= Self.longestSide else {
      throw DrawingError(CAIRO_STATUS_INVALID_SIZE)
    }
    return try resampled(to: placed, wanted: wanted).surface(isOpaque: isOpaque)
  }

  /// Cairo's maximum side length, pixels.
  private static let longestSide = 32_767

  fileprivate func resampled(to placed: Rect, wanted: PixelRect) throws -> Pixels {
    try smaller.pixels(
      at: ResampledPixels.Place(placed: placed, wanted: wanted), ofImageOf: width * height
    ) {
      var result = try Pixels(unwritten: wanted.width, wanted.height)
      let bytesPerRow = result.bytesPerRow
      try result.withMutableBytes { bytes in
        if let base = bytes.baseAddress {
          try resample(placed: placed, wanted: wanted, to: base, bytesPerRow: bytesPerRow)
        }
      }
      return result
    }
  }

  private func resample(
    placed: Rect, wanted: PixelRect, to target: UnsafeMutableRawPointer, bytesPerRow: Int
  ) throws(DrawingError) {
    try Resampling(
      columns: ResamplingAxis(
        count: width, shown: shown.left..<shown.right, start: placed.x, length: placed.width,
        wanted: wanted.columns),
      rows: ResamplingAxis(
        count: height, shown: shown.top..<shown.bottom, start: placed.y, length: placed.height,
        wanted: wanted.rows)
    ).run(from: pixels, to: target, bytesPerRow: bytesPerRow)
  }
}

extension Raster {
  /// Creates pixels that show only an image, as `Canvas.draw(_:in:)` would draw it; `nil` if the image does not cover
  /// the area opaquely.
  ///
  /// - Parameters:
  ///   - area: The pixels.
  ///   - scale: Device pixels per px at scale 1.
  ///   - image: The image.
  ///   - rect: The rectangle of the entire image, px at scale 1.
  /// - Throws: `DrawingError` if out of memory.
  @_spi(Host) public init?(
    area: PixelRect, scale: Double, showing image: CanvasImage, in rect: Rect
  ) throws {
    let placed = ImageGrid.place(rect, by: ImageGrid.scaled(scale))
    guard image.isOpaque, !area.isEmpty,
      PixelRect(within: placed, scale: 1).intersection(area) == area
    else { return nil }
    if ImageGrid.isCopied(image, to: placed) {
      let whole = Raster(image.pixels, x: Int(placed.x), y: Int(placed.y), scale: scale)
      self = try whole.cropped(to: area)
    } else {
      self.init(
        try image.resampled(to: placed, wanted: area), x: area.x, y: area.y, scale: scale)
    }
  }
}

/// The pixel grid that an image is resampled to: an axis-aligned grid, which is the device's unless the canvas is
/// rotated.
private struct ImageGrid {
  /// The transform from user space to the grid.
  let matrix: cairo_matrix_t
  /// Whether the grid is the device's.
  let isUpright: Bool

  /// - Parameters:
  ///   - canvas: The transform from user space to the canvas's surface.
  ///   - resolution: Device pixels per unit of that surface.
  ///   - image: The image's rectangle, user space.
  init(_ canvas: cairo_matrix_t, resolution: Double, image: Rect) {
    isUpright = canvas.xy == 0 && canvas.yx == 0 && canvas.xx > 0 && canvas.yy > 0
    var matrix = Self.scaled(resolution)
    if isUpright {
      var (canvas, scale) = (canvas, matrix)
      cairo_matrix_multiply(&matrix, &canvas, &scale)
    } else {
      cairo_matrix_scale(
        &matrix, (canvas.xx * canvas.xx + canvas.yx * canvas.yx).squareRoot(),
        (canvas.xy * canvas.xy + canvas.yy * canvas.yy).squareRoot())
      cairo_matrix_translate(&matrix, -image.x, -image.y)
    }
    self.matrix = matrix
  }

  static func scaled(_ factor: Double) -> cairo_matrix_t {
    var matrix = cairo_matrix_t()
    cairo_matrix_init_scale(&matrix, factor, factor)
    return matrix
  }

  /// The grid rectangle of a user space rectangle. Edges within 10⁻⁶ of an integer are rounded, so that images on
  /// integer pixels are copied.
  func place(_ rect: Rect) -> Rect { Self.place(rect, by: matrix) }

  static func place(_ rect: Rect, by matrix: cairo_matrix_t) -> Rect {
    func whole(_ value: Double) -> Double {
      abs(value - value.rounded()) < 1e-6 ? value.rounded() : value
    }
    return Rect(
      left: whole(matrix.xx * rect.left + matrix.x0),
      top: whole(matrix.yy * rect.top + matrix.y0),
      right: whole(matrix.xx * rect.right + matrix.x0),
      bottom: whole(matrix.yy * rect.bottom + matrix.y0))
  }

  /// Whether an image is copied to a rectangle pixel by pixel.
  static func isCopied(_ image: CanvasImage, to placed: Rect) -> Bool {
    Rect(x: 0, y: 0, width: placed.width, height: placed.height) == image.shown
      && placed.x == placed.x.rounded() && placed.y == placed.y.rounded()
  }
}
