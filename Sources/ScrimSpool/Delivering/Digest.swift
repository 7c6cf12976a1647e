import CCrypto

/// SHA-256, taken while bytes pass by.
final class Digest {
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

  /// 64 hexadecimal digits. To be called once.
  func finish() -> String {
    var value = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    EVP_DigestFinal_ex(context, &value, &count)
    let digits = Array("0123456789abcdef")
    return String(value[..<Int(count)].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
