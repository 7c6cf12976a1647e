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
    var value: Value
    switch cell {
    case .value(let node): value = try exact(node)
    case .text(let text), .setting(let text): value = try converted(text)
    case .example(let example): value = example
    }
    if kind == .string, let text = cell.string, let open = OpenDirections(of: text) {
      value = .string(text + open.closing)
    }
    if let violation = violation(of: value) { throw Violation(violation) }
    return value
  }

  /// Text by the declared type: arrays and objects are JSON, booleans `true` and `false` in any case, as spreadsheets
  /// write TRUE and FALSE.
  private func converted(_ text: String) throws(Violation) -> Value {
    switch kind {
    case .string, .color, .source: return .string(text)
    case .boolean:
      switch Interpreter.trimmed(text, start: true, end: true).lowercased() {
      case "true": return .boolean(true)
      case "false": return .boolean(false)
      default:
        throw Violation("\(quoted(text)) is not a boolean: expected true or false, in any case.")
      }
    case .number, .integer:
      guard let number = Interpreter.number(text) else { throw Self.notANumber(text, kind) }
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
    }
  }

  /// The error of a text that is not a number, with the notation that is allowed.
  private static func notANumber(_ text: String, _ kind: Kind) -> Violation {
    let error = "\(quoted(text)) is not \(kind.words)"
    guard text.utf8.contains(where: isDigit) else { return Violation("\(error).") }
    return Violation(
      "\(error): expected digits with a decimal point, such as -1234.5, without thousands separators, percent "
        + "signs or units.")
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
