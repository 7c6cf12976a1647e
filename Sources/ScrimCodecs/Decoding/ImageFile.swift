internal import CCodecs

/// An image file whose header its library has read; decoded at most once.
struct ImageFile: ~Copyable {
  /// The header.
  let header: ImageHeader
  /// Whether the samples are inks, whose means are other colours than the means of what they print.
  let hasInks: Bool
  private let colors: scrim_colors
  private let image: OpaquePointer

  /// Reads the header; no pixels, and no memory that depends on how many there are.
  ///
  /// - Parameter bytes: The complete file, which must outlive the value.
  /// - Throws: `CodecError` if the header is invalid or of a kind that isn't decoded.
  init(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
    let kind = try ImageHeader.Kind(of: bytes)
    let file = scrim_bytes(
      bytes: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), count: bytes.count)
    var outcome = scrim_outcome()
    let opened =
      switch kind {
      case .png: scrim_png_open(file, &outcome)
      case .jpeg: scrim_jpeg_open(file, &outcome)
      case .webp: scrim_webp_open(file, &outcome)
      }
    guard let opened else {
      throw CodecError(outcome, reading: kind) ?? .noMemory(reading: kind)
    }
    let info = scrim_image_info(opened)
    do throws(CodecError) {
      colors = try PNGColors.colors(of: info.png)
    } catch {
      scrim_image_close(opened)
      throw error
    }
    image = opened
    hasInks = info.has_inks != 0
    header = ImageHeader(
      kind: kind, storedWidth: Int(info.width), storedHeight: Int(info.height),
      orientation: Orientation(exif: info.exif.buffer) ?? .upright)
  }

  deinit { scrim_image_close(image) }

  /// Decodes the image, premultiplied, in sRGB, not yet upright; once.
  ///
  /// - Parameters:
  ///   - target: Transparent pixels of the size stored, reduced.
  ///   - reduction: How many times smaller; of a JPEG only.
  /// - Throws: `CodecError` if the file is truncated, corrupt or of a kind that isn't decoded.
  func decode(into target: scrim_target, reduction: Reduction) throws(CodecError) {
    var outcome = scrim_outcome()
    let decoding = scrim_decoding(reduction: UInt32(reduction.rawValue), colors: colors)
    scrim_image_decode(image, decoding, target, &outcome)
    if let error = CodecError(outcome, reading: header.kind) { throw error }
  }
}

extension scrim_bytes {
  /// The bytes, for as long as what they are a part of.
  var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }
}
