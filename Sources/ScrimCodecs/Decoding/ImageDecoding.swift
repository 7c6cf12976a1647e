internal import CCodecs
@_spi(Host) package import ScrimKit

/// Turns the bytes of a picture file into pixels.
///
/// What is understood: PNG of every colour type, depth and interlacing (16 bits are rounded to 8);
/// JPEG, baseline and progressive, grey, RGB, YCbCr, CMYK and YCCK, with the orientation of Exif.
/// An embedded ICC profile is converted to sRGB (perceptual intent), and so are the colours that
/// PNG's cICP, gAMA and cHRM chunks tell; a profile that is of no use is passed over, as browsers
/// do. CMYK without one is the simple product of inks. WebP, lossy, lossless and
/// with alpha, with the orientation of Exif; of an animated one the first frame on its canvas.
///
/// A file that ends early or breaks its format's rules is an error, never a partly grey picture:
/// the decoders read to the end, and libjpeg's warnings of corrupt data are errors.
package enum ImageDecoding {
  /// Reads the header only.
  ///
  /// - Parameter bytes: The whole file.
  /// - Returns: Its format, size and orientation.
  /// - Throws: `CodecError` if it is of no format that can be decoded.
  package static func header(
    of bytes: UnsafeRawBufferPointer
  ) throws(CodecError) -> ImageHeader {
    let file = try ImageFile(bytes)
    return file.header
  }

  /// Decodes a whole picture.
  ///
  /// The header is checked against the limits before any pixel is decoded or memory taken.
  ///
  /// - Parameters:
  ///   - bytes: The whole file; read, never mapped, so that nobody can cut it short meanwhile.
  ///   - limits: What the picture may be.
  /// - Returns: Premultiplied sRGB, upright.
  /// - Throws: `CodecError` if it isn't a whole picture of a known format within the limits, or there
  ///   is no memory.
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
      // A decoder of JPEG that comes to its end has written every pixel.
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

  /// Decodes a whole picture, to be drawn.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - limits: What the picture may be, at its whole size.
  ///   - reduction: How many times smaller; only a `reducible(_:limits:)` file.
  /// - Returns: The picture, upright.
  /// - Throws: `CodecError` as `decode(_:limits:)`; `DrawingError`.
  package static func image(
    of bytes: UnsafeRawBufferPointer, limits: DecodingLimits, reduction: Reduction = .none
  ) throws -> CanvasImage {
    let (pixels, header) = try decoded(bytes, limits: limits, reduction: reduction)
    // A JPEG has no alpha; of the others the pixels tell.
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
  ///   - bytes: The whole file.
  ///   - limits: What the image may be.
  /// - Returns: Its header, and whether it can be decoded smaller than it is stored and look as well.
  /// - Throws: `CodecError` as `decode(_:limits:)`, as far as the header shows it.
  package static func probe(
    _ bytes: UnsafeRawBufferPointer, limits: DecodingLimits
  ) throws(CodecError) -> (header: ImageHeader, isReducible: Bool) {
    try limits.check(byteCount: bytes.count)
    let file = try ImageFile(bytes)
    try limits.check(file.header)
    return (file.header, file.header.kind == .jpeg && !file.hasInks)
  }
}
