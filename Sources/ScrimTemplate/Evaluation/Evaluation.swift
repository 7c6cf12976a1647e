import ScrimJSON

/// One evaluation of a template.
struct Evaluation {
  var interpreter: Interpreter
  /// The path in the template to the value that is being evaluated.
  private(set) var path: [PathElement] = []
  /// Notes the origins of values; `nil` where nobody asks for them.
  let origins: Origins?
  /// The origin of the value that was evaluated last.
  private(set) var origin = Origins.Origin(path: [])

  /// The strings of `markup` and `file` that have been made by their rules: escaped, or declared as trusted.
  private(set) var escaped: Set<ExactString> = []

  /// Numbers that were written with more digits than people write, as sentences with their places; at most
  /// ``maxArtefacts``.
  private(set) var artefacts: [TemplateError] = []
  private static let maxArtefacts = 20

  private let language: TemplateLanguage

  init(
    _ language: TemplateLanguage, limits: TemplateLimits, clock: String?, origins: Origins? = nil
  ) {
    self.language = language
    self.origins = origins
    interpreter = Interpreter(limits: limits, clock: clock)
  }

  /// Evaluates a value of the template.
  ///
  /// - Returns: The result; `nil` if the value is to be omitted from its array or object.
  mutating func evaluate(_ node: TemplateNode, in scope: Scope) throws(TemplateError) -> Value? {
    do throws(TemplateError) {
      try interpreter.budget.spend()
      switch node {
      case .constant(let value):
        try interpreter.budget.spend(bytes: value.size)
        origins?.note(literal: value, at: path)
        setOrigin(isLiteral: true)
        return value
      case .text(let interpolation, let escape):
        setOrigin()
        let text = try text(of: interpolation, escape, in: scope)
        if escape != nil { escaped.insert(ExactString(text)) }
        return .string(text)
      case .unescaped(let node):
        let value = try evaluate(node, at: TemplateNode.markupKey, in: scope)
        if case .string(let text)? = value { escaped.insert(ExactString(text)) }
        return value
      case .array(let nodes): return try array(nodes, in: scope)
      case .object(let members): return try object(members, in: scope)
      case .operation(let operation):
        let value = try evaluate(operation, in: scope)
        if !operation.givesValueOfBranch { setOrigin() }
        return value
      case .invalid(let error): throw error
      }
    } catch {
      throw error.located(at: path)
    }
  }

  /// Evaluates the value of a key of the current object.
  mutating func evaluate(
    _ node: TemplateNode, at key: String, in scope: Scope
  ) throws(TemplateError) -> Value? {
    path.append(.key(key))
    let value = try evaluate(node, in: scope)
    path.removeLast()
    return value
  }

  /// Evaluates a string of the current object that is an expression.
  mutating func value(
    of source: ExpressionSource, at key: String, in scope: Scope
  ) throws(TemplateError) -> Value {
    path.append(.key(key))
    do throws(TemplateError) {
      let value = try interpreter.value(of: source.parsed.get(), in: scope)
      noteArtefact(nil, source.string)
      path.removeLast()
      return value
    } catch {
      throw error.located(in: source.string).located(at: path)
    }
  }

  private mutating func setOrigin(isLiteral: Bool = false) {
    if origins != nil { origin = Origins.Origin(path: path, isLiteral: isLiteral) }
  }

  /// Adds a step to the path while conditions of `$match` and `$switch` are evaluated.
  mutating func enter(_ key: String) { path.append(.key(key)) }
  mutating func leave() { path.removeLast() }

  private mutating func array(
    _ nodes: [TemplateNode], in scope: Scope
  ) throws(TemplateError) -> Value {
    var items: [Value] = []
    var itemOrigins: [Origins.Origin] = []
    items.reserveCapacity(nodes.count)
    let isList = language == .job && TemplateNode.isList(at: path)
    for (index, node) in nodes.enumerated() {
      path.append(.index(index))
      if let value = try evaluate(node, in: scope) {
        if isList, case .operation = node, case .array(let inner) = value {
          items += inner.items
          if let origins {
            itemOrigins += inner.items.indices.map {
              origins.origin(of: [.index($0)], in: value, from: origin)
            }
          }
        } else {
          items.append(value)
          if origins != nil { itemOrigins.append(origin) }
        }
      }
      path.removeLast()
    }
    let array = try finished(ValueArray(items))
    origins?.note(array, items: itemOrigins)
    setOrigin()
    return array
  }

