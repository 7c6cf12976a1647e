import ScrimJSON

/// Finds the inputs on which the values of a template depend.
struct InputReferences {
  let inputs: [String]

  /// The inputs that a string or an operator of the template uses, also by names that `$let` and `each(…)` set.
  ///
  /// - Parameters:
  ///   - path: The path in the template.
  ///   - document: The template.
  /// - Returns: Names of inputs, in the order of their declaration.
  func inputs(at path: [PathElement], in document: Node) -> [String] {
    var bindings: [String: Set<String>] = [:]
    var node = document
    var isExpression = false
    for element in path {
      guard case .key(let key) = element, node.object != nil else {
        guard let next = node[[element]] else { break }
        (node, isExpression) = (next, false)
        continue
      }
      bind(in: node, towards: key, &bindings)
      guard let next = node[key] else { break }
      isExpression = Self.expressionKeys.contains(key)
      node = next
    }
    // Of an object or an array as a whole, the values do not matter.
    let isOperator = node.object?.contains { Operator(rawValue: $0.key) != nil } ?? false
    guard node.string != nil || isOperator else { return [] }
    let found = inputs(usedIn: node, isExpression: isExpression, bindings)
    return inputs.filter(found.contains)
  }

  private static let expressionKeys = [Operator.eval.rawValue, Operator.if.rawValue]

  /// The names that an operator sets for the value under one of its keys.
  private func bind(in node: Node, towards key: String, _ bindings: inout [String: Set<String>]) {
    if key == "in", let names = node[Operator.let.rawValue]?.object {
      for member in names { bindings[member.key] = inputs(usedIn: member.value, bindings) }
    }
    guard let names = Operation.names(in: key, "each", 1...3) else { return }
    let operand = [Operator.map, .find, .reduce].lazy.compactMap { node[$0.rawValue] }.first
    guard let operand else { return }
    let used = inputs(usedIn: operand, bindings)
    for name in names { bindings[name] = used }
  }

  private func inputs(
    usedIn node: Node, isExpression: Bool = false, _ bindings: [String: Set<String>]
  ) -> Set<String> {
    if let string = node.string {
      let names =
        isExpression ? ExpressionSource(string).variables : Interpolation(string).variables
      return names.reduce(into: []) { found, name in
        found.formUnion(bindings[name] ?? (inputs.contains(name) ? [name] : []))
      }
    }
    let members = (node.object ?? []).reduce(into: Set<String>()) { found, member in
      found.formUnion(
        inputs(
          usedIn: member.value, isExpression: Self.expressionKeys.contains(member.key), bindings))
    }
    return (node.array ?? []).reduce(into: members) {
      $0.formUnion(inputs(usedIn: $1, bindings))
    }
  }
}

extension Interpolation {
  fileprivate var variables: Set<String> {
    parts.reduce(into: []) { names, part in
      if case .expression(let expression, _) = part { expression.collectVariables(into: &names) }
    }
  }
}

extension ExpressionSource {
  fileprivate var variables: Set<String> {
    var names: Set<String> = []
    if case .success(let expression) = parsed { expression.collectVariables(into: &names) }
    return names
  }
}

extension Expression {
  fileprivate func collectVariables(into names: inout Set<String>) {
    switch self {
    case .variable(let name, _): names.insert(name)
    case .unary(_, let operand, _): operand.collectVariables(into: &names)
    case .chain(let first, let links):
      first.collectVariables(into: &names)
      for link in links { link.operand.collectVariables(into: &names) }
    case .power(let base, let exponent, _):
      base.collectVariables(into: &names)
      exponent.collectVariables(into: &names)
    case .access(let base, let steps):
      base.collectVariables(into: &names)
      for step in steps {
        switch step {
        case .property: break
        case .index(let index, _): index.collectVariables(into: &names)
        case .slice(let start, let end, _):
          start?.collectVariables(into: &names)
          end?.collectVariables(into: &names)
        case .call(let arguments, _):
          for argument in arguments { argument.collectVariables(into: &names) }
        }
      }
    case .list(let items, _): for item in items { item.collectVariables(into: &names) }
    case .object(let members, _):
      for member in members { member.value.collectVariables(into: &names) }
    case .literal, .invalid: break
    }
  }
}
