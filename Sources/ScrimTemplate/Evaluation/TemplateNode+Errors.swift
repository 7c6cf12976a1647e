import ScrimJSON

extension TemplateNode {
  /// The errors that need no values to be found: expressions that cannot be parsed, operators that are used wrongly.
  /// An evaluation reports them only where it gets to.
  ///
  /// - Parameters:
  ///   - path: The path to the value in the template.
  ///   - errors: Receives the errors with their paths.
  func collectErrors(at path: [PathElement], into errors: inout [TemplateError]) {
    switch self {
    case .constant: break
    case .text(let interpolation, _): interpolation.collectErrors(at: path, into: &errors)
    case .array(let nodes):
      for (index, node) in nodes.enumerated() {
        node.collectErrors(at: path + [.index(index)], into: &errors)
      }
    case .object(let members):
      for member in members {
        let path = path + [.key(member.key)]
        member.name.collectErrors(at: path, into: &errors)
        member.value.collectErrors(at: path, into: &errors)
      }
    case .operation(let operation): operation.collectErrors(at: path, into: &errors)
    case .unescaped(let node): node.collectErrors(at: path + [.key(Self.markupKey)], into: &errors)
    case .invalid(let error): errors.append(error.located(at: path))
    }
  }
}

extension Interpolation {
  fileprivate func collectErrors(at path: [PathElement], into errors: inout [TemplateError]) {
    for case .invalid(let error) in parts { errors.append(error.located(at: path)) }
  }
}

extension ExpressionSource {
  fileprivate func collectError(at path: [PathElement], into errors: inout [TemplateError]) {
    guard case .failure(let error) = parsed else { return }
    errors.append(error.located(in: string).located(at: path))
  }
}

extension Operation {
  fileprivate func collectErrors(at path: [PathElement], into errors: inout [TemplateError]) {
    func collect(_ node: TemplateNode?, _ keys: String...) {
      node?.collectErrors(at: path + keys.map(PathElement.key), into: &errors)
    }
    func collect(_ source: ExpressionSource?, _ keys: String...) {
      source?.collectError(at: path + keys.map(PathElement.key), into: &errors)
    }
    switch self {
    case .eval(let source): collect(source, "$eval")
    case .unary(let name, let operand): collect(operand, name.rawValue)
    case .fromNow(let offset, let from):
      collect(offset, "$fromNow")
      collect(from, "from")
    case .if(let condition, let then, let otherwise):
      collect(condition, "$if")
      collect(then, "then")
      collect(otherwise, "else")
    case .let(let names, let body):
      collect(names, "$let")
      collect(body, "in")
    case .map(let operand, let eaches):
      collect(operand, "$map")
      for each in eaches { collect(each.template, each.key) }
    case .reduce(let operand, let eaches, _):
      collect(operand, "$reduce")
      for each in eaches { collect(each.template, each.key) }
    case .find(let operand, let eaches):
      collect(operand, "$find")
      for each in eaches { collect(each.expression, each.key) }
    case .match(let cases), .switch(let cases, _):
      let name = if case .match = self { "$match" } else { "$switch" }
      for match in cases {
        collect(match.condition, name, match.condition.string)
        collect(match.template, name, match.condition.string)
      }
      if case .switch(_, let otherwise) = self { collect(otherwise, name, "$default") }
    case .sort(let operand, let keys):
      collect(operand, "$sort")
      for key in keys { collect(key.expression, key.key) }
    }
  }
}
