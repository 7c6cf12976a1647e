internal import CCodecs

/// A JPEG (ITU T.81).
struct JPEGFile: StoredImage {
  let header: ImageHeader
  /// How many times smaller it is decoded.
  var reduction = Reduction.none
  /// Whether its samples are inks, whose means are other colours than the means of what they print.
  let hasInks: Bool

  /// Walks the segments up to the frame header (§B.2.2).
  init(of bytes: ByteReader) throws(CodecError) {
    var orientation = Orientation.upright
    var offset = 2
    while true {
      let marker = Self.nextMarker(in: bytes, from: &offset)
      guard marker != 0xd9, marker != 0xda else {
        throw CodecError(.corrupt, "The JPEG file is corrupt: it has no frame header.")
      }
      guard let marker,
        let length = bytes.number(UInt16.self, at: offset, bigEndian: true),
        let segment = bytes.part(offset..<offset + max(2, Int(length)))
      else { throw CodecError(.truncated, "The JPEG file ends in its header.") }
      offset += segment.count
      switch marker {
      case 0xc0, 0xc1, 0xc2, 0xc9, 0xca:
        let (width, height) = try Self.frameSize(segment)
        header = ImageHeader(
          kind: .jpeg, storedWidth: width, storedHeight: height, orientation: orientation)
        hasInks = segment.byte(at: 7).map { $0 > 3 } ?? true
        return
      case 0xc3, 0xc5...0xc7, 0xcb, 0xcd...0xcf:
        throw CodecError(
          .notAvailable,
          "Lossless and hierarchical JPEG are not available in this version: "
            + "save it as baseline or progressive JPEG, or as PNG.")
      case 0xe1:
        orientation = Self.orientation(of: segment) ?? orientation
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
    else { throw CodecError(.corrupt, "The JPEG file is corrupt: its header is invalid.") }
    guard precision == 8 else {
      throw CodecError(
        .notAvailable,
        "JPEG of \(precision) bits per sample is not available in this version: save it with 8.")
    }
    guard height > 0 else {
      throw CodecError(
        .notAvailable, "JPEG with its height after the image data (DNL) is not available.")
    }
    return (Int(width), Int(height))
  }

  /// The orientation that an APP1 segment tells, if it is Exif (Exif 2.3 §4.5.4).
  private static func orientation(of segment: ByteReader) -> Orientation? {
    guard segment.has(Array("Exif".utf8) + [0, 0], at: 2), segment.count > 8 else { return nil }
    return segment.part(8..<segment.count).flatMap { Orientation(exif: $0) }
  }

  func decode(_ bytes: UnsafeRawBufferPointer, into target: scrim_target) -> scrim_outcome {
    var outcome = scrim_outcome()
    scrim_jpeg_decode(
      bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count,
      UInt32(reduction.rawValue), target, &outcome)
    return outcome
  }
}
