internal import Glibc

/// A part of an image file that no output has, since only the pixels of its first image are drawn.
package enum DroppedPart: String, Sendable, Hashable, CaseIterable {
  /// A C2PA manifest (Content Credentials), embedded or remote.
  case credentials = "c2pa"
  /// A position by satellite, in Exif or XMP.
  case position = "gps"
  /// A gain map: of Ultra HDR, ISO 21496-1, Apple or Android.
  case gainMap = "gain-map"
  /// Frames after the first one.
  case animation
  /// The video of a motion photo.
  case video

  /// Finds the parts of a file. Damage ends the search; it is an error of decoding.
  ///
  /// Metadata is read where the formats' specifications place it, but not what is compressed (zTXt of PNG).
  ///
  /// - Parameters:
  ///   - file: The complete file.
  ///   - kind: Its format.
  /// - Returns: The parts, each once, in the order of the cases.
  package static func all(
    in file: UnsafeRawBufferPointer, of kind: ImageHeader.Kind
  ) -> [DroppedPart] {
    var finder = DroppedPartFinder()
    switch kind {
    case .png: finder.visitPNG(file)
    case .jpeg: finder.visitJPEG(file)
    case .webp: finder.visitWebP(file)
    }
    return allCases.filter(finder.found.contains)
  }
}

/// Walks through the segments or chunks of a file.
private struct DroppedPartFinder {
  private(set) var found: Set<DroppedPart> = []
  private var hasMPF = false
  /// Of the images that MPF lists: their number and the bytes of each that are searched.
  private static let (mostImages, mostBytes) = (16, 1 << 20)

  /// JPEG (ITU-T T.81 §B): the segments before the first scan.
  ///
  /// - Parameters:
  ///   - file: The image from its SOI on.
  ///   - isFirst: Whether it is the file's first image. Others, which MPF lists, have gain maps.
  mutating func visitJPEG(_ file: UnsafeRawBufferPointer, isFirst: Bool = true) {
    var offset = 2
    while true {
      // Like libjpeg: bytes between segments are skipped, and fill bytes.
      while offset < file.count, file[offset] != 0xff { offset += 1 }
      while offset < file.count, file[offset] == 0xff { offset += 1 }
      guard offset < file.count else { return }
      let marker = file[offset]
      offset += 1
      switch marker {
      // An escaped 0xff; TEM and restart markers, which have no length.
      case 0, 0x01, 0xd0...0xd7: continue
      // EOI and SOS.
      case 0xd9, 0xda: return
      default: break
      }
      guard let length = file.number(2, at: offset), length >= 2, offset + length <= file.count
      else { return }
      let data = file.part(from: offset + 2, count: length - 2)
      switch marker {
      case 0xe1: visitAPP1(data)
      case 0xe2 where data.starts(with: "urn:iso:std:iso:ts:21496:-1".utf8):
        found.insert(.gainMap)
      case 0xe2 where isFirst && !hasMPF && data.starts(with: [0x4d, 0x50, 0x46, 0]):
        hasMPF = true
        visitMPF(file.part(from: offset + 6), length: length - 6)
      // JPEG XT (ISO/IEC 18477-3 §B): "JP", the box's instance and the packet's number.
      case 0xeb where data.starts(with: "JP".utf8): visitJUMBF(data.part(from: 8))
      default: break
      }
      offset += length
    }
  }

  private mutating func visitAPP1(_ data: UnsafeRawBufferPointer) {
    if data.starts(with: [0x45, 0x78, 0x69, 0x66, 0, 0]) {
      visitExif(data.part(from: 6))
    } else if data.starts(with: "http://ns.adobe.com/".utf8) {
      // XMP, or a packet of extended XMP.
      visitXMP(data)
    }
  }

  /// PNG (W3C PNG, third edition): all chunks.
  mutating func visitPNG(_ file: UnsafeRawBufferPointer) {
    var offset = 8
    while let length = file.number(4, at: offset), offset + 12 + length <= file.count {
      let data = file.part(from: offset + 8, count: length)
      switch file.part(from: offset + 4, count: 4).text {
      case "caBX": visitJUMBF(data)
      case "eXIf": visitExif(data)
      case "iTXt" where data.starts(with: "XML:com.adobe.xmp".utf8): visitXMP(data)
      case "acTL" where data.number(4, at: 0) ?? 0 > 1: found.insert(.animation)
      case "gdAT": found.insert(.gainMap)
      case "IEND": return
      default: break
      }
      offset += 12 + length
    }
  }

