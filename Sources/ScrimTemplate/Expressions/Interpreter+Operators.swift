import Glibc  // For pow: Swift's library has no power of doubles.
import ScrimJSON

extension Interpreter {
  func apply(
    _ symbol: UnaryOperator, to value: Value, at offset: Int
  ) throws(TemplateError) -> Value {
    if symbol == .not { return .boolean(!value.isTruthy) }
    guard case .number(let number) = value else {
      throw TemplateError(
        .interpreter, "\(symbol.rawValue) expects a number, found \(value.kind).", offset: offset)
    }
    return .number(symbol == .minus ? -number : number)
  }

  mutating func apply(
    _ link: Expression.Link, to left: Value, in scope: Scope
  ) throws(TemplateError) -> Value {
    // The right side is evaluated only if the left does not decide.
    switch link.symbol {
    case .or where left.isTruthy: return .boolean(true)
    case .and where !left.isTruthy: return .boolean(false)
    default: break
    }
    let right = try value(of: link.operand, in: scope)
    switch link.symbol {
    case .or, .and: return .boolean(right.isTruthy)
    case .in: return .boolean(try contains(right, left, at: link.offset))
    case .equal: return .boolean(try isEqual(left, right, at: link.offset))
    case .notEqual: return .boolean(try !isEqual(left, right, at: link.offset))
    case .less, .greater, .lessOrEqual, .greaterOrEqual:
      return .boolean(try compare(link, left, right))
    case .add: return try add(left, right, at: link.offset)
    case .subtract, .multiply, .divide: return try calculate(link, left, right)
    }
  }

  mutating func isEqual(_ one: Value, _ other: Value, at offset: Int) throws(TemplateError) -> Bool
  {
    var steps = 0
    let isEqual = one.isEqual(to: other, steps: &steps)
    try spend(steps: steps, at: offset)
    return isEqual
  }

  private mutating func compare(
    _ link: Expression.Link, _ left: Value, _ right: Value
  ) throws(TemplateError) -> Bool {
    let comesBefore: Bool
    let comesAfter: Bool
    switch (left, right) {
    case (.number(let left), .number(let right)):
      comesBefore = left < right
      comesAfter = left > right
    case (.string(let left), .string(let right)):
      try spend(steps: min(left.utf8.count, right.utf8.count) / 32, at: link.offset)
      comesBefore = precedes(left, right)
      comesAfter = precedes(right, left)
    default:
      throw mismatch(link.symbol.rawValue, "two numbers or two strings", left, right, link.offset)
    }
    switch link.symbol {
    case .less: return comesBefore
    case .greater: return comesAfter
    case .lessOrEqual: return !comesAfter
    default: return !comesBefore
    }
  }

  private mutating func add(
    _ left: Value, _ right: Value, at offset: Int
  ) throws(TemplateError) -> Value {
    switch (left, right) {
    case (.number(let one), .number(let other)):
      return try number(
        one + other, exactly: exact(left, right, Int.addingReportingOverflow), at: offset)
    case (.string(let left), .string(let right)):
      try spend(bytes: Value.scalarSize + left.utf8.count + right.utf8.count, at: offset)
      return .string(left + right)
    default: throw mismatch("+", "two numbers or two strings", left, right, offset)
    }
  }

  private func calculate(
    _ link: Expression.Link, _ left: Value, _ right: Value
  ) throws(TemplateError) -> Value {
    guard case .number(let one) = left, case .number(let other) = right else {
      throw mismatch(link.symbol.rawValue, "two numbers", left, right, link.offset)
    }
    switch link.symbol {
    case .subtract:
      let exact = exact(left, right, Int.subtractingReportingOverflow)
      return try number(one - other, exactly: exact, at: link.offset)
    case .multiply:
      let exact = exact(left, right, Int.multipliedReportingOverflow)
      return try number(one * other, exactly: exact, at: link.offset)
    default:
      guard other != 0 else {
        throw TemplateError(.interpreter, "division by zero.", offset: link.offset)
      }
      return try number(one / other, at: link.offset)
    }
  }

  /// Whether the result for two whole numbers is at most 2⁵³ before it is rounded to a double.
  private func exact(
    _ left: Value, _ right: Value,
    _ operation: (Int) -> (Int) -> (partialValue: Int, overflow: Bool)
  ) -> Bool {
    guard let left = left.integer, let right = right.integer else { return true }
    let (result, overflow) = operation(left)(right)
    return !overflow && result.magnitude <= UInt(Value.largestInteger)
  }

  func power(_ base: Value, _ exponent: Value, at offset: Int) throws(TemplateError) -> Value {
    guard case .number(let one) = base, case .number(let other) = exponent else {
      throw mismatch("**", "two numbers", base, exponent, offset)
    }
    return try number(pow(one, other), at: offset)
  }

  private func mismatch(
    _ symbol: String, _ expected: String, _ left: Value, _ right: Value, _ offset: Int
  ) -> TemplateError {
    TemplateError(
      .interpreter, "\(symbol) expects \(expected), found \(left.kind) and \(right.kind).",
      offset: offset)
  }

  // MARK: in

  private mutating func contains(
    _ collection: Value, _ value: Value, at offset: Int
  ) throws(TemplateError) -> Bool {
    switch (collection, value) {
    case (.object(let object), .string(let key)):
      try spend(steps: key.utf8.count / 64, at: offset)
      return object[key] != nil
    case (.string(let text), .string(let part)):
      try spend(steps: (text.utf8.count + part.utf8.count) / 64, at: offset)
      return TextSearch(part).firstMatch(in: Array(text.utf8), from: 0) != nil
    case (.array(let array), _):
      for item in array.items where try isEqual(item, value, at: offset) { return true }
      return false
    case (.object, _), (.string, _):
      throw TemplateError(
        .interpreter, "in expects a string before \(collection.kind), found \(value.kind).",
        offset: offset)
    default:
      throw TemplateError(
        .interpreter,
        "in expects an array, an object or a string after it, found \(collection.kind).",
        offset: offset)
    }
  }
}
