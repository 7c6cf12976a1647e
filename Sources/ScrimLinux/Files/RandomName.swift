/// Random lower-case letters and digits, 5 bits each, from the system's generator.
package enum RandomName {
  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  package static func make(characters: Int) -> String {
    String(decoding: bytes(characters), as: UTF8.self)
  }

  /// The same as bytes.
  package static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] }
  }

  /// Whether a byte is one of the characters of such names.
  package static func contains(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
  }
}
