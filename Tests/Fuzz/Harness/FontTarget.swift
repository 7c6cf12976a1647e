@_spi(Host) import ScrimKit

/// The font files of jobs: directory and tables, decompression, and the faces as FreeType opens them.
enum FontTarget {
  /// Small, so that many inputs are tried.
  private static let limit = 1 << 20

  static func run(_ bytes: UnsafeRawBufferPointer) -> Verdict {
    do throws(FontFileError) {
      let font = try FontFile(Array(bytes), limit: limit)
      require(font.bytes.count <= limit, "the limit is kept: \(font.bytes.count)")
      // A font that was accepted is accepted again.
      _ = try FontFile(font.bytes, limit: limit)
    } catch {
      require(error.message.hasSuffix("."), "a message is a sentence: \(error.message)")
      require(error.message.utf8.count < 1024, "a message fits a line: \(error.message)")
      require(
        !error.message.unicodeScalars.contains { $0.properties.generalCategory == .control },
        "messages have no control characters: \(error.message)")
    }
    return .interesting
  }
}
