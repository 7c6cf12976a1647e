/// A value for a parameter of a statement.
package enum QueueParameter: Sendable {
  case null
  case text(String)
  case integer(Int)
  case bytes([UInt8])
  case texts([String])
  case integers([Int])
  case byteArrays([[UInt8]])

  /// Whether ``encoded`` is PostgreSQL's binary format.
  var isBinary: Bool {
    if case .bytes = self { true } else { false }
  }

  /// The value in the text format, without the zero that ends it, or the bytes themselves; `nil` for NULL.
  ///
  /// The text format of arrays: PostgreSQL's documentation, 8.15.
  var encoded: [UInt8]? {
    switch self {
    case .null: return nil
    case .text(let text): return Array(text.utf8)
    case .integer(let number): return Array(String(number).utf8)
    case .bytes(let bytes): return bytes
    case .texts(let texts):
      var list = [UInt8(ascii: "{")]
      for (index, text) in texts.enumerated() {
        if index > 0 { list.append(UInt8(ascii: ",")) }
        list.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            list.append(UInt8(ascii: "\\"))
          }
          list.append(byte)
        }
        list.append(UInt8(ascii: "\""))
      }
      return list + [UInt8(ascii: "}")]
    case .integers(let numbers):
      return Array("{\(numbers.map(String.init).joined(separator: ","))}".utf8)
    case .byteArrays(let arrays):
      return Array("{\(arrays.map { "\"\\\\x\(hexadecimal($0))\"" }.joined(separator: ","))}".utf8)
    }
  }

  /// Whether a text can be stored: PostgreSQL's texts have no zero.
  var hasZero: Bool {
    switch self {
    case .text(let text): text.utf8.contains(0)
    case .texts(let texts): texts.contains { $0.utf8.contains(0) }
    case .null, .integer, .bytes, .integers, .byteArrays: false
    }
  }
}

/// Bytes as lower-case hexadecimal digits.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  text.reserveCapacity(bytes.count * 2)
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}
