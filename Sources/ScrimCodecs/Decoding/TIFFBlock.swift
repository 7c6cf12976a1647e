/// A TIFF block (TIFF 6.0 §2), as Exif and MPF are: a byte order mark, and directories of numbered entries.
struct TIFFBlock {
  private let bytes: UnsafeRawBufferPointer
  private let isBigEndian: Bool

  /// - Parameter bytes: The block from its byte order mark on; `nil` if it has none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    isBigEndian = bytes.starts(with: "MM".utf8)
    guard isBigEndian || bytes.starts(with: "II".utf8) else { return nil }
    self.bytes = bytes
    guard number(2, at: 2) == 42 else { return nil }
  }

  /// The offset of the first directory; `nil` if the block ends before it.
  var firstDirectory: Int? { number(4, at: 4) }

  /// An unsigned number of 2 or 4 bytes; `nil` outside the block.
  func number(_ size: Int, at offset: Int) -> Int? {
    bytes.number(size, at: offset, isBigEndian: isBigEndian)
  }

  /// The offset of a directory's first entry with a tag: tag and type of 2 bytes each, count and value of 4.
  func entry(_ tag: Int, in directory: Int) -> Int? {
    guard let count = number(2, at: directory) else { return nil }
    for index in 0..<count {
      let offset = directory + 2 + index * 12
      guard let found = number(2, at: offset) else { return nil }
      if found == tag { return offset }
    }
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// An unsigned number of up to 4 bytes; `nil` outside the buffer.
  func number(_ size: Int, at offset: Int, isBigEndian: Bool = true) -> Int? {
    guard offset <= count - size else { return nil }
    let bytes = self[offset..<offset + size]
    return isBigEndian
      ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The part of a buffer from an offset on, at most `count` bytes; empty outside the buffer.
  func part(from offset: Int, count: Int = .max) -> UnsafeRawBufferPointer {
    let rest = UnsafeRawBufferPointer(rebasing: dropFirst(offset))
    return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
  }
}
