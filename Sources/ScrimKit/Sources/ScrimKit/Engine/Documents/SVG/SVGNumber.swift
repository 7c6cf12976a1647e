/// Formats numbers for SVG: decimal, with limited digits and without trailing zeros.
enum SVGNumber {
  /// Maximum magnitude; beyond it readers are not exact.
  private static let limit = 1e12

  /// Formats a number for an attribute: "0.5".
  ///
  /// - Parameters:
  ///   - value: The number; NaN becomes 0.
  ///   - decimals: Maximum number of decimals.
  /// - Returns: The number, with a 0 before the point if its integer part is 0.
  static func text(_ value: Double, decimals: Int = 3) -> String {
    var text: [UInt8] = []
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    append(units(value, of: unit), unit: unit, keepsZero: true, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// A value as an integer multiple of 1/`count`.
  static func units(_ value: Double, of count: Int) -> Int {
    guard !value.isNaN else { return 0 }
    return Int((max(-limit, min(limit, value * Double(count)))).rounded())
  }

  /// Appends a number.
  ///
  /// - Parameters:
  ///   - units: Its value in units.
  ///   - unit: Units per 1: a power of 10.
  ///   - keepsZero: Whether to write a 0 before the point.
  ///   - text: The text.
  static func append(_ units: Int, unit: Int, keepsZero: Bool = false, to text: inout [UInt8]) {
    if units < 0 { text.append(UInt8(ascii: "-")) }
    let (whole, rest) = abs(units).quotientAndRemainder(dividingBy: unit)
    if whole != 0 || rest == 0 || keepsZero { text += String(whole).utf8 }
    guard rest != 0 else { return }
    text.append(UInt8(ascii: "."))
    var (remainder, digit) = (rest, unit / 10)
    while remainder != 0 {
      let (value, next) = remainder.quotientAndRemainder(dividingBy: digit)
      text.append(UInt8(ascii: "0") + UInt8(value))
      (remainder, digit) = (next, digit / 10)
    }
  }
}
