internal import CCairo

extension Canvas {
  /// Draws an image over a rectangle, resampled with a cubic kernel. Its edges are those of the
  /// rectangle: they do not fade, and nothing from outside the image mixes with them. At its own size
  /// on whole device pixels it is copied.
  ///
  /// - Parameters:
  ///   - image: What to draw. Of a large one, only what shows is resampled.
  ///   - rect: Where, px at scale 1.
  public func draw(_ image: CanvasImage, in rect: Rect) {
    guard !rect.isEmpty, image.width > 0, image.height > 0 else { return }
    let visible = visibleArea
    // Of a huge one no more than Cairo can hold.
    let shown = visible.map { rect.intersection($0) } ?? rect
    guard !shown.isEmpty else { return }
    clipped(to: Path(rect: shown)) { canvas in
      if let resolution = canvas.resolution, let visible {
        canvas.noteUnrecordedDrawing()
        canvas.drawPixels(of: image, in: rect, visible: visible, resolution: resolution)
      } else {
        canvas.step(.image(image, rect), isRepeatable: false) {
          canvas.drawWhole(image, in: rect)
        }
      }
    }
  }

  /// Draws the image as it is, for whoever renders the recording or the document.
  private func drawWhole(_ image: CanvasImage, in rect: Rect) {
    var matrix = cairo_matrix_t()
    cairo_matrix_init_translate(&matrix, image.shown.x, image.shown.y)
    cairo_matrix_scale(
      &matrix, image.shown.width / rect.width, image.shown.height / rect.height)
    cairo_matrix_translate(&matrix, -rect.x, -rect.y)
    paint(image.surface.pointer, matrix, CAIRO_FILTER_GOOD)
  }

  /// Draws the image in device pixels; under a rotation, in pixels as large as those, which Cairo
  /// turns.
  private func drawPixels(
    of image: CanvasImage, in rect: Rect, visible: Rect, resolution: Double
  ) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    let grid = ImageGrid(matrix, resolution: resolution, image: rect)
    let placed = grid.place(rect)
    // A turned pixel takes from its neighbours.
    let shown = PixelRect(covering: grid.place(visible), scale: 1).grown(by: 2)
    let wanted = PixelRect(covering: placed, scale: 1).intersection(shown)
    guard !wanted.isEmpty else { return }
    // Cairo divides by the scale of what it replays; so it sees that whole pixels remain whole.
    if grid.isUpright { cairo_identity_matrix(cairo) }
    var offset = grid.isUpright ? ImageGrid.scaled(resolution) : grid.matrix
    if ImageGrid.isCopied(image, to: placed) {
      offset.x0 -= placed.x
      offset.y0 -= placed.y
      paint(image.surface.pointer, offset, CAIRO_FILTER_BILINEAR)
    } else {
      offset.x0 -= Double(wanted.x)
      offset.y0 -= Double(wanted.y)
      do {
        let surface = try image.resampledSurface(placed: placed, wanted: wanted)
        paint(surface.pointer, offset, CAIRO_FILTER_BILINEAR)
      } catch {
        fail(error)
      }
    }
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
  /// The image larger or smaller.
  ///
  /// - Parameters:
  ///   - placed: Where the whole image lies, pixels.
  ///   - wanted: Which of them to make, at least one.
  /// - Returns: A surface of just these.
  /// - Throws: `DrawingError` if there is no memory, or a side is longer than Cairo can hold.
  fileprivate func resampledSurface(
    placed: Rect, wanted: PixelRect
  ) throws -> CairoSurface {
    // Cairo holds no longer side; it is better known before pixels are made for it.
    guard max(wanted.width, wanted.height) <= Self.longestSide else {
      throw DrawingError(CAIRO_STATUS_INVALID_SIZE)
    }
    return try resampled(to: placed, wanted: wanted).surface(isOpaque: isOpaque)
  }

  /// Pixels.
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
  /// Pixels on which an image is drawn, and nothing else: what `Canvas.draw(_:in:)` gives; `nil` if the
  /// image does not hide all that may lie below.
  ///
  /// - Parameters:
  ///   - area: The pixels.
  ///   - scale: Device pixels a px at scale 1.
  ///   - image: What they show.
  ///   - rect: Where the whole image lies, px at scale 1.
  /// - Throws: `DrawingError` if there is no memory.
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

/// The pixels that an image is resampled to: an upright grid, which is that of the device unless the
/// canvas is turned.
private struct ImageGrid {
  /// From user space to the grid.
  let matrix: cairo_matrix_t
  /// Whether the grid is the device's.
  let isUpright: Bool

  /// - Parameters:
  ///   - canvas: From user space to the canvas's surface.
  ///   - resolution: Device pixels a unit of that surface.
  ///   - image: Where the image lies, user space.
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

  /// Where a rectangle of user space lies. A millionth of a pixel is forgiven, so that what is on whole
  /// pixels is copied.
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

  /// Whether a place is one to which an image is copied, pixel by pixel.
  static func isCopied(_ image: CanvasImage, to placed: Rect) -> Bool {
    Rect(x: 0, y: 0, width: placed.width, height: placed.height) == image.shown
      && placed.x == placed.x.rounded() && placed.y == placed.y.rounded()
  }
}
