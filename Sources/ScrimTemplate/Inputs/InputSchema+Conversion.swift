import ScrimJSON

extension InputSchema {
  /// Why a value cannot be taken.
  struct Violation: Error {
    let message: String

    init(_ message: String) {
      self.message = message
    }
  }

  /// The value of a cell that is given.
  func value(of cell: TemplateInputs.Cell) throws(Violation) -> Value {
    let value: Value
    switch cell {
    case .value(let node): value = try exact(node)
    case .text(let text): value = try converted(text)
    case .example(let example): value = example
    }
    if let violation = violation(of: value) { throw Violation(violation) }
    return value
  }

  /// Text by the declared type: arrays and objects are JSON, booleans `true` and `false`.
  private func converted(_ text: String) throws(Violation) -> Value {
    switch kind {
    case .string, .color, .source: return .string(text)
    case .boolean where text == "true": return .boolean(true)
    case .boolean where text == "false": return .boolean(false)
    case .number, .integer:
      guard let number = Interpreter.number(text) else { break }
      guard Value.isExact(number, text) else {
        throw Violation("\(unquoted(text)) is beyond 2⁵³, up to which whole numbers are exact.")
      }
      return .number(number)
    case .array, .object:
      let node: Node
      do throws(Diagnostic) {
        node = try Node.parse(text.utf8)
      } catch {
        throw Violation("\(quoted(text)) is not \(kind.words) in JSON: \(error.message)")
      }
      return try exact(node)
    default: break
    }
    throw Violation("\(quoted(text)) is not \(kind.words).")
  }

  /// A value whose whole numbers are at most 2⁵³, and whose objects have no `effect`.
  private func exact(_ node: Node) throws(Violation) -> Value {
    try check(node)
    return Value(node)
  }

  private func check(_ node: Node) throws(Violation) {
    switch node.value {
    case .number(let number, let text):
      let isFloat = text.utf8.contains { !isDigit($0) && $0 != UInt8(ascii: "-") }
      guard isFloat || Value.isExact(number, text) else {
        throw Violation("\(unquoted(text)) is beyond 2⁵³, up to which whole numbers are exact.")
      }
    case .array(let items):
      for item in items { try check(item) }
    case .object(let members):
      for member in members {
        if member.key == "effect" {
          throw Violation("an object of the data cannot have the key \"effect\".")
        }
        try check(member.value)
      }
    default: break
    }
  }
}
