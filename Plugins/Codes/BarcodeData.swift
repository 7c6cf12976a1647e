import ScrimKit

/// The data of a bar code as its encoder takes them.
struct BarcodeData {
  /// Without the check digit.
  let encoded: String

  /// Checks data.
  ///
  /// - Throws: `EffectError` if they have other characters or another length than the symbology, or a wrong check
  ///   digit.
  init(_ data: String, as symbology: Symbology) throws(EffectError) {
    switch symbology {
    case .ean13: encoded = try Self.digits(data, 12)
    case .ean8: encoded = try Self.digits(data, 7)
    case .upcA: encoded = try Self.digits(data, 11)
    case .itf14: encoded = try Self.digits(data, 13)
    case .upcE: encoded = try Self.compressed(data)
    case .gs1128: encoded = Self.bracketed(data)
    case .code128:
      guard data.utf8.allSatisfy({ $0 < 128 }) else {
        throw EffectError(
          "Code 128 has the characters of ASCII. Take \"data-matrix\", \"aztec\" or \"pdf417\" for others."
        )
      }
      encoded = data
    default: encoded = data
    }
  }

  /// - Returns: `count` digits.
  private static func digits(_ data: String, _ count: Int) throws(EffectError) -> String {
    guard data.isDigits, data.utf8.count == count || data.utf8.count == count + 1 else {
      throw EffectError(
        "\"\(data)\" is not \(count) digits, or \(count + 1) with the check digit.")
    }
    let payload = String(data.prefix(count))
    try check(data.dropFirst(count), of: payload, data)
    return payload
  }

  /// UPC-E of 6 digits, of 7 with the number system before them, or of 8 with the check digit after them; GS1 General
  /// Specifications §5.2.
  ///
  /// - Returns: 7 digits.
  private static func compressed(_ data: String) throws(EffectError) -> String {
    guard data.isDigits, (6...8).contains(data.utf8.count),
      data.utf8.count == 6 || data.hasPrefix("0") || data.hasPrefix("1")
    else {
      throw EffectError(
        "\"\(data)\" is not 6 digits, 7 with the number system 0 or 1, or 8 with the check digit, too."
      )
    }
    let payload = data.utf8.count == 6 ? "0" + data : String(data.prefix(7))
    let digits = payload.map(String.init)
    let expanded =
      switch digits[6] {
      case "0", "1", "2": digits[0...2] + [digits[6], "0000"] + digits[3...5]
      case "3": digits[0...3] + ["00000"] + digits[4...5]
      case "4": digits[0...4] + ["00000", digits[5]]
      default: digits[0...5] + ["0000", digits[6]]
      }
    try check(data.utf8.count == 8 ? data.suffix(1) : "", of: expanded.joined(), data)
    return payload
  }

  /// GS1 General Specifications §7.9.1.
  private static func check(
    _ given: Substring, of payload: String, _ data: String
  ) throws(EffectError) {
    let sum = payload.reversed().enumerated().reduce(0) { sum, digit in
      sum + (digit.element.wholeNumberValue ?? 0) * (digit.offset % 2 == 0 ? 3 : 1)
    }
    let right = (10 - sum % 10) % 10
    guard given.isEmpty || given == "\(right)" else {
      throw EffectError("the check digit of \(data) is \(right), not \(given).")
    }
  }

  /// Element strings whose identifiers are in brackets, as they are written below codes: `(01)…` becomes `[01]…`.
  private static func bracketed(_ data: String) -> String {
    guard data.hasPrefix("(") else { return data }
    return data.replacing(#/\((\d{2,4})\)/#) { "[\($0.output.1)]" }
  }
}
