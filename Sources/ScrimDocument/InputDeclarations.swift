package import ScrimJSON

/// The inputs that a template declares.
package struct InputDeclarations: Sendable {
  /// As the document has them.
  private let declarations: [(name: String, declaration: JSON)]

  /// `nil` for a job that is not a template.
  package init?(of document: Node) {
    guard let inputs = document["inputs"]?.object else { return nil }
    declarations = inputs.filter { !$0.isAnnotation }.map { ($0.key, JSON($0.value)) }
  }

  package var names: [String] { declarations.map(\.name) }

  /// The JSON Schema of an object with their values.
  ///
  /// - Parameter title: The schema's title.
  /// - Returns: A schema of draft 2020-12.
  package func schema(title: String) -> JSON {
    let required = declarations.filter { $0.declaration["default"] == nil }
    return [
      "$schema": "https://json-schema.org/draft/2020-12/schema", "title": .string(title),
      "type": "object",
      "properties": .object(declarations.map { .init($0.name, Self.schema(of: $0.declaration)) }),
      "required": .array(required.map { .string($0.name) }), "additionalProperties": false,
    ]
  }

  /// A declaration is JSON Schema but for two types and the names of columns.
  private static func schema(of declaration: JSON) -> JSON {
    guard let members = declaration.object else { return declaration }
    return .object(
      members.compactMap { member in
        switch (member.key, member.value) {
        case ("column", _): nil
        case (let key, _) where key.hasPrefix("//"): nil
        case ("type", "color"), ("type", "source"): .init("type", "string")
        case ("items", let items): .init("items", schema(of: items))
        case ("properties", .object(let inner)):
          .init("properties", .object(inner.map { .init($0.key, schema(of: $0.value)) }))
        default: member
        }
      })
  }

  /// An error for each value that no input takes.
  ///
  /// - Parameters:
  ///   - values: An object.
  ///   - path: Its path, for the errors.
  /// - Returns: The errors, which name the nearest input.
  package func unknown(in values: JSON, at path: [PathElement]) -> [Diagnostic] {
    (values.object ?? []).filter { declaration(of: $0.key) == nil }.map { member in
      let hint =
        nearest(to: member.key, in: names).map { "Did you mean \(quoted($0))?" }
        ?? (names.isEmpty ? "It has none." : "It has \(names.joined(separator: ", ")).")
      return Diagnostic(
        code: "unknown-input",
        message: "the template has no input \(quoted(member.key)). \(hint)",
        path: path + [.key(member.key)])
    }
  }

  /// The row of data that gives values to the inputs.
  ///
  /// - Parameter values: An object by the names of inputs.
  /// - Returns: An object by the names of columns.
  package func row(of values: JSON) -> JSON {
    .object(
      (values.object ?? []).map { member in
        .init(declaration(of: member.key)?["column"]?.string ?? member.key, member.value)
      })
  }

  /// The declaration of an input; `nil` if there is none of this name.
  package func declaration(of name: String) -> JSON? {
    // By bytes: Swift compares strings by canonical equivalence.
    declarations.first { $0.name.utf8.elementsEqual(name.utf8) }?.declaration
  }
}
