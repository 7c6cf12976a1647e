/// Tells formats apart by their first bytes, those too that can't be decoded, so that the error
/// names them.
enum ImageFormat {
  /// A format that can be decoded.
  case readable(any StoredImage.Type)
  /// A format that can't, and its name.
  case unreadable(String)
  /// Bytes of no known beginning.
  case unknown

  /// Looks at the first bytes.
  init(of bytes: ByteReader) {
    if bytes.has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], at: 0) {
      self = .readable(PNGFile.self)
    } else if bytes.has([0xff, 0xd8, 0xff], at: 0) {
      self = .readable(JPEGFile.self)
    } else if bytes.has("RIFF".utf8, at: 0), bytes.has("WEBP".utf8, at: 8) {
      self = .readable(WebPFile.self)
    } else if bytes.has("GIF8".utf8, at: 0) {
      self = .unreadable("GIF")
    } else if bytes.has("ftypavi".utf8, at: 4) {
      self = .unreadable("AVIF")
    } else if bytes.has("ftyphei".utf8, at: 4) || bytes.has("ftypmif1".utf8, at: 4) {
      self = .unreadable("HEIF")
    } else if bytes.has([0x49, 0x49, 0x2a, 0], at: 0) || bytes.has([0x4d, 0x4d, 0, 0x2a], at: 0) {
      self = .unreadable("TIFF")
    } else if bytes.has("<svg".utf8, at: 0) || bytes.has("<?xml".utf8, at: 0) {
      self = .unreadable("SVG")
    } else {
      self = .unknown
    }
  }
}
