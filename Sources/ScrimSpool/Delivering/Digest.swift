import CCrypto
import Glibc
package import ScrimLinux
import SystemPackage

/// SHA-256, taken while bytes pass by.
package final class Digest {
  private let context = EVP_MD_CTX_new()

  init() {
    EVP_DigestInit_ex(context, EVP_sha256(), nil)
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  func add(_ bytes: UnsafeRawBufferPointer) {
    EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
  }

  /// The digest of a file's bytes, 64 hexadecimal digits.
  ///
  /// - Throws: ``SystemError``.
  package static func sha256(ofFile path: String) throws(SystemError) -> String {
    let file = OwnedDescriptor(
      owning: try check(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), "open \(path)"))
    let digest = Digest()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(file.raw, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      try check(count, "read \(path)")
      guard count > 0 else { return digest.finish() }
      chunk.withUnsafeBytes { digest.add(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
  }

  /// 64 hexadecimal digits. To be called once.
  func finish() -> String {
    var value = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    EVP_DigestFinal_ex(context, &value, &count)
    let digits = Array("0123456789abcdef")
    return String(value[..<Int(count)].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
