import CCrypto
import ScrimJSON
package import ScrimLinux
import SystemPackage

/// A key of Ed25519 (RFC 8032), in PEM as `openssl genpkey -algorithm ed25519` writes it, by libcrypto.
package struct Ed25519: ~Copyable {
  /// What a file of keys has.
  package enum Kind: Sendable {
    case privateKey, publicKey

    var expectation: String {
      switch self {
      case .privateKey: "a private key in PEM, as openssl genpkey -algorithm ed25519 writes it"
      case .publicKey: "a public key in PEM, as openssl pkey -pubout writes it"
      }
    }
  }

  /// Why a file is not a key: the end of a sentence.
  package struct Unusable: Error, CustomStringConvertible {
    package let description: String
  }

  /// Bytes of a signature.
  package static let signatureBytes = 64

  private let key: OpaquePointer

  /// Reads a key.
  ///
  /// - Parameters:
  ///   - pem: A file's bytes.
  ///   - kind: What it must have.
  /// - Throws: ``Unusable``.
  package init(_ pem: [UInt8], _ kind: Kind) throws(Unusable) {
    let bio = BIO_new_mem_buf(pem, Int32(clamping: pem.count))
    defer { BIO_free(bio) }
    let read =
      // Without a callback libcrypto asks for a passphrase on the terminal.
      switch kind {
      case .privateKey: PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil)
      case .publicKey: PEM_read_bio_PUBKEY(bio, nil, { _, _, _, _ in -1 }, nil)
      }
    guard let read else {
      let text = String(decoding: pem, as: UTF8.self)
      let reason =
        text.contains("ENCRYPTED")
        ? "has a passphrase: expected"
        : text.contains("OPENSSH") ? "is a key of OpenSSH: expected" : "is not a key: expected"
      throw Unusable(description: "\(reason) \(kind.expectation).")
    }
    guard EVP_PKEY_get_id(read) == EVP_PKEY_ED25519 else {
      EVP_PKEY_free(read)
      throw Unusable(description: "is a key of another algorithm: expected \(kind.expectation).")
    }
    key = read
  }

  deinit {
    EVP_PKEY_free(key)
  }

  /// The public key, 32 bytes.
  package var publicKey: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    var count = bytes.count
    EVP_PKEY_get_raw_public_key(key, &bytes, &count)
    return bytes
  }

  /// Signs bytes with a private key. Equal bytes have equal signatures.
  ///
  /// - Returns: 64 bytes.
  /// - Throws: `SystemError` if libcrypto cannot allocate memory.
  package func signature(of bytes: [UInt8]) throws(SystemError) -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: Self.signatureBytes)
    var count = signature.count
    guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
      EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1
    else { throw SystemError(.noMemory, "sign") }
    return signature
  }

  /// Whether a signature is that of some bytes by this key.
  package func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    return EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1
      && EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
  }
}
