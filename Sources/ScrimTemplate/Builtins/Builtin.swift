import ScrimJSON

/// The built-in functions.
package enum Builtin: String, Sendable, CaseIterable {
  case min, max, sqrt, ceil, floor, abs, number
  case lowercase, uppercase, strip, lstrip, rstrip, str, split, join
  case len, range, `typeof`, defined, fromNow
  // Not of JSON-e.
  case fixed, group, percent, date, mod

  /// Whether JSON-e has the function. An input cannot have its name; one with the name of another hides that.
  var isStandard: Bool {
    switch self {
    case .fixed, .group, .percent, .date, .mod: false
    default: true
    }
  }
}

extension Interpreter {
  mutating func call(
    _ builtin: Builtin, _ arguments: [Value], in scope: Scope, at offset: Int
  ) throws(TemplateError) -> Value {
    let call = Call(builtin: builtin, arguments: arguments)
    // Every function reads a text at most a few times.
    for case .string(let text) in arguments { try budget.spend(steps: text.utf8.count / 64) }
    switch builtin {
    case .min, .max, .sqrt, .ceil, .floor, .abs, .number: return try calculate(call)
    case .lowercase, .uppercase, .strip, .lstrip, .rstrip, .str, .split, .join:
      return try convert(call)
    case .fixed, .group, .percent, .date, .mod: return try format(call, at: offset)
    case .len:
      try call.expect(1)
      switch arguments[0] {
      case .array(let array): return .number(Double(array.items.count))
      case .string(let string):
        return .number(Double(string.unicodeScalars.count))
      default: throw call.mismatch(0, "an array or a string")
      }
    case .range: return try range(call)
    case .typeof:
      try call.expect(1)
      return .string(arguments[0].typeName)
    case .defined:
      try call.expect(1)
      return .boolean(scope[try call.string(0)] != nil)
    case .fromNow:
      try call.expect(1...2)
      let timeOffset = try call.string(0)
      let reference = arguments.count > 1 ? try call.string(1) : ""
      let now = reference.utf8.isEmpty ? scope["now"] : .string(reference)
      return try time(timeOffset, after: now, .builtin)
    }
  }

  /// The time that is an offset such as "2 days 3 hours" after another.
  func time(
    _ offset: String, after reference: Value?, _ kind: TemplateError.Kind
  ) throws(TemplateError) -> Value {
    guard clock != nil else {
      throw TemplateError(
        kind,
        "fromNow is not available: a job cannot read the clock; pass the date as an input, as by --set date=2026-11-29."
      )
    }
    guard let duration = Duration(relativeTime: offset) else {
      throw TemplateError(
        .template,
        "\(quoted(offset)) is not a time offset, such as \"2 days 3 hours\" or \"-10 min\".")
    }
    guard case .string(let text)? = reference, let start = Timestamp(text) else {
      throw TemplateError(
        kind, "the reference of a time offset is a time such as 2017-01-19T16:27:20.974Z.")
    }
    guard let result = start.adding(duration) else {
      throw TemplateError(kind, "the time is outside the years 1 to 9999.")
    }
    return .string(result.text)
  }

  private mutating func range(_ call: Call) throws(TemplateError) -> Value {
    try call.expect(2...3)
    let start = try call.integer(0)
    let end = try call.integer(1)
    let step = call.arguments.count > 2 ? try call.integer(2) : 1
    guard step != 0 else { throw call.error("the step of range is not 0.") }
    // At most 2⁵⁴ apart.
    let count = Swift.max(0, (end - start + step - step.signum()) / step)
    try budget.spend(steps: count)
    try budget.spend(bytes: count * Value.scalarSize)
    var items: [Value] = []
    items.reserveCapacity(count)
    for index in 0..<count { items.append(.number(Double(start + index * step))) }
    return try array(items)
  }
}

/// A call of a built-in function, with checks of its arguments.
struct Call {
  let builtin: Builtin
  let arguments: [Value]

  func error(_ message: String) -> TemplateError {
    TemplateError(.builtin, message)
  }

  func mismatch(_ index: Int, _ expected: String) -> TemplateError {
    let place = arguments.count > 1 ? " as argument \(index + 1)" : ""
    return error(
      "\(builtin.rawValue) expects \(expected)\(place), found \(arguments[index].shortText).")
  }

  func expect(_ count: Int) throws(TemplateError) {
    try expect(count...count)
  }

  func expect(_ counts: ClosedRange<Int>) throws(TemplateError) {
    guard !counts.contains(arguments.count) else { return }
    let words =
      counts.upperBound == .max
      ? "at least \(counts.lowerBound)"
      : counts.count == 1
        ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
    let noun = counts.upperBound == 1 || counts.upperBound == .max ? "argument" : "arguments"
    throw error("\(builtin.rawValue) expects \(words) \(noun), found \(arguments.count).")
  }

  func number(_ index: Int) throws(TemplateError) -> Double {
    guard case .number(let number) = arguments[index] else { throw mismatch(index, "a number") }
    return number
  }

  func integer(_ index: Int) throws(TemplateError) -> Int {
    guard let integer = arguments[index].integer else { throw mismatch(index, "a whole number") }
    return integer
  }

  func string(_ index: Int) throws(TemplateError) -> String {
    guard case .string(let string) = arguments[index] else { throw mismatch(index, "a string") }
    return string
  }
}
