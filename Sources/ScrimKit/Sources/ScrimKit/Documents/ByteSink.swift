internal import CCairo

/// Takes the bytes that Cairo writes.
final class ByteSink {
  private(set) var bytes: [UInt8] = []

  private static let write: cairo_write_func_t = { sink, data, count in
    guard let sink else { return CAIRO_STATUS_WRITE_ERROR }
    Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue().bytes
      .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }

  /// Gives Cairo the function to write with, and its closure; both are valid for as long as `body`
  /// runs.
  ///
  /// - Parameter body: Lets Cairo write.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  func receive<R>(_ body: (cairo_write_func_t, UnsafeMutableRawPointer) throws -> R) rethrows -> R {
    try withExtendedLifetime(self) {
      try body(Self.write, Unmanaged.passUnretained(self).toOpaque())
    }
  }
}

extension CairoSurface {
  /// The pixels as a PNG: coverage as grey, what is opaque without alpha.
  ///
  /// - Throws: `DrawingError`.
  func png() throws -> [UInt8] {
    let sink = ByteSink()
    let status = sink.receive { cairo_surface_write_to_png_stream(pointer, $0, $1) }
    guard status == CAIRO_STATUS_SUCCESS else { throw DrawingError(status) }
    return sink.bytes
  }
}
