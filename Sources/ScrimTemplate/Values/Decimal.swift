/// A number in decimal digits, as people write it.
struct Decimal {
  private(set) var isNegative: Bool
  /// Digits before the point, without leading zeros; `0` if there are none.
  private(set) var whole: String
  /// Digits after the point.
  private(set) var fraction: String

  /// The shortest decimal that is read as a double.
  init(_ number: Double) {
    self = Decimal(text: Value.text(of: number)) ?? Decimal(isNegative: false, "0", "")
  }

  /// Reads digits with a point and an exponent, all but the digits optional.
  ///
  /// - Parameter text: As in `-12.50` or `1e-07`; zeros at the end of the fraction stay.
  init?(text: String) {
    // Larger exponents than those of doubles are no numbers that people write.
    guard let number = Interpreter.number(text), number.isFinite else { return nil }
    var rest = Interpreter.trimmed(text, start: true, end: true)[...]
    let isNegative = rest.first == "-"
    if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
    let mantissa = rest.prefix { $0 != "e" && $0 != "E" }
    let exponent = Int(rest.dropFirst(mantissa.count + 1)) ?? 0
    guard exponent.magnitude <= 400 else { return nil }
    let parts = mantissa.split(separator: ".", omittingEmptySubsequences: false)
    var (whole, fraction) = (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    if exponent > 0 {
      fraction += String(repeating: "0", count: max(0, exponent - fraction.count))
      whole += fraction.prefix(exponent)
      fraction.removeFirst(exponent)
    } else if exponent < 0 {
      whole = String(repeating: "0", count: max(0, -exponent - whole.count)) + whole
      fraction = whole.suffix(-exponent) + fraction
      whole.removeLast(-exponent)
    }
    self.init(isNegative: isNegative, whole, fraction)
  }

  private init(isNegative: Bool, _ whole: String, _ fraction: String) {
    let digits = whole.drop { $0 == "0" }
    self.whole = digits.isEmpty ? "0" : String(digits)
    self.fraction = fraction
    // A zero has no sign.
    self.isNegative = isNegative && (whole + fraction).contains { $0 != "0" }
  }

  /// A hundred times the number, without zeros at the end of the fraction.
  var hundredfold: Decimal {
    let digits = fraction + String(repeating: "0", count: max(0, 2 - fraction.count))
    var rest = String(digits.dropFirst(2))
    while rest.last == "0" { rest.removeLast() }
    return Decimal(isNegative: isNegative, whole + digits.prefix(2), rest)
  }

  /// The number with so many digits after the point: halves are rounded away from zero, as on invoices, and by the
  /// decimal digits, so that 1.005 is 1.01.
  func rounded(to count: Int) -> Decimal {
    guard fraction.count > count else {
      return Decimal(
        isNegative: isNegative, whole,
        fraction + String(repeating: "0", count: count - fraction.count))
    }
    let isUp = fraction.dropFirst(count).first.map { $0 >= "5" } ?? false
    var digits = Array((whole + fraction.prefix(count)).utf8)
    if isUp {
      var index = digits.count - 1
      while index >= 0, digits[index] == UInt8(ascii: "9") {
        digits[index] = UInt8(ascii: "0")
        index -= 1
      }
      if index < 0 {
        digits.insert(UInt8(ascii: "1"), at: 0)
      } else {
        digits[index] += 1
      }
    }
    let text = String(decoding: digits, as: UTF8.self)
    return Decimal(isNegative: isNegative, String(text.dropLast(count)), String(text.suffix(count)))
  }

  /// Digits with a point.
  var text: String { (isNegative ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction) }
}
