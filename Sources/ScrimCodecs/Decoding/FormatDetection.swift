extension ImageHeader.Kind {
  /// Formats that cannot be decoded but are named in the error.
  private static let unreadable: [(name: String, offset: Int, bytes: [UInt8])] = [
    ("GIF", 0, Array("GIF8".utf8)), ("AVIF", 4, Array("ftypavi".utf8)),
    ("HEIF", 4, Array("ftyphei".utf8)), ("HEIF", 4, Array("ftypmif1".utf8)),
    ("TIFF", 0, [0x49, 0x49, 0x2a, 0]), ("TIFF", 0, [0x4d, 0x4d, 0, 0x2a]),
    ("SVG", 0, Array("<svg".utf8)), ("SVG", 0, Array("<?xml".utf8)),
  ]

  /// Detects a format by the first bytes of a file.
  ///
  /// - Throws: `CodecError` for formats other than PNG, JPEG and WebP.
  init(of file: UnsafeRawBufferPointer) throws(CodecError) {
    if file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
      self = .png
    } else if file.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if file.starts(with: "RIFF".utf8), file.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else if let other = Self.unreadable.first(where: {
      file.dropFirst($0.offset).starts(with: $0.bytes)
    }) {
      throw CodecError(
        .notAvailable, "\(other.name) is not available in this version: use PNG, JPEG or WebP.")
    } else {
      throw CodecError(
        .unknownFormat, file.isEmpty ? "The file is empty." : "Not a PNG, JPEG or WebP file.")
    }
  }
}
