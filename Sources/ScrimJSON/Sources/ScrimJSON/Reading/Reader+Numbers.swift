/// Numbers: the grammar of RFC 8259, §6, and the nearest double.
extension Reader {
  /// Records the number at the current position.
  mutating func number() throws(Diagnostic) {
    let start = offset
    let place = position
    let decimal = try decimal()
    // 10³⁰⁸ is less than the largest double.
    if decimal.magnitude > 308 {
      let text = String(decoding: bytes[start..<offset], as: UTF8.self)
      guard let value = Double(text), value.isFinite else {
        throw Diagnostic(
          code: "number-too-large", message: "\(shortened(text)) is too large for a number.",
          position: place)
      }
    }
    note(.number, from: start, at: place)
  }

  /// The nearest double of a number that has been read.
  static func number(_ entry: Tape.Entry, in bytes: [UInt8]) -> Double {
    var reader = Reader(bytes, limits: .standard)
    reader.offset = Int(entry.start)
    // The number has already been validated, so this does not fail.
    guard let decimal = try? reader.decimal() else { return 0 }
    if let exact = decimal.exact { return exact }
    let text = String(decoding: bytes[Int(entry.start)..<Int(entry.end)], as: UTF8.self)
    return Double(text) ?? 0
  }

  private mutating func decimal() throws(Diagnostic) -> Decimal {
    let place = position
    var decimal = Decimal(isNegative: take(UInt8(ascii: "-")))
    let leading = peek
    let whole = digits(into: &decimal)
    guard whole > 0 else {
      throw syntax("expected a digit after the minus sign, found \(found).")
    }
    if leading == UInt8(ascii: "0"), whole > 1 {
      throw syntax("a number has no leading zeros in JSON.", at: place)
    }
    decimal.magnitude = whole
    if take(UInt8(ascii: ".")) {
      let count = digits(into: &decimal)
      guard count > 0 else {
        throw syntax("expected a digit after the decimal point, found \(found).")
      }
      decimal.exponent = -count
    }
    if let sign = peek, sign | 0x20 == UInt8(ascii: "e") {
      offset += 1
      try exponent(of: &decimal)
    }
    return decimal
  }

  private mutating func exponent(of decimal: inout Decimal) throws(Diagnostic) {
    let isDown = take(UInt8(ascii: "-"))
    if !isDown { _ = take(UInt8(ascii: "+")) }
    let start = offset
    var exponent = 0
    while offset < bytes.count, case let digit = bytes[offset] &- UInt8(ascii: "0"), digit < 10 {
      exponent = min(exponent * 10 + Int(digit), 1_000_000_000)
      offset += 1
    }
    guard offset > start else {
      throw syntax("expected a digit in the exponent, found \(found).")
    }
    decimal.exponent += isDown ? -exponent : exponent
    decimal.magnitude += isDown ? 0 : exponent
  }

  /// Reads digits and returns their count.
  private mutating func digits(into decimal: inout Decimal) -> Int {
    let start = offset
    while offset < bytes.count, case let digit = bytes[offset] &- UInt8(ascii: "0"), digit < 10 {
      decimal.append(digit)
      offset += 1
    }
    return offset - start
  }
}

/// Digits and a power of ten. Most numbers in a job are exact in this form, without arbitrary-precision arithmetic.
private struct Decimal {
  private let isNegative: Bool
  private var mantissa: UInt64 = 0
  private var overflowed = false
  /// The power of ten that the mantissa is multiplied by.
  var exponent = 0
  /// The number is less than 10 to this power: the count of digits before the point plus a positive exponent.
  var magnitude = 0

  init(isNegative: Bool) {
    self.isNegative = isNegative
  }

  mutating func append(_ digit: UInt8) {
    guard mantissa < 1 << 53 else {
      overflowed = true
      return
    }
    mantissa = mantissa &* 10 &+ UInt64(digit)
  }

  /// The double, if digits and power are both exact as doubles, so that a single operation rounds once; otherwise
  /// `nil`.
  var exact: Double? {
    guard !overflowed, mantissa <= 1 << 53, -22...22 ~= exponent else { return nil }
    let power = Self.powers[abs(exponent)]
    let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
    return isNegative ? -value : value
  }

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
