extension Orientation {
  /// Reads the orientation of an Exif block (Exif 2.3 §4.6), which is a TIFF directory. There is
  /// none if the block says nothing sensible.
  ///
  /// - Parameter tiff: From its byte order mark on.
  init?(exif tiff: ByteReader) {
    let bigEndian = tiff.has([0x4d, 0x4d], at: 0)
    guard bigEndian || tiff.has([0x49, 0x49], at: 0),
      tiff.number(UInt16.self, at: 2, bigEndian: bigEndian) == 42,
      let directory = tiff.number(UInt32.self, at: 4, bigEndian: bigEndian),
      let entries = tiff.number(UInt16.self, at: Int(directory), bigEndian: bigEndian)
    else { return nil }
    for entry in 0..<Int(entries) {
      let at = Int(directory) + 2 + entry * 12
      guard let tag = tiff.number(UInt16.self, at: at, bigEndian: bigEndian) else { return nil }
      guard tag == 0x0112 else { continue }
      guard tiff.number(UInt16.self, at: at + 2, bigEndian: bigEndian) == 3,
        let value = tiff.number(UInt16.self, at: at + 8, bigEndian: bigEndian)
      else { return nil }
      self.init(rawValue: Int(value))
      return
    }
    return nil
  }
}
