internal import CCodecs
@_spi(Host) internal import ScrimKit

/// Calls C encoders and returns their output.
enum EncodedBytes {
  /// Runs an encoder on an image.
  ///
  /// - Parameters:
  ///   - pixels: The image.
  ///   - kind: The format, for errors.
  ///   - side: The format's maximum width and height in pixels.
  ///   - limit: Maximum size of the file in bytes, for errors; the encoder enforces it.
  ///   - rows: The rows of the image to encode; `nil` for all.
  ///   - encode: The call.
  /// - Returns: The complete file.
  /// - Throws: `CodecError` if the image exceeds the format's limits or the call fails.
  static func make(
    _ pixels: Pixels, as kind: ImageHeader.Kind, side: Int, limit: Int, rows: Range<Int>? = nil,
    _ encode: (scrim_source, UnsafeMutablePointer<scrim_outcome>) -> scrim_encoded
  ) throws(CodecError) -> [UInt8] {
    guard pixels.width > 0, pixels.height > 0 else {
      throw CodecError(.notAvailable, "An empty image cannot be written as \(kind.rawValue).")
    }
    guard max(pixels.width, pixels.height) <= side else {
      throw CodecError(
        .tooLarge,
        "The image is \(pixels.width) × \(pixels.height) px; "
          + "each side of a \(kind.rawValue) may have at most \(side) px.")
    }
    let rows = rows ?? 0..<pixels.height
    var outcome = scrim_outcome()
    let encoded = withSource(of: pixels, rows: rows) { encode($0, &outcome) }
    defer { scrim_encoded_free(encoded) }
    if let error = CodecError(outcome, writing: kind, limit: limit) { throw error }
    try checkMemory(encoded.count, writing: kind)
    return Array(UnsafeBufferPointer(start: encoded.bytes, count: encoded.count))
  }

  /// Checks that this number of bytes can be allocated.
  ///
  /// - Throws: `CodecError` memory.
  static func checkMemory(_ byteCount: Int, writing kind: ImageHeader.Kind) throws(CodecError) {
    do {
      try FreeMemory.check(byteCount)
    } catch {
      throw CodecError.noMemory(writing: kind)
    }
  }

  /// Passes rows of an image to C.
  static func withSource<Result>(
    of pixels: Pixels, rows: Range<Int>, _ body: (scrim_source) -> Result
  ) -> Result {
    pixels.withBytes { bytes in
      let base = bytes.baseAddress.map { $0 + rows.lowerBound * pixels.bytesPerRow }
      return body(
        scrim_source(
          pixels: base?.assumingMemoryBound(to: UInt8.self), stride: pixels.bytesPerRow,
          width: UInt32(pixels.width), height: UInt32(rows.count)))
    }
  }
}
