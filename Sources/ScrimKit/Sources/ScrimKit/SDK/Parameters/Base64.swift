extension [UInt8] {
  /// Decodes Base64 (RFC 4648 §4), in which white space does not count and padding may be missing; `nil` if there is
  /// another character, or a digit too many.
  ///
  /// - Parameter text: ASCII.
  public init?(base64 text: some Sequence<UInt8>) {
    self = []
    var (bits, count, digits) = (UInt32(0), UInt32(0), 0)
    var isPadded = false
    for byte in text {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        isPadded = true
        continue
      case 9, 10, 13, 32: continue
      default: return nil
      }
      guard !isPadded else { return nil }
      digits += 1
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        append(UInt8(truncatingIfNeeded: bits >> count))
      }
    }
    guard digits % 4 != 1 else { return nil }
  }
}
