import ScrimJSON

/// An operator with its operands.
enum Operation: Sendable {
  case eval(ExpressionSource)
  /// `$flatten`, `$flattenDeep`, `$json`, `$merge`, `$mergeDeep`, `$reverse`.
  case unary(Operator, TemplateNode)
  case fromNow(TemplateNode, from: TemplateNode?)
  case `if`(ExpressionSource, then: TemplateNode?, otherwise: TemplateNode?)
  case `let`(TemplateNode, in: TemplateNode?)
  case map(TemplateNode, [Each])
  case reduce(TemplateNode, [Each], initial: Value?)
  case find(TemplateNode, [Each])
  /// The conditions in the order of their code points.
  case match([Case])
  case `switch`([Case], otherwise: TemplateNode?)
  case sort(TemplateNode, [By])

  /// `each(value, index)` and its value.
  struct Each: Sendable {
    let key: String
    let names: [String]
    let template: TemplateNode
    /// The value as an expression, which `$find` wants; `nil` if it is not a string.
    let expression: ExpressionSource?
  }

  struct Case: Sendable {
    let condition: ExpressionSource
    let template: TemplateNode
  }

  struct By: Sendable {
    let key: String
    let name: String
    let expression: ExpressionSource?
  }

  /// Whether the operator's value is that of one of its branches, as it is.
  var givesValueOfBranch: Bool {
    switch self {
    case .if, .let, .switch: true
    default: false
    }
  }

  /// Parses the object of an operator.
  static func node(
    _ operand: Node.Member, among members: [Node.Member], _ language: TemplateLanguage
  ) -> TemplateNode {
    guard let name = Operator(rawValue: operand.key) else { return .constant(.null) }
    if let error = undefinedProperties(of: name, in: members) { return .invalid(error) }
    func other(_ key: String) -> TemplateNode? {
      members.first { isSame($0.key, key) }.map { TemplateNode($0.value, language) }
    }
    func value() -> TemplateNode { TemplateNode(operand.value, language) }
    func invalid(_ message: String) -> TemplateNode { .invalid(TemplateError(.template, message)) }
    switch name {
    case .eval:
      guard let string = operand.value.string else {
        return invalid("$eval expects an expression in a string, found \(operand.value.kind).")
      }
      return .operation(.eval(ExpressionSource(string)))
    case .if:
      guard let string = operand.value.string else {
        return invalid("$if expects an expression in a string, found \(operand.value.kind).")
      }
      return .operation(
        .if(ExpressionSource(string), then: other("then"), otherwise: other("else")))
    case .flatten, .flattenDeep, .json, .merge, .mergeDeep, .reverse:
      return .operation(.unary(name, value()))
    case .fromNow: return .operation(.fromNow(value(), from: other("from")))
    case .let:
      guard operand.value.object != nil else {
        return invalid("$let expects an object, found \(operand.value.kind).")
      }
      return .operation(.let(value(), in: other("in")))
    case .map: return .operation(.map(value(), eaches(members, 1...2, language)))
    case .find: return .operation(.find(value(), eaches(members, 1...2, language)))
    case .reduce:
      let initial = members.first { isSame($0.key, "initial") }.map { Value($0.value) }
      return .operation(.reduce(value(), eaches(members, 2...3, language), initial: initial))
    case .match, .switch:
      guard let cases = operand.value.object else {
        return invalid(
          "\(name.rawValue) expects an object of conditions, found \(operand.value.kind).")
      }
      return conditions(name, cases, language)
    case .sort:
      let keys = members.compactMap { member in
        names(in: member.key, "by", 1...1).map {
          By(
            key: member.key, name: $0[0], expression: member.value.string.map(ExpressionSource.init)
          )
        }
      }
      return .operation(.sort(value(), keys))
    }
  }

  private static func conditions(
    _ name: Operator, _ members: [Node.Member], _ language: TemplateLanguage
  ) -> TemplateNode {
    let isDefault: (Node.Member) -> Bool = { name == .switch && isSame($0.key, "$default") }
    let cases = members.filter { !isDefault($0) }.map {
      Case(condition: ExpressionSource($0.key), template: TemplateNode($0.value, language))
    }
    if name == .match {
      return .operation(
        .match(cases.sorted { precedes($0.condition.string, $1.condition.string) }))
    }
    return .operation(
      .switch(
        cases, otherwise: members.first(where: isDefault).map { TemplateNode($0.value, language) }))
  }

  // MARK: Properties

  private static func undefinedProperties(
    of name: Operator, in members: [Node.Member]
  ) -> TemplateError? {
    let unknown = members.map(\.key).filter { !name.allows($0) }.sorted(by: precedes)
    guard !unknown.isEmpty else { return nil }
    return TemplateError(
      .template,
      "\(name.rawValue) has no \(unknown.map(quoted).joined(separator: ", ")); "
        + "allowed are \(name.properties.joined(separator: ", ")).")
  }

  private static func eaches(
    _ members: [Node.Member], _ counts: ClosedRange<Int>, _ language: TemplateLanguage
  ) -> [Each] {
    members.compactMap { member in
      names(in: member.key, "each", counts).map {
        Each(
          key: member.key, names: $0, template: TemplateNode(member.value, language),
          expression: member.value.string.map(ExpressionSource.init))
      }
    }
  }

  /// The names in a key such as `each(value, index)`; `nil` if it is not such a key. White space is allowed only after
  /// a comma.
  static func names(in key: String, _ word: String, _ counts: ClosedRange<Int>) -> [String]? {
    guard key.utf8.starts(with: word.utf8), key.utf8.last == UInt8(ascii: ")") else { return nil }
    let rest = key.unicodeScalars.dropFirst(word.utf8.count)
    guard rest.first == "(" else { return nil }
    let parts = rest.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let names = parts.enumerated().map { index, part in
      String(index == 0 ? part : part.drop(while: UnicodeSpace.contains))
    }
    guard counts.contains(names.count), names.allSatisfy({ isIdentifier($0.utf8) }) else {
      return nil
    }
    return names
  }
}

extension Operator {
  /// The keys of the operator's object, for messages.
  var properties: [String] {
    switch self {
    case .if: ["$if", "then", "else"]
    case .let: ["$let", "in"]
    case .fromNow: ["$fromNow", "from"]
    case .map, .find: [rawValue, "each(value)", "each(value,index)"]
    case .reduce: [rawValue, "initial", "each(result,value)", "each(result,value,index)"]
    case .sort: [rawValue, "by(value)"]
    default: [rawValue]
    }
  }

  func allows(_ key: String) -> Bool {
    switch self {
    case .map, .find: isSame(key, rawValue) || Operation.names(in: key, "each", 1...2) != nil
    case .reduce:
      isSame(key, rawValue) || isSame(key, "initial")
        || Operation.names(in: key, "each", 2...3) != nil
    case .sort: isSame(key, rawValue) || Operation.names(in: key, "by", 1...1) != nil
    default: properties.contains { isSame($0, key) }
    }
  }
}
