/// Numbers: the grammar of RFC 8259, §6, and the nearest double.
extension Reader {
  /// The number that begins at the current place, with the text it was written as.
  mutating func number() throws(Problem) -> (Double, text: String) {
    let start = offset
    let place = position
    let negative = take(UInt8(ascii: "-"))
    var decimal = Decimal()
    let leading = peek
    guard digits({ decimal.append($0, fraction: false) }) > 0 else {
      throw syntax("expected a digit after the minus sign, found \(found).")
    }
    if leading == UInt8(ascii: "0"), offset - start > (negative ? 2 : 1) {
      throw syntax("a number has no leading zeros in JSON.", at: place)
    }
    if take(UInt8(ascii: ".")) {
      guard digits({ decimal.append($0, fraction: true) }) > 0 else {
        throw syntax("expected a digit after the point, found \(found).")
      }
    }
    if let sign = peek, sign | 0x20 == UInt8(ascii: "e") {
      offset += 1
      let down = take(UInt8(ascii: "-"))
      if !down { _ = take(UInt8(ascii: "+")) }
      var exponent = 0
      let count = digits { exponent = min(exponent * 10 + Int($0), 100_000) }
      guard count > 0 else {
        throw syntax("expected a digit in the exponent, found \(found).")
      }
      decimal.exponent += down ? -exponent : exponent
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if let exact = decimal.exact { return (negative ? -exact : exact, text) }
    guard let value = Double(text), value.isFinite else {
      throw Problem(
        code: "number-too-large", message: "\(shortened(text)) is too large for a number.",
        position: place)
    }
    return (value, text)
  }

  /// Reads digits and returns how many there were.
  private mutating func digits(_ use: (UInt8) -> Void) -> Int {
    let start = offset
    while offset < bytes.count, case let digit = bytes[offset] &- UInt8(ascii: "0"), digit < 10 {
      use(digit)
      offset += 1
    }
    return offset - start
  }
}

/// Digits and a power of ten: most numbers of a job are exact in it, without a long division.
private struct Decimal {
  private var mantissa: UInt64 = 0
  private var overflowed = false
  var exponent = 0

  mutating func append(_ digit: UInt8, fraction: Bool) {
    guard mantissa < 1 << 53 else {
      overflowed = true
      return
    }
    mantissa = mantissa * 10 + UInt64(digit)
    if fraction { exponent -= 1 }
  }

  /// The double, if digits and power are both exact as doubles, so that one operation rounds once.
  var exact: Double? {
    guard !overflowed, mantissa <= 1 << 53, -22...22 ~= exponent else { return nil }
    let power = Self.powers[abs(exponent)]
    return exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
