extension Interpreter {
  func calculate(_ call: Call) throws(TemplateError) -> Value {
    switch call.builtin {
    case .min, .max:
      try call.expect(1 ... .max)
      var result = try call.number(0)
      for index in call.arguments.indices {
        let number = try call.number(index)
        if call.builtin == .min ? number < result : number > result { result = number }
      }
      return .number(result)
    case .sqrt:
      try call.expect(1)
      let number = try call.number(0)
      guard number >= 0 else { throw call.mismatch(0, "a number from 0") }
      return .number(number.squareRoot())
    case .ceil:
      try call.expect(1)
      return .number(try call.number(0).rounded(.up))
    case .floor:
      try call.expect(1)
      return .number(try call.number(0).rounded(.down))
    case .abs:
      try call.expect(1)
      return .number(try call.number(0).magnitude)
    default:
      try call.expect(1)
      let text = try call.string(0)
      guard let number = Self.number(text) else {
        throw call.mismatch(0, "a decimal number such as \"-12.5\"")
      }
      guard Value.isExact(number, Self.trimmed(text, start: true, end: true)) else {
        throw call.mismatch(0, "a number up to 2⁵³")
      }
      return .number(number)
    }
  }

  /// A decimal number: a sign, digits with a fraction, an exponent, and space around them. No other notations.
  static func number(_ text: String) -> Double? {
    let trimmed = trimmed(text, start: true, end: true)
    var bytes = trimmed.utf8[...]
    func takeDigits() -> Int {
      let digits = bytes.prefix(while: isDigit)
      bytes = bytes.dropFirst(digits.count)
      return digits.count
    }
    func takeSign() {
      if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
        bytes = bytes.dropFirst()
      }
    }
    takeSign()
    var digits = takeDigits()
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      digits += takeDigits()
    }
    guard digits > 0 else { return nil }
    if let exponent = bytes.first, exponent | 0x20 == UInt8(ascii: "e") {
      bytes = bytes.dropFirst()
      takeSign()
      guard takeDigits() > 0 else { return nil }
    }
    guard bytes.isEmpty else { return nil }
    // Swift's own reader wants digits on both sides of the point.
    var text = trimmed
    if let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) {
      let after = text.utf8.index(after: point)
      if after == text.endIndex || !isDigit(text.utf8[after]) { text.insert("0", at: after) }
      if point == text.startIndex || !isDigit(text.utf8[text.utf8.index(before: point)]) {
        text.insert("0", at: point)
      }
    }
    return Double(text)
  }
}
