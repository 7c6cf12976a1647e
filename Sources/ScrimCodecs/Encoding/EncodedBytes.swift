internal import CCodecs
@_spi(Host) internal import ScrimKit

/// What the encoders have in common: the way into C and out of it.
enum EncodedBytes {
  /// Runs an encoder on a picture.
  ///
  /// - Parameters:
  ///   - pixels: The picture.
  ///   - kind: The format, for errors.
  ///   - side: The longest side that the format can have, in pixels.
  ///   - limit: The most bytes that the file may have, for errors; the encoder keeps to it.
  ///   - rows: Which rows of the picture; `nil` for all.
  ///   - encode: The call.
  /// - Returns: The whole file.
  /// - Throws: `CodecError` if the picture doesn't fit the format or the call fails.
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

  /// Checks that so many bytes of a file can be held.
  ///
  /// - Throws: `CodecError` memory.
  static func checkMemory(_ byteCount: Int, writing kind: ImageHeader.Kind) throws(CodecError) {
    do {
      try FreeMemory.check(byteCount)
    } catch {
      throw CodecError.noMemory(writing: kind)
    }
  }

  /// Shows rows of a picture to C.
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
