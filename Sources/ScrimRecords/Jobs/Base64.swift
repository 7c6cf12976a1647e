import CCrypto

/// RFC 4648 base64 with padding, by libcrypto.
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> String {
    var text = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
    let count = EVP_EncodeBlock(&text, bytes, Int32(bytes.count))
    return String(decoding: text.prefix(Int(count)), as: UTF8.self)
  }

  /// - Returns: `nil` for text that is not the encoding of any bytes.
  package static func decode(_ text: Substring) -> [UInt8]? {
    let padding = text.reversed().prefix { $0 == "=" }.count
    guard !text.isEmpty, text.utf8.count % 4 == 0, padding <= 2 else { return nil }
    var bytes = [UInt8](repeating: 0, count: text.utf8.count / 4 * 3)
    let count = EVP_DecodeBlock(&bytes, Array(text.utf8), Int32(text.utf8.count))
    return count < 0 ? nil : Array(bytes.prefix(Int(count) - padding))
  }
}
