import ScrimJSON

/// Scrim's own functions, for numbers and dates as people write them.
extension Interpreter {
  mutating func format(_ call: Call, at offset: Int) throws(TemplateError) -> Value {
    let text: String
    switch call.builtin {
    case .mod: return try modulus(call, at: offset)
    case .fixed:
      try call.expect(2)
      text = try decimal(call).rounded(to: digits(call)).text
    case .group:
      try call.expect(2)
      text = try language(call, 1).text(of: decimal(call))
    case .percent:
      try call.expect(1...3)
      var number = try decimal(call).hundredfold
      if call.arguments.count > 1 { number = number.rounded(to: try digits(call)) }
      text = call.arguments.count > 2 ? try language(call, 2).percentage(number) : number.text + "%"
    default:
      try call.expect(2...3)
      let written = try call.string(0)
      guard let date = CivilDate(written) else {
        throw call.mismatch(
          0, "a date such as \"2026-11-28\" or \"2026-11-28T18:30:00Z\"")
      }
      let language = call.arguments.count > 2 ? try language(call, 2) : nil
      let pattern = try call.string(1)
      do throws(DatePatternError) {
        text = try date.text(pattern, language)
      } catch {
        throw call.error("date: \(error.message)")
      }
    }
    try budget.spend(bytes: Value.scalarSize + text.utf8.count)
    return .string(text)
  }

  /// The remainder of a division, with the divisor's sign.
  private func modulus(_ call: Call, at offset: Int) throws(TemplateError) -> Value {
    try call.expect(2)
    let (number, divisor) = (try call.number(0), try call.number(1))
    guard divisor != 0 else { throw call.error("mod: division by zero.") }
    let rest = number.truncatingRemainder(dividingBy: divisor)
    let isOther = rest != 0 && (rest < 0) != (divisor < 0)
    return try self.number(isOther ? rest + divisor : rest + 0, at: offset)
  }

  /// The first argument: a number, or one that ``fixed`` has written.
  private func decimal(_ call: Call) throws(TemplateError) -> Decimal {
    switch call.arguments[0] {
    case .number(let number): return Decimal(number)
    case .string(let text):
      if let decimal = Decimal(text: text) { return decimal }
    default: break
    }
    throw call.mismatch(0, "a number, or digits with a decimal point such as \"-12.50\"")
  }

  private func digits(_ call: Call) throws(TemplateError) -> Int {
    guard let count = call.arguments[1].integer, (0...20).contains(count) else {
      throw call.mismatch(1, "a number of digits, 0 to 20")
    }
    return count
  }

  private func language(_ call: Call, _ index: Int) throws(TemplateError) -> Language {
    let tag = try call.string(index)
    if let language = Language(tag) { return language }
    let suggestion =
      nearest(to: tag, in: Language.tags).map { " Did you mean \(quoted($0))?" } ?? ""
    throw call.error(
      "\(call.builtin.rawValue): the language \(quoted(tag)) is not known.\(suggestion) "
        + "Known are \(Language.tags.joined(separator: ", ")).")
  }
}
