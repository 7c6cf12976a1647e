internal import CCairo

extension Picture {
  /// Encodes the picture as a document of one page.
  ///
  /// Text becomes outlines without fonts or words; shapes and gradients stay vectors; pixels become images at their own
  /// resolution. Equal pictures give equal bytes.
  ///
  /// - Parameters:
  ///   - format: The document format.
  ///   - page: The page's area, px at scale 1; in PDF 1 px is 0.75 points.
  ///   - trim: The area of the page that is left after cutting; the page if not given. PDF only.
  /// - Returns: The file.
  /// - Throws: `DrawingError`.
  @_spi(Host) public func document(
    _ format: DocumentFormat, page: Rect, trim: Rect? = nil
  ) throws -> [UInt8] {
    let picture = try drawable(in: format, asPage: true)
    return switch format {
    case .pdf: try picture.pdf(page: page, trim: trim ?? page)
    case .svg: try picture.svg(page: page)
    }
  }

  private func pdf(page: Rect, trim: Rect) throws -> [UInt8] {
    let unit = 0.75
    let width = PDFPage.surfaceLength(for: page.width)
    let height = PDFPage.surfaceLength(for: page.height)
    let sink = ByteSink()
    try sink.receive { write, target in
      let surface = try CairoSurface(
        taking: cairo_pdf_surface_create_for_stream(write, target, width, height))
      // Later versions of PDF have, by Cairo 1.18, their page in a compressed stream, where it could not be cropped.
      cairo_pdf_surface_restrict_to_version(surface.pointer, CAIRO_PDF_VERSION_1_4)
      // No creation date: equal jobs give equal files.
      cairo_pdf_surface_set_metadata(surface.pointer, CAIRO_PDF_METADATA_CREATE_DATE, "")
      // A fallback should never be needed; if it is, it has the resolution of the other pixels.
      cairo_surface_set_fallback_resolution(surface.pointer, 96 * scale, 96 * scale)
      let canvas = Canvas(surface)
      cairo_scale(canvas.cairo, unit, unit)
      cairo_translate(canvas.cairo, -page.x, -page.y)
      if needsGroup {
        // Blends apply to the page's content, not to the paper below.
        canvas.group { $0.drawItems(of: self) }
      } else {
        canvas.drawItems(of: self)
      }
      try canvas.finish()
      cairo_surface_finish(surface.pointer)
      let status = cairo_surface_status(surface.pointer)
      guard status == CAIRO_STATUS_SUCCESS else { throw DrawingError(status) }
    }
    func points(_ box: Rect) -> Rect {
      Rect(
        x: (box.x - page.x) * unit, y: (box.y - page.y) * unit, width: box.width * unit,
        height: box.height * unit)
    }
    return try PDFPage.cut(
      sink.bytes, page: points(page), trim: points(trim), surfaceHeight: height)
  }
}

/// A vector document format.
@_spi(Host) public enum DocumentFormat: Sendable {
  /// PDF 1.4.
  case pdf
  /// SVG 1.1, with CSS's `mix-blend-mode` and `isolation` for blends.
  case svg

  /// Whether the format supports a compositing operator for the items of a picture.
  ///
  /// - Parameters:
  ///   - operator: The operator.
  ///   - isPage: Whether the picture is the page; in PDF other pictures are drawn as a group first.
  /// - Returns: Whether it is supported.
  func has(_ operator: CompositeOperator, onPage isPage: Bool) -> Bool {
    // PDF has no such blend mode, and readers of SVG other than browsers do not know it.
    if case .blend(.plusLighter) = `operator` { return false }
    if case .blend = `operator`, self == .svg || isPage { return true }
    return `operator`.isOver
  }

  /// Whether the format supports everything inside an item.
  func has(contentOf item: Picture.Item) -> Bool {
    switch self {
    case .pdf: item.isPlain
    case .svg: item.hasSVGForm
    }
  }
}
