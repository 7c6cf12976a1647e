internal import CCodecs

/// A PNG (W3C, third edition).
struct PNGFile: StoredImage {
  let header: ImageHeader
  private let colors: scrim_colors

  /// The bits a sample of each colour type (§11.2.1).
  private static let depths: [UInt8: [UInt8]] = [
    0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16],
  ]

  /// Reads the IHDR chunk, which the format wants first, and what the chunks before the picture say
  /// of its colours and its orientation. Their checksums are the decoder's business.
  init(of bytes: ByteReader) throws(CodecError) {
    guard bytes.count >= 33 else {
      throw CodecError(.truncated, "The PNG file ends in its header.")
    }
    guard bytes.has([0, 0, 0, 13] + Array("IHDR".utf8), at: 8),
      let width = bytes.number(UInt32.self, at: 16, bigEndian: true),
      let height = bytes.number(UInt32.self, at: 20, bigEndian: true),
      (1...0x7fff_ffff).contains(width), (1...0x7fff_ffff).contains(height),
      let depth = bytes.byte(at: 24), let type = bytes.byte(at: 25),
      Self.depths[type]?.contains(depth) == true, bytes.has([0, 0], at: 26),
      let interlacing = bytes.byte(at: 28), interlacing <= 1
    else { throw CodecError(.corrupt, "The PNG file is corrupt: its header is invalid.") }
    var told = PNGColors()
    var orientation: Orientation?
    var offset = 33
    while let count = bytes.number(UInt32.self, at: offset, bigEndian: true),
      let name = bytes.part(offset + 4..<offset + 8), !name.has("IDAT".utf8, at: 0),
      let data = bytes.part(offset + 8..<offset + 8 + Int(count))
    {
      offset += 12 + data.count
      if name.has("eXIf".utf8, at: 0) {
        orientation = orientation ?? Orientation(exif: data)
      } else {
        told.note(name.string, data)
      }
    }
    colors = try told.told()
    header = ImageHeader(
      kind: .png, storedWidth: Int(width), storedHeight: Int(height),
      orientation: orientation ?? .upright)
  }

  func decode(_ bytes: UnsafeRawBufferPointer, into target: scrim_target) -> scrim_outcome {
    var outcome = scrim_outcome()
    scrim_png_decode(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, colors, target,
      &outcome)
    return outcome
  }
}
