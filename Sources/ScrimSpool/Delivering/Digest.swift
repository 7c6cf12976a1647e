import CCrypto
import Glibc
package import ScrimLinux
import SystemPackage

/// Incremental SHA-256.
package final class Digest {
  private let context: OpaquePointer

  /// - Throws: ``SystemError`` if libcrypto cannot allocate memory.
  package init() throws(SystemError) {
    guard let context = EVP_MD_CTX_new() else { throw Self.failure }
    self.context = context
    try Self.check(EVP_DigestInit_ex(context, EVP_sha256(), nil))
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  func add(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try Self.check(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
  }

  /// SHA-256 of a file's bytes, 64 hexadecimal digits.
  ///
  /// - Throws: ``SystemError``.
  package static func sha256(ofFile path: String) throws(SystemError) -> String {
    let file = try OwnedDescriptor.open(path, O_RDONLY | O_NONBLOCK)
    let digest = try Digest()
    try file.eachChunk(of: path) { (chunk) throws(SystemError) in
      try digest.add(chunk)
      return true
    }
    return try digest.finish()
  }

  /// SHA-256 of bytes in memory, 64 hexadecimal digits.
  ///
  /// - Throws: ``SystemError``.
  package static func sha256(of bytes: [UInt8]) throws(SystemError) -> String {
    let digest = try Digest()
    try digest.add(bytes)
    return try digest.finish()
  }

  /// The first bytes of the SHA-256 of bytes in memory.
  ///
  /// - Throws: ``SystemError``.
  package static func prefix(of bytes: [UInt8], bytes count: Int) throws(SystemError) -> ArraySlice<
    UInt8
  > {
    let digest = try Digest()
    try digest.add(bytes)
    return try digest.value().prefix(count)
  }

  package func add(_ bytes: [UInt8]) throws(SystemError) {
    try Self.check(EVP_DigestUpdate(context, bytes, bytes.count))
  }

  /// Returns the digest, 64 hexadecimal digits. Must be called only once.
  package func finish() throws(SystemError) -> String {
    let digits = Array("0123456789abcdef")
    return String(try value().flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Returns the digest, 32 bytes. Must be called only once.
  package func value() throws(SystemError) -> ArraySlice<UInt8> {
    var value = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    try Self.check(EVP_DigestFinal_ex(context, &value, &count))
    return value[..<Int(count)]
  }

  /// libcrypto's functions return 1 on success.
  private static func check(_ result: Int32) throws(SystemError) {
    guard result == 1 else { throw failure }
  }

  /// For SHA-256 of memory, only an allocation can fail.
  private static var failure: SystemError { SystemError(.noMemory, "compute a SHA-256 digest") }
}
