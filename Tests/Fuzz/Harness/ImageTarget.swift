import ScrimCodecs
import ScrimKit

/// The decoders of images, and the detection of formats.
enum ImageTarget {
  /// Small, so that many inputs are tried.
  private static let limits = DecodingLimits(bytes: 1 << 20, pixels: 1 << 16, side: 4096)

  static func run(_ bytes: UnsafeRawBufferPointer, as kind: ImageHeader.Kind) -> Verdict {
    do throws(CodecError) {
      let header = try ImageDecoding.header(of: bytes)
      guard header.kind == kind else { return .foreign }
      try decode(bytes, header)
      return .interesting
    } catch {
      check(error)
      guard kind == .png, error.code == .corrupt else { return .interesting }
    }
    // What is changed in a PNG breaks a checksum first: with right ones it goes deeper.
    var repaired = Array(bytes)
    repairChecksums(ofPNG: &repaired)
    repaired.withUnsafeBytes { bytes in
      do throws(CodecError) {
        try decode(bytes, try ImageDecoding.header(of: bytes))
      } catch {
        check(error)
      }
    }
    return .interesting
  }

  private static func decode(
    _ bytes: UnsafeRawBufferPointer, _ header: ImageHeader
  ) throws(CodecError) {
    require(header.width > 0 && header.height > 0, "a picture has pixels: \(header)")
    let pixels = try ImageDecoding.decode(bytes, limits: limits)
    require(
      pixels.width == header.width && pixels.height == header.height,
      "the header says \(header), and \(pixels.width) × \(pixels.height) came out")
    require(
      header.width * header.height <= limits.pixels && bytes.count <= limits.bytes,
      "limits are kept: \(header)")
    let isOpaque = header.kind == .jpeg
    pixels.withBytes { bytes in
      for row in 0..<pixels.height {
        for column in 0..<pixels.width {
          let at = row * pixels.bytesPerRow + column * 4
          let alpha = bytes[at + 3]
          require(
            bytes[at] <= alpha && bytes[at + 1] <= alpha && bytes[at + 2] <= alpha,
            "pixels are premultiplied at \(column), \(row)")
          require(!isOpaque || alpha == 255, "a JPEG is opaque at \(column), \(row)")
        }
      }
    }
  }

  private static func check(_ error: CodecError) {
    require(error.message.hasSuffix("."), "a message is a sentence: \(error.message)")
    require(
      !error.message.unicodeScalars.contains { $0.properties.generalCategory == .control },
      "messages have no control characters: \(error.message)")
    require(error.code != .memory, "small pictures need little memory: \(error.message)")
  }

  /// Gives every chunk the CRC of what is in it (PNG, §5.5).
  private static func repairChecksums(ofPNG bytes: inout [UInt8]) {
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - offset - 12 else { return }
      let end = offset + 8 + length
      var crc: UInt32 = .max
      for byte in bytes[offset + 4..<end] {
        crc = table[Int((crc ^ UInt32(byte)) & 255)] ^ crc >> 8
      }
      for index in 0..<4 {
        bytes[end + index] = UInt8(truncatingIfNeeded: ~crc >> UInt32(24 - 8 * index))
      }
      offset = end + 4
    }
  }

  private static let table: [UInt32] = (0..<256).map { number in
    var crc = UInt32(number)
    for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    return crc
  }
}
