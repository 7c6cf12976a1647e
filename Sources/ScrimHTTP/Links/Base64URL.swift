import ScrimRecords

/// RFC 4648 base64url without padding.
package enum Base64URL {
  /// - Returns: `nil` for text that is not the encoding of any bytes: with padding, other characters, or bits that
  ///   are left over.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    guard !text.isEmpty else { return [] }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    let standard = text.utf8.map { (byte: UInt8) -> UInt8 in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    let bytes = Base64.decode(String(decoding: standard, as: UTF8.self)[...] + padding)
    // One text for the same bytes: libcrypto skips spaces and ignores bits that are left over.
    return bytes.flatMap { encode($0).utf8.elementsEqual(text.utf8) ? $0 : nil }
  }

  package static func encode(_ bytes: [UInt8]) -> String {
    let text = Base64.encode(bytes).utf8.compactMap { (byte: UInt8) -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
