extension [UInt8] {
  /// Appends the bytes in Base64 (RFC 4648 §4) to `text`.
  func appendBase64(to text: inout [UInt8]) {
    let digits = Array(
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    text.reserveCapacity(text.count + (count + 2) / 3 * 4 + 16)
    var index = 0
    while index < count {
      let left = count - index
      let bits =
        Int(self[index]) << 16 | (left > 1 ? Int(self[index + 1]) << 8 : 0)
        | (left > 2 ? Int(self[index + 2]) : 0)
      text.append(digits[bits >> 18])
      text.append(digits[bits >> 12 & 63])
      text.append(left > 1 ? digits[bits >> 6 & 63] : UInt8(ascii: "="))
      text.append(left > 2 ? digits[bits & 63] : UInt8(ascii: "="))
      index += 3
    }
  }
}
