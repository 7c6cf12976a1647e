/// Random lower-case letters and digits, 5 bits each, from the system's generator. Of one length, names of greater
/// numbers sort behind those of smaller ones.
package enum RandomName {
  private static let alphabet = Array("234567abcdefghijklmnopqrstuvwxyz".utf8)

  package static func make(characters: Int) -> String {
    String(decoding: bytes(characters), as: UTF8.self)
  }

  /// The same as bytes.
  package static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count)] }
  }

  /// The name of a number.
  ///
  /// - Parameters:
  ///   - number: Its lowest 5 bits per character.
  ///   - count: Characters.
  /// - Returns: Its bytes.
  package static func bytes(of number: some FixedWidthInteger, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { alphabet[Int(truncatingIfNeeded: number >> (5 * $0)) & 31] }
  }

  /// The number of which these characters are the name.
  package static func number<Number: FixedWidthInteger>(of bytes: some Sequence<UInt8>) -> Number {
    bytes.reduce(0) { number, byte in
      let digit =
        byte < UInt8(ascii: "a") ? byte &- UInt8(ascii: "2") : byte &- UInt8(ascii: "a") &+ 6
      return number << 5 | Number(truncatingIfNeeded: digit & 31)
    }
  }

  /// Whether a byte is one of the characters of such names.
  package static func contains(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
      || (UInt8(ascii: "2")...UInt8(ascii: "7")).contains(byte)
  }
}
