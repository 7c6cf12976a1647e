internal import CCodecs

/// An image file whose header its library has read; decoded at most once.
struct ImageFile: ~Copyable {
  /// The header.
  let header: ImageHeader
  /// Whether the samples are inks. The mean of two inks differs from the mean of the printed colours.
  let hasInks: Bool
  private let colors: scrim_colors
  private let image: OpaquePointer

  /// Reads the header; decodes no pixels, and allocates no memory that depends on their number.
  ///
  /// - Parameter bytes: The complete file, which must outlive the value.
  /// - Throws: `CodecError` if the header is invalid or of an unsupported variant.
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

  /// Decodes the image as premultiplied sRGB, before orientation is applied. Must be called only once.
  ///
  /// - Parameters:
  ///   - target: Transparent pixels of the stored size after reduction.
  ///   - reduction: The factor by which it is decoded smaller; for a JPEG only.
  /// - Throws: `CodecError` if the file is truncated, corrupt or of an unsupported variant.
  func decode(into target: scrim_target, reduction: Reduction) throws(CodecError) {
    var outcome = scrim_outcome()
    let decoding = scrim_decoding(reduction: UInt32(reduction.rawValue), colors: colors)
    scrim_image_decode(image, decoding, target, &outcome)
    if let error = CodecError(outcome, reading: header.kind) { throw error }
  }
}

extension scrim_bytes {
  /// The bytes, valid as long as the buffer that they are part of.
  var buffer: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes, count: count) }
}
