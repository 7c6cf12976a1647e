/// Why a font file cannot be used.
@_spi(Host) public struct FontFileError: Error, Hashable, Sendable {
  /// A sentence that does not name the file.
  public let message: String

  init(_ message: String) { self.message = message }
}
