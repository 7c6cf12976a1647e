internal import CCodecs
@_spi(Host) package import ScrimKit

/// Decodes image files.
///
/// Supports PNG of every colour type, depth and interlacing (16 bits are rounded to 8); JPEG, baseline and
/// progressive, grey, RGB, YCbCr, CMYK and YCCK, with Exif orientation; WebP, lossy, lossless and with alpha, with
/// Exif orientation. Of an animated WebP the first frame is decoded, on its canvas.
///
/// An embedded ICC profile is converted to sRGB (perceptual intent), and so are the colours of PNG's cICP, gAMA and
/// cHRM chunks. Like browsers, the decoder ignores an unusable profile. CMYK without a profile is the product of the
/// inks.
///
/// A truncated or corrupt file is an error, never a partly grey image: the decoders read to the end, and libjpeg's
/// warnings of corrupt data are errors.
package enum ImageDecoding {
  /// Reads the header only.
  ///
  /// - Parameter bytes: The complete file.
  /// - Returns: Its format, size and orientation.
  /// - Throws: `CodecError` if the format cannot be decoded.
  package static func header(
    of bytes: UnsafeRawBufferPointer
  ) throws(CodecError) -> ImageHeader {
    let file = try ImageFile(bytes)
    return file.header
  }

  /// Decodes an image at full size.
  ///
  /// The header is checked against the limits before pixels are decoded or memory is allocated.
  ///
  /// - Parameters:
  ///   - bytes: The complete file; read, never mapped, so that it cannot be truncated during decoding.
  ///   - limits: The limits of the image.
  /// - Returns: Premultiplied sRGB, upright.
  /// - Throws: `CodecError` if the file is not a complete image of a known format within the limits, or memory cannot
  ///   be allocated.
  package static func decode(
    _ bytes: UnsafeRawBufferPointer, limits: DecodingLimits = .standard
  ) throws(CodecError) -> Pixels {
    try decoded(bytes, limits: limits, reduction: .none).pixels
  }

  private static func decoded(
    _ bytes: UnsafeRawBufferPointer, limits: DecodingLimits, reduction: Reduction
  ) throws(CodecError) -> (pixels: Pixels, header: ImageHeader) {
    try limits.check(byteCount: bytes.count)
    let file = try ImageFile(bytes)
    let header = file.header
    try limits.check(header)
    let (width, height) = (
      reduction.count(of: header.storedWidth), reduction.count(of: header.storedHeight)
    )
    do {
      // A JPEG decoder that reaches the end has written every pixel.
      var pixels =
        header.kind == .jpeg
        ? try Pixels(unwritten: width, height) : try Pixels(width: width, height: height)
      let bytesPerRow = pixels.bytesPerRow
      try pixels.withMutableBytes { target in
        try file.decode(
          into: scrim_target(
            pixels: target.baseAddress?.assumingMemoryBound(to: UInt8.self), stride: bytesPerRow,
            width: UInt32(width), height: UInt32(height)),
          reduction: reduction)
      }
      return (try header.orientation.apply(to: pixels), header)
    } catch let error as CodecError {
      throw error
    } catch {
      throw CodecError.noMemory(reading: header.kind)
    }
  }

  /// Decodes an image for drawing.
  ///
  /// - Parameters:
  ///   - bytes: The complete file.
  ///   - limits: The limits of the image at full size.
  ///   - reduction: The factor by which it is decoded smaller; only for a file that `probe(_:limits:)` reports as
  ///     reducible.
  /// - Returns: The image, upright.
  /// - Throws: `CodecError` as `decode(_:limits:)`; `DrawingError`.
  package static func image(
    of bytes: UnsafeRawBufferPointer, limits: DecodingLimits, reduction: Reduction = .none
  ) throws -> CanvasImage {
    let (pixels, header) = try decoded(bytes, limits: limits, reduction: reduction)
    // A JPEG has no alpha; otherwise the pixels are inspected.
    guard header.kind == .jpeg else { return try CanvasImage(pixels) }
    let factor = Double(reduction.rawValue)
    let shown = header.orientation.place(
      ofWidth: Double(header.storedWidth) / factor, height: Double(header.storedHeight) / factor,
      in: pixels)
    return try CanvasImage(pixels, isOpaque: true, shown: shown)
  }

  /// Reads the header of a file and checks it against the limits.
  ///
  /// - Parameters:
  ///   - bytes: The complete file.
  ///   - limits: The limits of the image.
  /// - Returns: Its header, and whether it can be decoded at a reduced size without loss of quality.
  /// - Throws: `CodecError` as `decode(_:limits:)`, for errors that the header reveals.
  package static func probe(
    _ bytes: UnsafeRawBufferPointer, limits: DecodingLimits
  ) throws(CodecError) -> (header: ImageHeader, isReducible: Bool) {
    try limits.check(byteCount: bytes.count)
    let file = try ImageFile(bytes)
    try limits.check(file.header)
    return (file.header, file.header.kind == .jpeg && !file.hasInks)
  }
}