  /// WebP (RFC 9649): all chunks of the file.
  mutating func visitWebP(_ file: UnsafeRawBufferPointer) {
    var (offset, frames) = (12, 0)
    while let length = file.number(4, at: offset + 4, isBigEndian: false) {
      let data = file.part(from: offset + 8, count: length)
      switch file.part(from: offset, count: 4).text {
      case "C2PA": found.insert(.credentials)
      case "EXIF": visitExif(data.starts(with: "Exif".utf8) ? data.part(from: 6) : data)
      case "XMP ": visitXMP(data)
      case "ANMF":
        frames += 1
        if frames > 1 { found.insert(.animation) }
      default: break
      }
      offset += 8 + length + length % 2
    }
  }

  /// A JUMBF box (ISO/IEC 19566-5 §A) whose description has the type of a C2PA manifest store (C2PA 2.1 §11.1.4.2).
  private mutating func visitJUMBF(_ box: UnsafeRawBufferPointer) {
    guard box.part(from: 4, count: 4).text == "jumb", let length = box.number(4, at: 0) else {
      return
    }
    // A length of 1 precedes one of 8 bytes.
    let description = box.part(from: length == 1 ? 16 : 8)
    let type: [UInt8] =
      Array("c2pa".utf8) + [0, 0x11, 0, 0x10, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71]
    if description.part(from: 4, count: 4).text == "jumd",
      description.part(from: 8).starts(with: type)
    {
      found.insert(.credentials)
    }
  }

  /// Exif 2.3 §4.6.6: a latitude or longitude; cameras without reception write the version only.
  private mutating func visitExif(_ bytes: UnsafeRawBufferPointer) {
    guard let block = TIFFBlock(bytes), let first = block.firstDirectory,
      let pointer = block.entry(0x8825, in: first), let gps = block.number(4, at: pointer + 8)
    else { return }
    if block.entry(2, in: gps) != nil || block.entry(4, in: gps) != nil { found.insert(.position) }
  }

  private mutating func visitXMP(_ packet: UnsafeRawBufferPointer) {
    for (part, names) in Self.namesInXMP where names.contains(where: packet.contains) {
      found.insert(part)
    }
  }

  private static let namesInXMP: [(part: DroppedPart, names: [String])] = [
    // The address of a remote manifest (C2PA 2.1 §11.5).
    (.credentials, ["dcterms:provenance"]), (.position, ["exif:GPSLatitude", "exif:GPSLongitude"]),
    (
      .gainMap,
      [
        "http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.apple.com/HDRGainMap/1.0/",
        "aux:hdrgainmap",
      ]
    ),
    (.video, [":MotionPhoto=\"1\"", ":MotionPhoto>1<", ":MicroVideo=\"1\"", ":MicroVideo>1<"]),
  ]

  /// CIPA DC-007 §5.2: the images after the first one, at offsets from the block's beginning.
  ///
  /// - Parameters:
  ///   - block: The file from the byte order mark of the segment on.
  ///   - length: That of the segment.
  private mutating func visitMPF(_ block: UnsafeRawBufferPointer, length: Int) {
    guard let index = TIFFBlock(block.part(from: 0, count: length)),
      let first = index.firstDirectory, let list = index.entry(0xb002, in: first),
      let size = index.number(4, at: list + 4), let entries = index.number(4, at: list + 8)
    else { return }
    for entry in 0..<min(size / 16, Self.mostImages) {
      guard let count = index.number(4, at: entries + entry * 16 + 4),
        let offset = index.number(4, at: entries + entry * 16 + 8)
      else { return }
      // The first image has the offset 0.
      if offset > 0 {
        visitJPEG(block.part(from: offset, count: min(count, Self.mostBytes)), isFirst: false)
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }

  fileprivate func contains(_ text: String) -> Bool {
    guard let baseAddress else { return false }
    let name = Array(text.utf8)
    var start = 0
    while start + name.count <= count,
      let found = memchr(baseAddress + start, Int32(name[0]), count - name.count + 1 - start)
    {
      if memcmp(found, name, name.count) == 0 { return true }
      start = UnsafeRawPointer(found) - baseAddress + 1
    }
    return false
  }
}
