extension ImageHeader {
  /// Walks the segments up to the frame header (ITU T.81 §B.2.2).
  ///
  /// - Parameter bytes: The file from its SOI marker on.
  /// - Throws: `CodecError` if there is no frame header, or one of a kind that isn't decoded.
  init(jpeg bytes: ByteReader) throws(CodecError) {
    var orientation = Orientation.upright
    var offset = 2
    while true {
      guard let marker = Self.nextMarker(in: bytes, from: &offset),
        let length = bytes.number(UInt16.self, at: offset, bigEndian: true),
        let segment = bytes.part(offset..<offset + max(2, Int(length)))
      else { throw CodecError(.truncated, "The JPEG file ends in its header.") }
      offset += segment.count
      switch marker {
      case 0xc0, 0xc1, 0xc2, 0xc9, 0xca:
        (storedWidth, storedHeight) = try Self.frameSize(segment)
        kind = .jpeg
        self.orientation = orientation
        return
      case 0xc3, 0xc5...0xc7, 0xcb, 0xcd...0xcf:
        throw CodecError(
          .notAvailable,
          "Lossless and hierarchical JPEG are not available in this version: "
            + "save it as baseline or progressive JPEG, or as PNG.")
      case 0xe1:
        orientation = Orientation(exif: segment) ?? orientation
      case 0xd9, 0xda:
        throw CodecError(.corrupt, "The JPEG file is corrupt: it has no frame header.")
      default: break
      }
    }
  }

  /// Finds the next marker that has a segment, over fill bytes and what some cameras leave between.
  private static func nextMarker(in bytes: ByteReader, from offset: inout Int) -> UInt8? {
    while let byte = bytes.byte(at: offset), let next = bytes.byte(at: offset + 1) {
      let standsAlone = next == 0 || next == 1 || next == 0xff || (0xd0...0xd8).contains(next)
      if byte == 0xff, !standsAlone {
        offset += 2
        return next
      }
      offset += 1
    }
    return nil
  }

  private static func frameSize(_ segment: ByteReader) throws(CodecError) -> (Int, Int) {
    guard let precision = segment.byte(at: 2),
      let height = segment.number(UInt16.self, at: 3, bigEndian: true),
      let width = segment.number(UInt16.self, at: 5, bigEndian: true), width > 0
    else { throw CodecError(.corrupt, "The JPEG file is corrupt: its header makes no sense.") }
    guard precision == 8 else {
      throw CodecError(
        .notAvailable,
        "JPEG of \(precision) bits a sample is not available in this version: save it with 8.")
    }
    guard height > 0 else {
      throw CodecError(
        .notAvailable, "JPEG with its height after the picture (DNL) is not available.")
    }
    return (Int(width), Int(height))
  }
}

extension Orientation {
  /// Reads the orientation of an APP1 segment (Exif 2.3 §4.6): a TIFF directory behind a name.
  /// There is none if the segment is no Exif or says nothing sensible.
  ///
  /// - Parameter segment: From its length field on.
  init?(exif segment: ByteReader) {
    guard segment.has(Array("Exif".utf8) + [0, 0], at: 2), segment.count > 16,
      let tiff = segment.part(8..<segment.count)
    else { return nil }
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
