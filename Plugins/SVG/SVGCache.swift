import ScrimKit
import Synchronization

/// The SVG of a content, which is read once for its size, its extent and its drawing.
final class SVGCache: Sendable {
  private struct Entry {
    let bytes: [UInt8]
    let color: Color
    let language: String?
    let image: SVGImage
  }

  private let entry = Mutex<Entry?>(nil)

  /// - Parameters:
  ///   - bytes: The SVG.
  ///   - color: That of `currentColor`.
  ///   - language: That of the reader.
  ///   - read: Reads it if it is another than before.
  /// - Returns: The SVG.
  /// - Throws: Errors of `read`.
  func image(
    of bytes: [UInt8], _ color: Color, _ language: String?,
    _ read: () throws(EffectError) -> SVGImage
  ) throws(EffectError) -> SVGImage {
    if let known = entry.withLock({ $0 }), known.bytes == bytes, known.color == color,
      known.language == language
    {
      return known.image
    }
    let image = try read()
    entry.withLock { $0 = Entry(bytes: bytes, color: color, language: language, image: image) }
    return image
  }
}
