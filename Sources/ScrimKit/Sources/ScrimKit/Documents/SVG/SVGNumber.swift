/// Numbers of SVG: decimal, with no more digits than wanted and no zeros at their end.
enum SVGNumber {
  /// Beyond this no reader is exact.
  private static let limit = 1e12

  /// A number as an attribute has it: "0.5".
  ///
  /// - Parameters:
  ///   - value: What to write; what is not a number is 0.
  ///   - decimals: The most digits after the point.
  /// - Returns: The number, with a 0 before the point if it has no other digit there.
  static func text(_ value: Double, decimals: Int = 3) -> String {
    var text: [UInt8] = []
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    append(units(value, of: unit), unit: unit, keepsZero: true, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// A value in whole units, `count` of which are 1.
  static func units(_ value: Double, of count: Int) -> Int {
    guard !value.isNaN else { return 0 }
    return Int((max(-limit, min(limit, value * Double(count)))).rounded())
  }

  /// Adds a number.
  ///
  /// - Parameters:
  ///   - units: Its value in units.
  ///   - unit: How many of them are 1: a power of 10.
  ///   - keepsZero: Whether a 0 is written before the point.
  ///   - text: Grows.
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
