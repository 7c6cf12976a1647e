package import ScrimJSON

/// The inputs that a template declares.
package struct TemplateInputs: Sendable {
  package let inputs: [(name: String, schema: InputSchema)]

  /// Whether a document is a template: it has `inputs`.
  package static func isTemplate(_ document: Node) -> Bool {
    document["inputs"] != nil
  }

  /// Reads a template's `inputs`.
  ///
  /// - Parameters:
  ///   - document: The template.
  ///   - errors: Receives all errors.
  package init(_ document: Node, errors: inout [Diagnostic]) {
    var inputs: [(name: String, schema: InputSchema)] = []
    guard let node = document["inputs"] else {
      self.inputs = []
      return
    }
    var reader = InputReader(node, at: ["inputs"])
    for member in node.object ?? [] where !member.isAnnotation {
      let path: [PathElement] = ["inputs", .key(member.key)]
      if let message = Self.violation(ofName: member.key) {
        reader.report("invalid-name", message, path, member.keyPosition)
      }
      if let schema = InputSchema.read(member.value, at: path, errors: &reader.errors) {
        inputs.append((member.key, schema))
      }
    }
    errors += reader.errors
    self.inputs = inputs
  }

  /// The names that every template has.
  private static let ownNames = ["row", "job", "variant", "now"]

  static var reservedNames: [String] {
    ownNames + Builtin.allCases.filter(\.isStandard).map(\.rawValue)
  }

  private static func violation(ofName name: String) -> String? {
    guard isIdentifier(name.utf8) else {
      return "\(quoted(name)) is not a name: letters, digits and _, no digit first."
    }
    guard !ownNames.contains(name), !(Builtin(rawValue: name)?.isStandard ?? false) else {
      return "the name \(quoted(name)) is reserved."
    }
    return nil
  }

  /// The columns with a name that no input takes.
  package func unusedColumns(_ columns: [String]) -> [String] {
    columns.filter { column in
      !column.utf8.isEmpty && !inputs.contains { isSame($0.schema.column ?? $0.name, column) }
    }
  }

  /// Why a row cannot be used.
  package struct RowError: Error, Sendable, Hashable {
    package var input: String
    package var column: String
    package var message: String
  }

  /// What a row gives for an input.
  package enum Cell: Sendable {
    /// Text that is converted by the declared type: a cell of CSV, a value of `--set`. Empty is "not given".
    case text(String)
    /// A value of `--set` for a string, which may be empty.
    case setting(String)
    /// A value of JSON. Null is "not given".
    case value(Node)
    /// One of the input's own examples.
    case example(Value)

    var isGiven: Bool {
      switch self {
      case .text(let text): !text.utf8.isEmpty
      case .value(let node): if case .null = node.value { false } else { true }
      case .setting, .example: true
      }
    }

    /// The text; `nil` for other values.
    var string: String? {
      switch self {
      case .text(let text), .setting(let text): text
      case .value(let node): node.string
      case .example: nil
      }
    }
  }

  /// The texts of a row that would change the direction of what follows them, if they did not end with their cells.
  ///
  /// - Parameter cells: The row, by column.
  /// - Returns: A message for each.
  func openDirections(_ cells: [(column: String, cell: Cell)]) -> [RowError] {
    inputs.compactMap { name, schema in
      let column = schema.column ?? name
      let cell = cells.last { isSame($0.column, column) && $0.cell.isGiven }?.cell
      guard schema.kind == .string, let open = cell?.string.flatMap(OpenDirections.init(of:)) else {
        return nil
      }
      return RowError(
        input: name, column: column,
        message:
          "\(open.name), which changes the direction of what follows it, is not ended in the text; it ends there."
      )
    }
  }

  /// The names that the expressions of a template can use for one row.
  ///
  /// - Parameters:
  ///   - cells: The row, by column; of equal columns the last that is given counts, as `--set` follows the row.
  ///   - row: The row's number, from 1.
  ///   - job: The job's name.
  ///   - variant: The variant's name; null without variants.
  ///   - errors: Receives an error for each missing or ill-typed value.
  /// - Returns: Inputs, `row`, `job` and `variant`.
  package func context(
    _ cells: [(column: String, cell: Cell)], row: Int, job: String, variant: String? = nil,
    errors: inout [RowError]
  ) -> ValueObject {
    var builder = ObjectBuilder()
    for (name, schema) in inputs {
      let column = schema.column ?? name
      do throws(InputSchema.Violation) {
        let cell = cells.last { isSame($0.column, column) && $0.cell.isGiven }?.cell
        guard let value = try cell.flatMap(schema.value(of:)) ?? schema.defaultValue else {
          throw InputSchema.Violation("a value is required: there is none, and no default.")
        }
        builder[name] = value
      } catch {
        errors.append(RowError(input: name, column: column, message: error.message))
      }
    }
    builder["row"] = .number(Double(row))
    builder["job"] = .string(job)
    builder["variant"] = variant.map(Value.string) ?? .null
    return ValueObject(builder)
  }
}
