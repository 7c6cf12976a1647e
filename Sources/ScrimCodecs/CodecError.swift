/// Why an image cannot be decoded or encoded.
package struct CodecError: Error, Sendable, Hashable {
  /// The kind of the error, for programs.
  package enum Code: Sendable, Hashable {
    /// The bytes do not start like a supported image format.
    case unknownFormat
    /// A known format or variant that this version does not support.
    case notAvailable
    /// The file is incomplete.
    case truncated
    /// The file violates the format's rules.
    case corrupt
    /// The image exceeds a limit.
    case tooLarge
    /// Memory cannot be allocated: a system error or the worker's limit, not an error of the image.
    case memory
  }

  /// The kind of the error, for programs.
  package let code: Code
  /// The message: a complete sentence without file name or position.
  package let message: String

  /// Creates an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