  private mutating func object(
    _ members: [TemplateNode.Member], in scope: Scope
  ) throws(TemplateError) -> Value {
    var builder = ObjectBuilder()
    var memberOrigins: [(key: String, origin: Origins.Origin)] = []
    for member in members {
      path.append(.key(member.key))
      let key: String
      do throws(TemplateError) {
        if let constant = member.constant {
          key = constant
        } else {
          key = try text(of: member.name, nil, in: scope)
          if language == .job, TemplateNode.literalKeys.contains(where: { isSame($0, key) }) {
            throw TemplateError(.template, "the key \(quoted(key)) must be written without ${…}.")
          }
        }
      } catch {
        throw error.located(at: path)
      }
      if let value = try evaluate(member.value, in: scope) {
        builder[key] = value
        if origins != nil { memberOrigins.append((key, origin)) }
      }
      path.removeLast()
    }
    let object = try finished(ValueObject(builder))
    origins?.note(object, members: memberOrigins)
    setOrigin()
    return object
  }

  /// Counts an array whose items have been counted when they were evaluated.
  mutating func finished(_ array: ValueArray) throws(TemplateError) -> Value {
    try checkDepth(array.depth)
    try interpreter.budget.spend(bytes: Value.scalarSize * (array.items.count + 2))
    return .array(array)
  }

  mutating func finished(_ object: ValueObject) throws(TemplateError) -> Value {
    try checkDepth(object.depth)
    let keys = object.members.reduce(0) { $0 + $1.key.utf8.count + Value.scalarSize }
    try interpreter.budget.spend(bytes: keys + 2 * Value.scalarSize)
    return .object(object)
  }

  private func checkDepth(_ depth: Int) throws(TemplateError) {
    let limit = interpreter.budget.limits.depth
    guard depth <= limit else {
      throw TemplateError(.limit, "more than \(limit) levels of nested arrays and objects.")
    }
  }

  /// Notes a number, or one that an expression has made a string of, if it is not as people write it.
  private mutating func noteArtefact(_ value: Value?, _ source: String) {
    var text = interpreter.artefact
    interpreter.artefact = nil
    if case .number(let number)? = value { text = Value.artefact(of: number) }
    guard let text, artefacts.count < Self.maxArtefacts else { return }
    let source = unquoted(source)
    artefacts.append(
      TemplateError(
        .template,
        "\(source) is \(text), since numbers are binary fractions: write fixed(\(source), 2) for two digits, or use "
          + "group or percent."
      ).located(at: path))
  }

  private mutating func text(
    of interpolation: Interpolation, _ escape: Escape?, in scope: Scope
  ) throws(TemplateError) -> String {
    var result = ""
    for part in interpolation.parts {
      switch part {
      case .text(let text):
        try interpreter.budget.spend(bytes: text.utf8.count)
        result += text
      case .expression(let expression, let source):
        let value: Value
        do throws(TemplateError) {
          value = try interpreter.value(of: expression, in: scope)
        } catch {
          throw error.located(in: interpolation.string)
        }
        if case .null = value { continue }
        noteArtefact(value, source)
        guard var text = value.text else {
          throw TemplateError(
            .template,
            "${\(unquoted(source))} is \(value.kind); a string, a number, a boolean or null is needed."
          )
        }
        // An escape is at most six times as long.
        try interpreter.budget.spend(bytes: text.utf8.count * (escape == .markup ? 6 : 1))
        if let escape { text = escape.escaped(text) }
        result += text
      case .invalid(let error): throw error
      }
    }
    try interpreter.budget.spend(bytes: Value.scalarSize)
    return result
  }
}
