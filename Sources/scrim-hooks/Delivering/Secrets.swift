import CCrypto
import ScrimRecords
import ScrimService

/// The secrets that sign an endpoint's requests, as in Standard Webhooks: `whsec_` and at least 24 bytes in base64.
/// While a secret is replaced, the file has both, one per line, and requests are signed with both.
struct Secrets: Sendable {
  private let keys: [[UInt8]]

  /// - Throws: `SecretFile.Unusable`.
  init(file: String) throws(SecretFile.Unusable) {
    keys = try SecretFile.read(file, expecting: "whsec_ and 24 to 64 bytes in base64") { line in
      guard line.hasPrefix("whsec_"), let key = Base64.decode(line.dropFirst(6)),
        (24...64).contains(key.count)
      else { return nil }
      return key
    }
  }

  /// The value of the header `webhook-signature`: HMAC-SHA-256 of `ID.SECONDS.BODY` for each secret.
  ///
  /// - Parameters:
  ///   - id: The idempotency key.
  ///   - seconds: The value of `webhook-timestamp`, seconds since 1970.
  ///   - body: The body of the request.
  /// - Returns: `v1,` and base64 for each, separated by spaces.
  func signature(id: String, seconds: Int, body: [UInt8]) -> String {
    let content = Array("\(id).\(seconds).".utf8) + body
    return keys.map { key in
      var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
      var count: UInt32 = 0
      HMAC(EVP_sha256(), key, Int32(key.count), content, content.count, &digest, &count)
      return "v1,\(Base64.encode(Array(digest.prefix(Int(count)))))"
    }.joined(separator: " ")
  }
}
