import CCrypto
import Glibc
package import ScrimDocument
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

  package func add(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try Self.check(EVP_DigestUpdate(context, bytes.baseAddress, bytes.count))
  }

  /// SHA-256 of a file's bytes, 64 hexadecimal digits.
  ///
  /// - Throws: ``SystemError``.
  package static func sha256(ofFile path: String) throws(SystemError) -> String {
    try sha256(of: OwnedDescriptor.open(path, O_RDONLY | O_NONBLOCK), named: path)
  }

  /// SHA-256 of an open file's bytes, 64 hexadecimal digits.
  ///
  /// - Throws: ``SystemError``.
  package static func sha256(
    of file: OwnedDescriptor, named name: String
  ) throws(SystemError) -> String {
    let digest = try Digest()
    try file.eachChunk(of: name) { (chunk) throws(SystemError) in
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

extension Digest {
  /// SHA-256 of what a bundle shows: the names and contents of its files without `submission.json`.
  ///
  /// - Throws: ``SystemError``.
  package static func sha256(ofBundle bundle: Folder) throws(SystemError) -> String {
    let digest = try Digest()
    try digest.add(bundle, path: "")
    return try digest.finish()
  }

  /// SHA-256 of some files and folders of a bundle, with their names.
  ///
  /// - Throws: ``SystemError``.
  package static func sha256(of bundle: Folder, only names: [String]) throws(SystemError) -> String
  {
    let digest = try Digest()
    try digest.add(bundle, path: "", only: names)
    return try digest.finish()
  }

  private func add(
    _ folder: Folder, path: String, only names: [String]? = nil
  ) throws(SystemError) {
    let all = if let names { names } else { try folder.names() }
    for name in all.sorted() {
      let place = path + name
      guard place != BundleFile.options, let about = try folder.status(of: name) else {
        continue
      }
      if FileKind(about) == .folder {
        try add(try folder.folder(name), path: "\(place)/")
      } else {
        // The size separates a file's bytes from the next name.
        try add(Array("\(place)\0\(about.st_size)\0".utf8))
        let file = try folder.open(name, O_RDONLY | O_NONBLOCK)
        try file.eachChunk(of: place) { (chunk) throws(SystemError) in
          try add(chunk)
          return true
        }
      }
    }
  }
}

extension Hashing {
  /// By libcrypto.
  package static let sha256 = Hashing(
    file: { try Digest.sha256(ofFile: $0) }, open: { try Digest.sha256(of: $0, named: "a file") },
    bytes: { try Digest.sha256(of: $0) })
}
