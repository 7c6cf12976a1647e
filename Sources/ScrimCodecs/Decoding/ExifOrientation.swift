extension Orientation {
  /// Reads the orientation of an Exif block (Exif 2.3 §4.6), which is a TIFF directory; `nil` if there is none
  /// or the block is invalid.
  ///
  /// - Parameter tiff: The block from its byte order mark on.
  init?(exif tiff: UnsafeRawBufferPointer) {
    let isBigEndian = tiff.starts(with: "MM".utf8)
    guard isBigEndian || tiff.starts(with: "II".utf8) else { return nil }
    func number(_ size: Int, at offset: Int) -> Int? {
      guard offset <= tiff.count - size else { return nil }
      let bytes = tiff[offset..<offset + size]
      return isBigEndian
        ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, at: 2) == 42, let directory = number(4, at: 4),
      let count = number(2, at: directory)
    else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + entry * 12
      guard let tag = number(2, at: offset) else { return nil }
      guard tag == 0x0112 else { continue }
      guard number(2, at: offset + 2) == 3, let value = number(2, at: offset + 8) else {
        return nil
      }
      self.init(rawValue: value)
      return
    }
    return nil
  }
}
