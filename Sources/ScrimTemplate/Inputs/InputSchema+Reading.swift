package import ScrimJSON

extension InputSchema {
  private static let keys = [
    "type", "default", "enum", "minimum", "maximum", "minLength", "maxLength", "items",
    "minItems", "maxItems", "properties", "required", "description", "examples", "column",
  ]

  /// Reads a declaration.
  ///
  /// - Parameters:
  ///   - node: The declaration.
  ///   - path: Its path in the document.
  ///   - errors: Receives all errors.
  /// - Returns: The declaration; `nil` if it has no valid type.
  package static func read(
    _ node: Node, at path: [PathElement], errors: inout [Diagnostic]
  ) -> InputSchema? {
    var reader = InputReader(node, at: path)
    defer { errors += reader.errors }
    guard reader.isObject else { return nil }
    reader.checkKeys(keys)
    guard let text: String = reader.value("type", "a string", \.string) else {
      if node["type"] == nil {
        reader.report("missing-key", "\"type\" is required: \(kinds).", path, node.position)
      }
      return nil
    }
    guard let kind = Kind(rawValue: text) else {
      let suggestion =
        nearest(to: text, in: Kind.allCases.map(\.rawValue)).map { " Did you mean \(quoted($0))?" }
        ?? " Allowed are \(kinds)."
      reader.report("unknown-value", "unknown type \(quoted(text)).\(suggestion)", "type")
      return nil
    }
    var schema = InputSchema(kind)
    schema.minimum = reader.value("minimum", "a number", \.number)
    schema.maximum = reader.value("maximum", "a number", \.number)
    schema.minimumLength = reader.value("minLength", "a whole number from 0", \.count)
    schema.maximumLength = reader.value("maxLength", "a whole number from 0", \.count)
    schema.minimumItems = reader.value("minItems", "a whole number from 0", \.count)
    schema.maximumItems = reader.value("maxItems", "a whole number from 0", \.count)
    schema.description = reader.value("description", "a string", \.string)
    schema.column = reader.value("column", "a string", \.string)
    schema.allowedValues = reader.value("enum", "an array", \.array)?.map { Value($0) }
    schema.examples = reader.value("examples", "an array", \.array)?.map { Value($0) } ?? []
    schema.requiredProperties =
      reader.value("required", "an array of strings", \.strings) ?? []
    if let items = node["items"] {
      schema.items = [read(items, at: path + ["items"], errors: &reader.errors)].compactMap(\.self)
    }
    for member in reader.value("properties", "an object", \.object) ?? [] {
      let path = path + ["properties", .key(member.key)]
      if let property = read(member.value, at: path, errors: &reader.errors) {
        schema.properties.append((member.key, property))
      }
    }
    if let node = node["default"] {
      let value = Value(node)
      if !schema.isAbsence(value), let violation = schema.violation(of: value) {
        reader.report("invalid-default", violation, "default")
      }
      schema.defaultValue = value
    }
    return schema
  }

  /// Whether a default says that there is no colour or no file, for a template to test.
  private func isAbsence(_ value: Value) -> Bool {
    guard kind == .color || kind == .source, case .string(let text) = value else { return false }
    return text.utf8.isEmpty
  }

  private static var kinds: String { Kind.allCases.map(\.rawValue).joined(separator: ", ") }
}

/// Reads an object of declarations and collects errors with their positions.
struct InputReader {
  private let node: Node
  private let path: [PathElement]
  var errors: [Diagnostic] = []

  init(_ node: Node, at path: [PathElement]) {
    self.node = node
    self.path = path
    if !isObject {
      report("wrong-type", "expected an object, found \(node.kind).", path, node.position)
    }
  }

  var isObject: Bool { node.object != nil }

  mutating func report(
    _ code: String, _ message: String, _ path: [PathElement], _ position: Position?
  ) {
    errors.append(Diagnostic(code: code, message: message, path: path, position: position))
  }

  mutating func report(_ code: String, _ message: String, _ key: String) {
    report(code, message, path + [.key(key)], node[key]?.position)
  }

  mutating func checkKeys(_ keys: [String]) {
    for member in node.object ?? []
    where !member.isAnnotation && !keys.contains(where: { isSame($0, member.key) }) {
      let suggestion =
        nearest(to: member.key, in: keys).map { " Did you mean \(quoted($0))?" }
        ?? " Allowed are \(keys.joined(separator: ", "))."
      report(
        "unknown-key", "unknown key \(quoted(member.key)).\(suggestion)",
        path + [.key(member.key)], member.keyPosition)
    }
  }

  mutating func value<Result>(
    _ key: String, _ expected: String, _ convert: (Node) -> Result?
  ) -> Result? {
    guard let value = node[key] else { return nil }
    if let result = convert(value) { return result }
    report("wrong-type", "expected \(expected), found \(value.kind).", key)
    return nil
  }
}

extension Node {
  fileprivate var count: Int? {
    number.flatMap { $0 >= 0 ? ScrimTemplate.Value.number($0).integer : nil }
  }

  fileprivate var strings: [String]? {
    guard let items = array else { return nil }
    let strings = items.compactMap(\.string)
    return strings.count == items.count ? strings : nil
  }
}
