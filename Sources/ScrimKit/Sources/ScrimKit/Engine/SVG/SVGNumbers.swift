/// Numbers in attributes.
enum SVGNumbers {
  /// All numbers, whatever is between them; units are not read.
  static func all(in value: ArraySlice<UInt8>) -> [Double] {
    value.split { !"0123456789+-.eE".utf8.contains($0) }
      .compactMap { Double(String(decoding: $0, as: UTF8.self)) }
  }

  /// A length in px; `nil` for percentages and what is not a length.
  static func length(_ text: String) -> Double? {
    let units: [String: Double] = [
      "": 1, "px": 1, "pt": 96.0 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4,
      "em": 16, "ex": 8,
    ]
    let trimmed = text[...].trimmed
    var number = trimmed.prefix { "0123456789+-.".contains($0) }
    if trimmed[number.endIndex...].first?.lowercased() == "e" {
      let exponent = trimmed[number.endIndex...].dropFirst().prefix { "0123456789+-".contains($0) }
      if !exponent.isEmpty { number = trimmed[..<exponent.endIndex] }
    }
    guard let value = Double(number) else { return Double(trimmed) }
    guard let unit = units[trimmed[number.endIndex...].lowercased()] else {
      return Double(trimmed)
    }
    return value * unit
  }
}
