import ScrimJSON

/// One of the sizes or forms in which a template is rendered for each row.
package struct TemplateVariant: Sendable {
  /// A part of the names of outputs, and the value of `variant` in expressions.
  package let name: String
  /// Values of inputs, which a row takes precedence over.
  let cells: [(column: String, cell: TemplateInputs.Cell)]

  /// Maximum number of variants.
  package static let most = 100
  /// Maximum length of a name, bytes.
  private static let longestName = 64
  private static let key = "variants"
  private static let nameKey = "variant"

  /// Reads a template's `variants`.
  ///
  /// - Parameters:
  ///   - document: The template.
  ///   - inputs: Its inputs.
  ///   - errors: Receives all errors.
  /// - Returns: The variants; none if the template has no such key.
  static func read(
    _ document: Node, _ inputs: TemplateInputs, errors: inout [Diagnostic]
  ) -> [TemplateVariant] {
    guard let node = document[key] else { return [] }
    let path: [PathElement] = [.key(key)]
    guard let items = node.array, (1...most).contains(items.count) else {
      let found = node.array.map { "found \($0.count)" } ?? "found \(node.kind)"
      errors.append(
        Diagnostic(
          code: "wrong-type", message: "expected an array of 1…\(most) variants, \(found).",
          path: path, position: node.position))
      return []
    }
    var variants: [TemplateVariant] = []
    for (index, item) in items.enumerated() {
      let path = path + [.index(index)]
      guard let variant = read(item, at: path, inputs, errors: &errors) else { continue }
      if let first = variants.firstIndex(where: { isSame($0.name, variant.name) }) {
        errors.append(
          Diagnostic(
            code: "duplicate-variant",
            message: "the variant \(quoted(variant.name)) is there twice, first as item \(first).",
            path: path + [.key(nameKey)], position: item[nameKey]?.position))
      }
      variants.append(variant)
    }
    return variants
  }

  private static func read(
    _ node: Node, at path: [PathElement], _ inputs: TemplateInputs, errors: inout [Diagnostic]
  ) -> TemplateVariant? {
    var reader = InputReader(node, at: path)
    defer { errors += reader.errors }
    guard reader.isObject else { return nil }
    reader.checkKeys([nameKey] + inputs.inputs.map(\.name))
    guard let name = reader.value(nameKey, "a string", \.string) else {
      if node[nameKey] == nil {
        reader.report(
          "missing-key", "\(quoted(nameKey)), the name of the variant, is required.", path,
          node.position)
      }
      return nil
    }
    if let violation = violation(ofName: name) { reader.report("invalid-name", violation, nameKey) }
    var cells: [(column: String, cell: TemplateInputs.Cell)] = []
    for (input, schema) in inputs.inputs {
      guard let value = node[input] else { continue }
      do throws(InputSchema.Violation) {
        _ = try schema.value(of: .value(value))
        cells.append((schema.column ?? input, .value(value)))
      } catch {
        reader.report("invalid-input", error.message, input)
      }
    }
    return TemplateVariant(name: name, cells: cells)
  }

  /// It is a part of file names.
  private static func violation(ofName name: String) -> String? {
    let isPlain = name.utf8.allSatisfy { isIdentifierPart($0) || $0 == UInt8(ascii: "-") }
    guard isPlain, (1...longestName).contains(name.utf8.count) else {
      return
        "\(quoted(name)) is not a name of a variant: 1…\(longestName) letters (a–z, A–Z), digits, - and _."
    }
    return nil
  }
}
