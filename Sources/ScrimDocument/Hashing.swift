package import ScrimLinux

/// SHA-256 of files and bytes, for modules that do not link libcrypto: hexadecimal digits.
package struct Hashing: Sendable {
  package let file: @Sendable (String) throws -> String
  package let open: @Sendable (OwnedDescriptor) throws -> String
  package let bytes: @Sendable ([UInt8]) throws -> String

  /// - Parameters:
  ///   - file: The digest of a file, by its path.
  ///   - open: The digest of an open file, from its beginning.
  ///   - bytes: The digest of bytes.
  package init(
    file: @escaping @Sendable (String) throws -> String,
    open: @escaping @Sendable (OwnedDescriptor) throws -> String,
    bytes: @escaping @Sendable ([UInt8]) throws -> String
  ) {
    self.file = file
    self.open = open
    self.bytes = bytes
  }
}
