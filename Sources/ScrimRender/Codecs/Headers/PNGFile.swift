internal import CCodecs

/// A PNG (W3C, third edition).
struct PNGFile: StoredPicture {
  let header: ImageHeader

  /// Reads the IHDR chunk, which the format wants first.
  init(of bytes: ByteReader) throws(CodecError) {
    guard bytes.count >= 33 else {
      throw CodecError(.truncated, "The PNG file ends in its header.")
    }
    guard bytes.has([0, 0, 0, 13] + Array("IHDR".utf8), at: 8),
      let width = bytes.number(UInt32.self, at: 16, bigEndian: true),
      let height = bytes.number(UInt32.self, at: 20, bigEndian: true),
      (1...0x7fff_ffff).contains(width), (1...0x7fff_ffff).contains(height)
    else { throw CodecError(.corrupt, "The PNG file is corrupt: its header makes no sense.") }
    header = ImageHeader(
      kind: .png, storedWidth: Int(width), storedHeight: Int(height), orientation: .upright)
  }

  func decode(_ bytes: UnsafeRawBufferPointer, into target: scrim_target) -> scrim_outcome {
    var outcome = scrim_outcome()
    scrim_png_decode(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count, target, &outcome)
    return outcome
  }
}
