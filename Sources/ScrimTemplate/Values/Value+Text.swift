package import ScrimJSON

extension Value {
  /// The value in a string: null is `null`, whole numbers have no decimal point. Arrays, objects and functions have no
  /// text.
  var text: String? {
    switch self {
    case .null: "null"
    case .boolean(let boolean): boolean ? "true" : "false"
    case .number(let number): Self.text(of: number)
    case .string(let string): string
    case .array, .object, .function: nil
    }
  }

  /// The shortest decimal that is read as the same double.
  static func text(of number: Double) -> String {
    number.rounded(.towardZero) == number && number.magnitude <= Self.largestInteger
      ? String(Int(number)) : number.description
  }

  /// The text of a number that people would not write so: with an exponent, or with 16 digits or more and a point, as
  /// 0.1 + 0.2 has; `nil` for others.
  static func artefact(of number: Double) -> String? {
    let text = text(of: number)
    guard text.utf8.contains(UInt8(ascii: ".")) || text.utf8.contains(UInt8(ascii: "e")) else {
      return nil
    }
    let digits = text.utf8.drop { !(UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    let hasExponent = digits.contains(UInt8(ascii: "e"))
    return hasExponent || digits.count(where: isDigit) >= 16 ? text : nil
  }

  /// 2⁵³: up to it, doubles represent every integer.
  static let largestInteger = 9_007_199_254_740_992.0

  /// Whether a number that is written as digits is at most 2⁵³, also where its double has been rounded down to it.
  package static func isExact(_ number: Double, _ text: String) -> Bool {
    guard number.magnitude >= largestInteger else { return true }
    return number.magnitude == largestInteger
      && (Int(text).map { $0.magnitude == UInt(largestInteger) } ?? true)
  }

  /// Appends compact JSON with keys sorted by code points, as `$json` returns it.
  func writeSorted(into text: inout String) {
    switch self {
    case .null, .boolean, .number: text += self.text ?? ""
    case .string(let string): Self.write(string, into: &text)
    case .array(let array):
      text += "["
      for (index, item) in array.items.enumerated() {
        if index > 0 { text += "," }
        item.writeSorted(into: &text)
      }
      text += "]"
    case .object(let object):
      text += "{"
      let members = object.members.sorted { precedes($0.key, $1.key) }
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, into: &text)
        text += ":"
        member.value.writeSorted(into: &text)
      }
      text += "}"
    case .function: text += "null"
    }
  }

  private static func write(_ string: String, into text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case _ where scalar.value < 0x20:
        text += scalar.value < 0x10 ? "\\u000" : "\\u00"
        text += String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension Value {
  /// The value of a document; numbers are doubles.
  package init(_ node: Node) {
    switch node.value {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .number(let number, _): self = .number(number)
    case .string(let string): self = .string(string)
    case .array(let items): self = .array(ValueArray(items.map { Value($0) }))
    case .object(let members):
      var builder = ObjectBuilder()
      for member in members { builder[member.key] = Value(member.value) }
      self = .object(ValueObject(builder))
    }
  }

  /// The value as JSON, whole numbers as integers. Functions, which no result contains, become null.
  package var json: JSON {
    switch self {
    case .null, .function: .null
    case .boolean(let boolean): .boolean(boolean)
    case .number(let number):
      number.rounded(.towardZero) == number && number.magnitude <= Self.largestInteger
        ? .integer(Int(number)) : .number(number)
    case .string(let string): .string(string)
    case .array(let array): .array(array.items.map(\.json))
    case .object(let object): .object(object.members.map { JSON.Member($0.key, $0.value.json) })
    }
  }
}
