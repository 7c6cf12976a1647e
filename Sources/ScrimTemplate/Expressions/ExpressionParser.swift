import ScrimJSON

/// Parses an expression by precedence climbing.
///
/// A unary operator binds more closely than an access: `-a.b` is `(-a).b`, as in every implementation of JSON-e.
struct ExpressionParser {
  private var tokenizer: Tokenizer
  private var token: Token
  private var depth = 0

  private init(_ bytes: [UInt8], from offset: Int) throws(TemplateError) {
    tokenizer = Tokenizer(bytes, from: offset)
    token = try tokenizer.next()
  }

  /// Parses a string that is one expression.
  static func parse(_ string: String) throws(TemplateError) -> Expression {
    do throws(TemplateError) {
      var parser = try ExpressionParser(Array(string.utf8), from: 0)
      let expression = try parser.expression()
      guard parser.token.kind == .end else { throw parser.unexpected("an operator or the end") }
      return expression
    } catch {
      throw error.located(in: string)
    }
  }

  /// Parses the expression of an interpolation.
  ///
  /// - Parameters:
  ///   - bytes: The string that contains it.
  ///   - offset: The byte after `${`.
  /// - Returns: The expression, and the offset of the brace that ends it.
  /// - Throws: The first error, with its offset in the string.
  static func parse(
    _ bytes: [UInt8], from offset: Int
  ) throws(TemplateError) -> (expression: Expression, end: Int) {
    var parser = try ExpressionParser(bytes, from: offset)
    let expression = try parser.expression()
    guard parser.isAt("}") else { throw parser.unexpected("an operator or }") }
    return (expression, parser.token.start)
  }

  // MARK: Tokens

  private func isAt(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }

  private mutating func advance() throws(TemplateError) {
    token = try tokenizer.next()
  }

  private mutating func take(_ symbol: String) throws(TemplateError) -> Bool {
    guard isAt(symbol) else { return false }
    try advance()
    return true
  }

  private mutating func expect(_ symbol: String, or other: String = "") throws(TemplateError) {
    guard try take(symbol) else {
      throw unexpected(other.isEmpty ? symbol : "\(other) or \(symbol)")
    }
  }

  private func unexpected(_ expected: String) -> TemplateError {
    TemplateError(.syntax, "expected \(expected), found \(token.words).", offset: token.start)
  }

  private mutating func enter() throws(TemplateError) {
    depth += 1
    guard depth <= TemplateLimits.expressionDepth else {
      throw TemplateError(
        .limit, "the expression nests more than \(TemplateLimits.expressionDepth) levels deep.",
        offset: token.start)
    }
  }

  // MARK: Operators

  private mutating func expression(_ minimum: Int = 0) throws(TemplateError) -> Expression {
    var result = try power()
    var links: [Expression.Link] = []
    while case .symbol(let symbol) = token.kind, let binary = BinaryOperator(rawValue: symbol),
      binary.precedence >= minimum
    {
      if let last = links.last, last.symbol.precedence != binary.precedence {
        result = .chain(result, links)
        links = []
      }
      let offset = token.start
      try advance()
      let operand = try expression(binary.precedence + 1)
      links.append(Expression.Link(symbol: binary, operand: operand, offset: offset))
    }
    return links.isEmpty ? result : .chain(result, links)
  }

  private mutating func power() throws(TemplateError) -> Expression {
    let base = try access()
    guard isAt("**") else { return base }
    let offset = token.start
    try enter()
    try advance()
    let exponent = try power()
    depth -= 1
    return .power(base, exponent, at: offset)
  }

  private mutating func access() throws(TemplateError) -> Expression {
    let base = try unit()
    var steps: [Expression.Access] = []
    while true {
      let offset = token.start
      if try take(".") {
        guard case .identifier(let name) = token.kind else {
          throw unexpected("a name after the point")
        }
        try advance()
        steps.append(.property(name, at: offset))
      } else if isAt("[") {
        steps.append(try brackets())
      } else if isAt("(") {
        try enter()
        try advance()
        steps.append(.call(try expressions(until: ")"), at: offset))
        depth -= 1
      } else {
        return steps.isEmpty ? base : .access(base, steps)
      }
    }
  }

  private mutating func brackets() throws(TemplateError) -> Expression.Access {
    let offset = token.start
    try enter()
    defer { depth -= 1 }
    try advance()
    let first = isAt(":") ? nil : try expression()
    if try take(":") {
      let last = isAt("]") ? nil : try expression()
      try expect("]")
      return .slice(first, last, at: offset)
    }
    try expect("]", or: ":")
    guard let first else { throw unexpected("an expression") }
    return .index(first, at: offset)
  }

  // MARK: Units

  private mutating func unit() throws(TemplateError) -> Expression {
    let offset = token.start
    switch token.kind {
    case .number(let text):
      try advance()
      guard let number = Double(text), Value.isExact(number, text) else {
        return .invalid(
          TemplateError(
            .interpreter, "\(unquoted(text)) is beyond 2⁵³, up to which whole numbers are exact.",
            offset: offset))
      }
      return .literal(.number(number))
    case .string(let string): return try literal(.string(string))
    case .true: return try literal(.boolean(true))
    case .false: return try literal(.boolean(false))
    case .null: return try literal(.null)
    case .identifier(let name):
      try advance()
      return .variable(name, at: offset)
    case .symbol(let symbol):
      try enter()
      defer { depth -= 1 }
      if let unary = UnaryOperator(rawValue: symbol) {
        try advance()
        return .unary(unary, try unit(), at: offset)
      }
      switch symbol {
      case "(":
        try advance()
        let inner = try expression()
        try expect(")", or: "an operator")
        return inner
      case "[":
        try advance()
        return .list(try expressions(until: "]"), at: offset)
      case "{": return try object(at: offset)
      default: throw unexpected("a value")
      }
    case .end: throw unexpected("a value")
    }
  }

  private mutating func literal(_ value: Value) throws(TemplateError) -> Expression {
    try advance()
    return .literal(value)
  }

  private mutating func expressions(until end: String) throws(TemplateError) -> [Expression] {
    var items: [Expression] = []
    if try take(end) { return items }
    repeat { items.append(try expression()) } while try take(",")
    try expect(end, or: "a comma")
    return items
  }

  /// A comma may follow the last member.
  private mutating func object(at offset: Int) throws(TemplateError) -> Expression {
    try advance()
    var members: [(key: String, value: Expression)] = []
    while try !take("}") {
      switch token.kind {
      case .identifier(let key), .string(let key):
        try advance()
        try expect(":")
        let value = try expression()
        // The last of two equal keys counts; the other value is not evaluated.
        members.removeAll { isSame($0.key, key) }
        members.append((key, value))
      default: throw unexpected(members.isEmpty ? "a key or }" : "a key")
      }
      guard try take(",") else {
        try expect("}", or: "a comma")
        break
      }
    }
    return .object(members, at: offset)
  }
}
