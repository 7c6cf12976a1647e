import ScrimJSON

/// A value of a template, parsed once and evaluated for each row.
indirect enum TemplateNode: Sendable {
  /// A value without operators and expressions.
  case constant(Value)
  case text(Interpolation, Escape?)
  case array([TemplateNode])
  case object([Member])
  case operation(Operation)
  /// The value of `$markup`.
  case unescaped(TemplateNode)
  /// An operator that is used wrongly; an error only when it is evaluated.
  case invalid(TemplateError)

  struct Member: Sendable {
    /// The key as written, for paths.
    let key: String
    /// The key of the result; `nil` if it contains expressions, which `name` has.
    let constant: String?
    let name: Interpolation
    let value: TemplateNode
  }

  init(_ node: Node, _ language: TemplateLanguage) {
    switch node.value {
    case .number(let number, let text):
      // With an exponent or a fraction the number is a double on purpose.
      let isFloat = text.utf8.contains { !isDigit($0) && $0 != UInt8(ascii: "-") }
      self =
        isFloat || Value.isExact(number, text)
        ? .constant(.number(number))
        : .invalid(
          TemplateError(
            .template, "\(text) is beyond 2⁵³, up to which whole numbers are exact."))
    case .string(let string):
      let interpolation = Interpolation(string)
      self = interpolation.constant.map { .constant(.string($0)) } ?? .text(interpolation, nil)
    case .array(let items):
      let nodes = items.map { TemplateNode($0, language) }
      let values = nodes.compactMap(\.constant)
      self = values.count == nodes.count ? .constant(.array(ValueArray(values))) : .array(nodes)
    case .object(let members):
      self.init(language == .job ? members.filter { !$0.isAnnotation } : members, language)
    default: self = .constant(Value(node))
    }
  }

  init(_ members: [Node.Member], _ language: TemplateLanguage) {
    let operators = members.filter { Operator(rawValue: $0.key) != nil }
    if let first = operators.first {
      self =
        operators.count == 1
        ? Operation.node(first, among: members, language)
        : .invalid(
          TemplateError(
            .template,
            "only one operator is allowed, found \(operators.map(\.key).joined(separator: ", "))."))
      return
    }
    var parts: [Member] = []
    for member in members {
      let key = member.key
      // An escaped key is not interpolated.
      if key.utf8.starts(with: [0x24, 0x24]) {
        let name = String(key.unicodeScalars.dropFirst())
        parts.append(
          Member(
            key: key, constant: name, name: Interpolation(""),
            value: Self.value(of: member, language)))
      } else if key.utf8.first == 0x24, isIdentifier(key.utf8.dropFirst()) {
        parts.append(
          Member(
            key: key, constant: key, name: Interpolation(""), value: .invalid(Self.reserved(key))))
      } else {
        let name = Interpolation(key)
        parts.append(
          Member(
            key: key, constant: name.constant, name: name, value: Self.value(of: member, language)))
      }
    }
    var builder = ObjectBuilder()
    for part in parts {
      guard let key = part.constant, let value = part.value.constant else {
        self = .object(parts)
        return
      }
      builder[key] = value
    }
    self = .constant(.object(ValueObject(builder)))
  }

  private static func reserved(_ key: String) -> TemplateError {
    let suggestion =
      nearest(to: key, in: Operator.allCases.map(\.rawValue)).map { " Did you mean \(quoted($0))?" }
      ?? ""
    return TemplateError(
      .template,
      "unknown operator \(quoted(key)); the key is written \(quoted("$" + key)).\(suggestion)")
  }

  private var constant: Value? {
    if case .constant(let value) = self { value } else { nil }
  }
}

enum Operator: String, CaseIterable {
  case eval = "$eval"
  case flatten = "$flatten"
  case flattenDeep = "$flattenDeep"
  case fromNow = "$fromNow"
  case `if` = "$if"
  case json = "$json"
  case `let` = "$let"
  case map = "$map"
  case reduce = "$reduce"
  case find = "$find"
  case match = "$match"
  case `switch` = "$switch"
  case merge = "$merge"
  case mergeDeep = "$mergeDeep"
  case reverse = "$reverse"
  case sort = "$sort"
}
