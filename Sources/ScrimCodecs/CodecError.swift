/// Why an image cannot be decoded or encoded.
package struct CodecError: Error, Sendable, Hashable {
  /// The kind of the error, for programs.
  package struct Code: Sendable, Hashable {
    /// The code's name in reports, in kebab-case.
    package let name: String

    /// The bytes do not start like a supported image format.
    package static let unknownFormat = Code(name: "unknown-format")
    /// A known format or variant that this version does not support.
    package static let notAvailable = Code(name: "not-available")
    /// The file is incomplete.
    package static let truncated = Code(name: "truncated")
    /// The file violates the format's rules.
    package static let corrupt = Code(name: "corrupt")
    /// The image exceeds a limit.
    package static let tooLarge = Code(name: "too-large")
    /// Memory cannot be allocated: a system error or the worker's limit, not an error of the image.
    package static let memory = Code(name: "no-memory")
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
