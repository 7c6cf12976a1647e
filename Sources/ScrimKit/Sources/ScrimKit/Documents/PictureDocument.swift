internal import CCairo

extension Picture {
  /// The picture as a document of one page: text as outlines, without fonts or words, shapes and
  /// gradients as such, pixels as images at their own resolution. Equal pictures give equal bytes.
  ///
  /// - Parameters:
  ///   - format: Of the document.
  ///   - page: What of the picture is on it, px at scale 1; in PDF a px is 0.75 points.
  /// - Returns: The file.
  /// - Throws: `DrawingError`.
  @_spi(Host) public func document(_ format: DocumentFormat, page: Rect) throws -> [UInt8] {
    let sink = ByteSink()
    let unit = format == .pdf ? 0.75 : 1
    let size =
      format == .svg
      ? Size(width: page.width, height: page.height)
      : Size(
        width: PDFPage.surfaceLength(for: page.width),
        height: PDFPage.surfaceLength(for: page.height))
    try withExtendedLifetime(sink) {
      let surface = try CairoSurface(format, width: size.width, height: size.height, to: sink)
      // Nothing should come to this; if it does, it is no coarser than the rest.
      cairo_surface_set_fallback_resolution(surface.pointer, 96 * scale, 96 * scale)
      let canvas = Canvas(surface)
      cairo_scale(canvas.cairo, unit, unit)
      cairo_translate(canvas.cairo, -page.x, -page.y)
      let picture = try drawable(in: format, asPage: true)
      if picture.needsGroup {
        // Blends are mixed with what is on the page, not with the paper under it.
        canvas.group { $0.drawItems(of: picture) }
      } else {
        canvas.drawItems(of: picture)
      }
      try canvas.finish()
      cairo_surface_finish(surface.pointer)
      let status = cairo_surface_status(surface.pointer)
      guard status == CAIRO_STATUS_SUCCESS else { throw DrawingError(status) }
    }
    return switch format {
    case .svg: SVGTidying.tidy(sink.bytes)
    case .pdf:
      PDFPage.cut(
        sink.bytes, width: page.width * unit, height: page.height * unit,
        surfaceHeight: size.height)
    }
  }
}

extension CairoSurface {
  /// A surface that writes a document of one page.
  fileprivate convenience init(
    _ format: DocumentFormat, width: Double, height: Double, to sink: ByteSink
  ) throws(DrawingError) {
    let target = Unmanaged.passUnretained(sink).toOpaque()
    switch format {
    case .pdf:
      try self.init(
        taking: cairo_pdf_surface_create_for_stream(ByteSink.write, target, width, height))
      // Equal jobs give equal files: the time of day is not written.
      cairo_pdf_surface_set_metadata(pointer, CAIRO_PDF_METADATA_CREATE_DATE, "")
    case .svg:
      try self.init(
        taking: cairo_svg_surface_create_for_stream(ByteSink.write, target, width, height))
      cairo_svg_surface_set_document_unit(pointer, CAIRO_SVG_UNIT_PX)
    }
  }
}

/// Takes what Cairo writes.
private final class ByteSink {
  private(set) var bytes: [UInt8] = []

  static let write: cairo_write_func_t = { sink, data, count in
    guard let sink else { return CAIRO_STATUS_WRITE_ERROR }
    Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue().bytes
      .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }
}
