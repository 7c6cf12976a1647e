/// Reads the big-endian numbers of a font file; outside of the file there are none.
struct FontBytes {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func uint16(at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 2 else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  func uint32(at offset: Int) -> Int? {
    guard let high = uint16(at: offset), let low = uint16(at: offset + 2) else { return nil }
    return high << 16 | low
  }

  /// Four characters; bytes that are not printable ASCII become question marks.
  func tag(at offset: Int) -> String? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return String(
      decoding: bytes[offset..<offset + 4].map { (0x20...0x7e).contains($0) ? $0 : 0x3f },
      as: UTF8.self)
  }
}
