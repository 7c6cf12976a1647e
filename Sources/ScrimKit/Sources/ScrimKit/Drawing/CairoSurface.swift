internal import CCairo

/// Owns one Cairo surface.
final class CairoSurface {
  let pointer: OpaquePointer

  /// Takes over a reference that the caller owns.
  ///
  /// - Throws: `DrawingError` if Cairo could not make the surface.
  init(taking pointer: OpaquePointer) throws(DrawingError) {
    let status = cairo_surface_status(pointer)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(pointer)
      throw DrawingError(status)
    }
    self.pointer = pointer
  }

  /// A surface that records what is drawn inside `extent` (user space).
  convenience init(recording extent: Rect) throws(DrawingError) {
    var bounds = cairo_rectangle_t(
      x: extent.x, y: extent.y, width: extent.width, height: extent.height)
    try self.init(taking: cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &bounds))
  }

  /// A surface over premultiplied pixels, which must outlive it.
  convenience init(
    over bytes: UnsafeMutableRawPointer?, width: Int, height: Int, bytesPerRow: Int,
    format: cairo_format_t = CAIRO_FORMAT_ARGB32
  ) throws(DrawingError) {
    try self.init(
      taking: cairo_image_surface_create_for_data(
        bytes?.assumingMemoryBound(to: UInt8.self), format, Int32(width), Int32(height),
        Int32(bytesPerRow)))
  }

  deinit { cairo_surface_destroy(pointer) }
}

/// Cairo could not draw: no memory, or a size that it cannot hold.
public struct DrawingError: Error, Hashable, Sendable {
  /// What Cairo said.
  public let message: String

  init(_ status: cairo_status_t) { message = String(cString: cairo_status_to_string(status)) }
}
