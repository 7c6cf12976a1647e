import ScrimJSON

/// Evaluates expressions in a scope.
///
/// Errors have the offset of the operator or name in the string that contains the expression.
struct Interpreter {
  var budget: Budget
  /// The last number that `str` or `join` has written with more digits than people write.
  var artefact: String?
  /// The time as `now` and `fromNow` use it; `nil` where no clock may be read.
  let clock: String?

  init(limits: TemplateLimits, clock: String?) {
    budget = Budget(limits)
    self.clock = clock
  }

  mutating func value(of expression: Expression, in scope: Scope) throws(TemplateError) -> Value {
    try budget.spend()
    switch expression {
    case .literal(let value): return value
    case .invalid(let error): throw error
    case .variable(let name, let offset):
      guard let value = scope[name] else { throw unknown(name, in: scope, at: offset) }
      return value
    case .unary(let symbol, let operand, let offset):
      return try apply(symbol, to: value(of: operand, in: scope), at: offset)
    case .power(let base, let exponent, let offset):
      let base = try value(of: base, in: scope)
      return try power(base, value(of: exponent, in: scope), at: offset)
    case .chain(let first, let links):
      var result = try value(of: first, in: scope)
      for link in links { result = try apply(link, to: result, in: scope) }
      return result
    case .access(let base, let steps):
      var result = try value(of: base, in: scope)
      for step in steps { result = try apply(step, to: result, in: scope) }
      return result
    case .list(let items, let offset):
      var values: [Value] = []
      values.reserveCapacity(items.count)
      for item in items { values.append(try value(of: item, in: scope)) }
      return try array(values, at: offset)
    case .object(let members, let offset):
      var builder = ObjectBuilder()
      for member in members { builder[member.key] = try value(of: member.value, in: scope) }
      return try object(builder, at: offset)
    }
  }

  private func unknown(_ name: String, in scope: Scope, at offset: Int) -> TemplateError {
    if name == "now", clock == nil {
      return TemplateError(
        .interpreter,
        "a job cannot read the clock; pass the date as an input, as by --set date=2026-11-29.",
        offset: offset)
    }
    let suggestion = nearest(to: name, in: scope.names).map { " Did you mean \(quoted($0))?" } ?? ""
    return TemplateError(
      .interpreter, "unknown name \(quoted(name)).\(suggestion)", offset: offset)
  }

  // MARK: Results

  /// Makes an array after counting what it adds, its items as if they were copied.
  mutating func array(_ items: [Value], at offset: Int? = nil) throws(TemplateError) -> Value {
    let array = ValueArray(items)
    try count(size: array.size, depth: array.depth, at: offset)
    return .array(array)
  }

  mutating func object(
    _ builder: ObjectBuilder, at offset: Int? = nil
  ) throws(TemplateError) -> Value {
    let object = ValueObject(builder)
    try count(size: object.size, depth: object.depth, at: offset)
    return .object(object)
  }

  private mutating func count(size: Int, depth: Int, at offset: Int?) throws(TemplateError) {
    guard depth <= budget.limits.depth else {
      throw TemplateError(
        .limit, "more than \(budget.limits.depth) levels of nested arrays and objects.",
        offset: offset)
    }
    try spend(bytes: size, at: offset)
  }

  mutating func spend(bytes: Int, at offset: Int?) throws(TemplateError) {
    do throws(TemplateError) { try budget.spend(bytes: bytes) } catch {
      throw error.placed(at: offset)
    }
  }

  mutating func spend(steps: Int, at offset: Int?) throws(TemplateError) {
    do throws(TemplateError) { try budget.spend(steps: steps) } catch {
      throw error.placed(at: offset)
    }
  }

  /// A result of arithmetic. Infinities, NaN and whole numbers beyond 2⁵³ are errors.
  func number(
    _ number: Double, exactly isExact: Bool = true, at offset: Int
  ) throws(TemplateError) -> Value {
    guard isExact, number.magnitude <= Value.largestInteger else {
      throw TemplateError(
        .interpreter,
        number.isFinite
          ? "the result, \(number), is beyond 2⁵³, up to which whole numbers are exact."
          : "the result is not a finite number.", offset: offset)
    }
    return .number(number)
  }
}

extension TemplateError {
  /// The error with a place in its string, if it has none yet.
  func placed(at offset: Int?) -> TemplateError {
    guard self.offset == nil else { return self }
    var error = self
    error.offset = offset
    return error
  }
}
