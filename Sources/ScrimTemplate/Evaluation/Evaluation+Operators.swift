import ScrimJSON

extension Evaluation {
  mutating func evaluate(
    _ operation: Operation, in scope: Scope
  ) throws(TemplateError) -> Value? {
    switch operation {
    case .eval(let source):
      let value = try value(of: source, at: "$eval", in: scope)
      // The value becomes a part of the result, shared or not.
      try interpreter.budget.spend(bytes: value.size)
      return value
    case .unary(let name, let operand):
      let value = try evaluate(operand, at: name.rawValue, in: scope)
      return try apply(name, to: value)
    case .fromNow(let offset, let from):
      return try fromNow(offset, from: from, in: scope)
    case .if(let condition, let then, let otherwise):
      let isTrue = try value(of: condition, at: "$if", in: scope).isTruthy
      guard let branch = isTrue ? then : otherwise else { return nil }
      return try evaluate(branch, at: isTrue ? "then" : "else", in: scope)
    case .let(let names, let body): return try bind(names, body, in: scope)
    case .map(let operand, let eaches): return try map(operand, eaches, in: scope)
    case .reduce(let operand, let eaches, let initial):
      return try reduce(operand, eaches, initial: initial, in: scope)
    case .find(let operand, let eaches): return try find(operand, eaches, in: scope)
    case .match(let cases):
      enter("$match")
      var values: [Value] = []
      for match in cases where try value(of: match, in: scope).isTruthy {
        if let value = try evaluate(match.template, at: match.condition.string, in: scope) {
          values.append(value)
        }
      }
      leave()
      return try finished(ValueArray(values))
    case .switch(let cases, let otherwise): return try choose(cases, otherwise, in: scope)
    case .sort(let operand, let keys): return try sort(operand, keys, in: scope)
    }
  }

  private mutating func value(
    of match: Operation.Case, in scope: Scope
  ) throws(TemplateError) -> Value {
    try value(of: match.condition, at: match.condition.string, in: scope)
  }

  /// The value of the only true condition, or else the default.
  private mutating func choose(
    _ cases: [Operation.Case], _ otherwise: TemplateNode?, in scope: Scope
  ) throws(TemplateError) -> Value? {
    enter("$switch")
    var conditions: [String] = []
    var value: Value?
    for match in cases where try self.value(of: match, in: scope).isTruthy {
      value = try evaluate(match.template, at: match.condition.string, in: scope)
      conditions.append(quoted(match.condition.string))
    }
    if conditions.isEmpty, let otherwise {
      value = try evaluate(otherwise, at: "$default", in: scope)
    }
    leave()
    guard conditions.count <= 1 else {
      throw TemplateError(
        .template,
        "$switch allows one true condition; true are \(conditions.joined(separator: ", ")).")
    }
    return value
  }

  private mutating func fromNow(
    _ offset: TemplateNode, from: TemplateNode?, in scope: Scope
  ) throws(TemplateError) -> Value {
    let offset = try evaluate(offset, at: "$fromNow", in: scope)
    var reference = scope["now"]
    if let from { reference = try evaluate(from, at: "from", in: scope) }
    guard case .string(let text)? = offset else {
      throw TemplateError(.template, "$fromNow expects a string, found \(Self.kind(offset)).")
    }
    return try interpreter.time(text, after: reference, .template)
  }

  private mutating func bind(
    _ names: TemplateNode, _ body: TemplateNode?, in scope: Scope
  ) throws(TemplateError) -> Value? {
    let value = try evaluate(names, at: "$let", in: scope)
    guard case .object(let object)? = value else {
      throw TemplateError(.template, "$let expects an object, found \(Self.kind(value)).")
    }
    if let name = object.members.lazy.map(\.key).first(where: { !isIdentifier($0.utf8) }) {
      throw TemplateError(
        .template,
        "\(quoted(name)) is not a name that $let can set: letters, digits and _, no digit first.")
    }
    guard let body else { throw TemplateError(.template, "\"in\" is required with $let.") }
    let locals = object.members.map { (name: $0.key, value: $0.value) }
    return try evaluate(body, at: "in", in: Scope(locals, in: scope))
  }

  private mutating func apply(
    _ name: Operator, to value: Value?
  ) throws(TemplateError) -> Value {
    if name == .json {
      guard let value, !value.containsFunctions else {
        throw TemplateError(.template, "$json expects a value without functions.")
      }
      // Escapes make up to six bytes of one.
      try interpreter.budget.spend(bytes: value.size)
      var text = ""
      value.writeSorted(into: &text)
      try interpreter.budget.spend(bytes: text.utf8.count)
      return .string(text)
    }
    guard case .array(let array)? = value else {
      let expected = name == .merge || name == .mergeDeep ? "an array of objects" : "an array"
      throw TemplateError(
        .template, "\(name.rawValue) expects \(expected), found \(Self.kind(value)).")
    }
    try interpreter.budget.spend(steps: array.items.count)
    switch name {
    case .reverse: return try interpreter.array(array.items.reversed())
    case .merge, .mergeDeep: return try merge(array, name)
    default: return try interpreter.array(try flattened(array, deep: name == .flattenDeep))
    }
  }

  private mutating func flattened(
    _ array: ValueArray, deep: Bool
  ) throws(TemplateError) -> [Value] {
    var items: [Value] = []
    for item in array.items {
      guard case .array(let inner) = item else {
        items.append(item)
        continue
      }
      try interpreter.budget.spend(steps: inner.items.count)
      items += deep ? try flattened(inner, deep: true) : inner.items
    }
    return items
  }

  static func kind(_ value: Value?) -> String {
    value?.kind ?? "nothing"
  }
}
