internal import CCairo

/// Owns one Cairo surface.
final class CairoSurface {
  let pointer: OpaquePointer

  /// Takes ownership of a surface.
  ///
  /// - Throws: `DrawingError` if Cairo could not create the surface.
  init(taking pointer: OpaquePointer) throws(DrawingError) {
    let status = cairo_surface_status(pointer)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(pointer)
      throw DrawingError(status)
    }
    self.pointer = pointer
  }

  /// Creates a surface that records drawing inside `extent` (user space), widened to integers.
  convenience init(recording extent: Rect) throws(DrawingError) {
    let (left, top) = (extent.left.rounded(.down), extent.top.rounded(.down))
    var bounds = cairo_rectangle_t(
      x: left, y: top, width: extent.right.rounded(.up) - left,
      height: extent.bottom.rounded(.up) - top)
    try self.init(taking: cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &bounds))
  }

  /// Creates a surface on premultiplied pixels, which must outlive it.
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

  /// Keeps an object alive as long as the surface, which recordings may reference after this value is gone.
  ///
  /// - Throws: `DrawingError` if out of memory.
  func retain(_ object: AnyObject) throws(DrawingError) {
    let retained = Unmanaged.passRetained(object)
    let status = cairo_surface_set_user_data(pointer, Self.retainedKey, retained.toOpaque()) {
      object in
      if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      retained.release()
      throw DrawingError(status)
    }
  }

  /// Cairo identifies user data by the key's address; its memory is never accessed.
  private nonisolated(unsafe) static let retainedKey =
    UnsafeMutablePointer<cairo_user_data_key_t>.allocate(capacity: 1)
}
