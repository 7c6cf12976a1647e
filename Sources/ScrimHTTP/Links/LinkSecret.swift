import CCrypto
package import ScrimService

/// A secret that signs links: a line of text, whose bytes are the key of the HMAC.
package struct LinkSecret: Sendable, Hashable {
  private let bytes: [UInt8]

  /// Lengths in bytes.
  package static let lengths = 32...128

  /// - Returns: `nil` for text of another length, or with other characters than visible ASCII.
  package init?(_ text: some StringProtocol) {
    guard Self.lengths.contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    bytes = Array(text.utf8)
  }

  /// The secrets of a file.
  ///
  /// - Throws: `SecretFile.Unusable`.
  package static func read(_ file: String) throws(SecretFile.Unusable) -> [LinkSecret] {
    let (least, most) = (lengths.lowerBound, lengths.upperBound)
    return try SecretFile.read(
      file, expecting: "\(least) to \(most) letters, digits or signs of ASCII",
      parse: LinkSecret.init)
  }

  /// HMAC-SHA-256 of a link's path, 32 bytes.
  package func signature(of path: some StringProtocol) -> [UInt8] {
    let content = Array(path.utf8)
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    HMAC(EVP_sha256(), bytes, Int32(bytes.count), content, content.count, &digest, &count)
    return Array(digest.prefix(Int(count)))
  }

  /// Whether a client has sent this secret, in a time that does not depend on where the two differ.
  package func isEqual(to token: [UInt8]) -> Bool {
    bytes.count == token.count && CRYPTO_memcmp(bytes, token, token.count) == 0
  }

  /// Whether this secret gave a signature, in a time that does not depend on where the two differ.
  package func matches(_ signature: [UInt8], of path: some StringProtocol) -> Bool {
    let expected = self.signature(of: path)
    guard expected.count == signature.count else { return false }
    return CRYPTO_memcmp(expected, signature, expected.count) == 0
  }
}
