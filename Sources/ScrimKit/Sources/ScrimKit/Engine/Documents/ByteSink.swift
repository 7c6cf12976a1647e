internal import CCairo

/// Collects the bytes that Cairo writes.
final class ByteSink {
  private(set) var bytes: [UInt8] = []

  private static let write: cairo_write_func_t = { sink, data, count in
    guard let sink else { return CAIRO_STATUS_WRITE_ERROR }
    Unmanaged<ByteSink>.fromOpaque(sink).takeUnretainedValue().bytes
      .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }

  /// Provides Cairo's write function and its closure, which are valid while `body` runs.
  ///
  /// - Parameter body: Lets Cairo write.
  /// - Returns: The result of `body`.
  /// - Throws: Errors of `body`.
  func receive<R>(_ body: (cairo_write_func_t, UnsafeMutableRawPointer) throws -> R) rethrows -> R {
    try withExtendedLifetime(self) {
      try body(Self.write, Unmanaged.passUnretained(self).toOpaque())
    }
  }
}

extension CairoSurface {
  /// Encodes the pixels as PNG: masks as greyscale, opaque pixels without alpha.
  ///
  /// - Throws: `DrawingError`.
  func png() throws -> [UInt8] {
    let sink = ByteSink()
    let status = sink.receive { cairo_surface_write_to_png_stream(pointer, $0, $1) }
    guard status == CAIRO_STATUS_SUCCESS else { throw DrawingError(status) }
    return sink.bytes
  }
}
