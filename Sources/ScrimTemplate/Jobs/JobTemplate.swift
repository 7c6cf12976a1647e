package import ScrimJSON

/// A job with `inputs`, parsed once and evaluated for each row of the data and each variant.
package struct JobTemplate: Sendable {
  package let inputs: TemplateInputs
  /// None if each row gives one document.
  package let variants: [TemplateVariant]
  let document: Node
  let bytes: [UInt8]
  let template: Template

  /// Maximum number of errors of expressions that are reported.
  private static let mostErrors = 100

  /// Parses a template.
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - document: The same, read.
  /// - Throws: ``TemplateDiagnostics`` with all errors of `inputs` and `variants`, and of expressions and operators
  ///   that are wrong whatever the values, also where no row would get to them.
  package init(_ bytes: [UInt8], _ document: Node) throws(TemplateDiagnostics) {
    var errors: [Diagnostic] = []
    let inputs = TemplateInputs(document, errors: &errors)
    variants = TemplateVariant.read(document, inputs, errors: &errors)
    self.inputs = inputs
    self.document = document
    self.bytes = bytes
    template = Template(document, as: .job)
    errors += template.errors.prefix(Self.mostErrors).map { diagnostic($0, nil, nil) }
    guard errors.isEmpty else { throw TemplateDiagnostics(diagnostics: errors) }
  }

  /// The values for one evaluation.
  package struct Row: Sendable {
    /// The row of the data, from 1; `nil` without data.
    package var number: Int?
    /// By column; of equal columns the last that is given counts.
    package var cells: [(column: String, cell: TemplateInputs.Cell)]
    /// Where it begins in the data, for errors.
    package var place: TemplatePlace.DataPlace?

    package init(
      number: Int? = nil, cells: [(column: String, cell: TemplateInputs.Cell)] = [],
      place: TemplatePlace.DataPlace? = nil
    ) {
      self.number = number
      self.cells = cells
      self.place = place
    }
  }

  /// What an evaluation has given.
  package struct Evaluated: Sendable {
    package var variant: String?
    /// The job's name, from which the name of an output without `file` is derived: `card-17-og`.
    package var name: String
    /// The job's document, or why there is none.
    package var document: Result<[UInt8], TemplateDiagnostics>
    package var warnings: [Diagnostic] = []
  }

  /// Evaluates the template for a row: once for each variant, or once if there are none.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - job: The name of the job, from its file.
  ///   - settings: Values by names of inputs, which take precedence over the row's.
  ///   - limits: What each evaluation may use.
  /// - Returns: The documents, in the order of the variants.
  package func evaluate(
    _ row: Row, job: String, settings: [(input: String, text: String)] = [],
    limits: TemplateLimits = .standard
  ) -> [Evaluated] {
    let all: [TemplateVariant?] = variants.isEmpty ? [nil] : variants
    return all.map { variant in
      let name = ([job] + [row.number.map(String.init), variant?.name].compactMap(\.self))
        .joined(separator: "-")
      var warnings: [Diagnostic] = []
      let document = Result { () throws(TemplateDiagnostics) in
        let context = try context(row, variant, job: job, settings)
        do throws(TemplateError) {
          let evaluated = try template.evaluate(context, limits: limits, origins: nil)
          warnings = evaluated.artefacts.map { warning($0, row, variant?.name) }
          warnings += inputs.openDirections(cells(row, variant, settings)).map { open in
            var warning = diagnostic(open, row, variant?.name)
            warning.code = "open-direction"
            return warning
          }
          return evaluated.value.json.bytes()
        } catch {
          throw TemplateDiagnostics(
            diagnostics: [diagnostic(error, row, variant?.name)])
        }
      }
      return Evaluated(
        variant: variant?.name, name: name, document: document, warnings: warnings)
    }
  }

  /// The errors of settings that no input takes, or of a wrong type.
  ///
  /// - Parameter settings: Values by names of inputs.
  /// - Returns: A sentence for each.
  package func violations(of settings: [(input: String, text: String)]) -> [String] {
    settings.compactMap { name, text in
      guard let schema = inputs.inputs.first(where: { isSame($0.name, name) })?.schema else {
        let names = inputs.inputs.map(\.name)
        let suggestion =
          nearest(to: name, in: names).map { " Did you mean \(quoted($0))?" }
          ?? (names.isEmpty ? " It has none." : " It has \(names.joined(separator: ", ")).")
        return "the template has no input \(quoted(name)).\(suggestion)"
      }
      let cell = Self.cell(text, for: schema)
      guard cell.isGiven else { return nil }
      do throws(InputSchema.Violation) {
        _ = try schema.value(of: cell)
        return nil
      } catch {
        return "\(name): \(error.message)"
      }
    }
  }

  /// A row made of the first example of each input.
  package var sample: Row {
    Row(
      cells: inputs.inputs.compactMap { name, schema in
        schema.examples.first.map { (schema.column ?? name, .example($0)) }
      })
  }

  private func cells(
    _ row: Row, _ variant: TemplateVariant?, _ settings: [(input: String, text: String)]
  ) -> [(column: String, cell: TemplateInputs.Cell)] {
    var cells = (variant?.cells ?? []) + row.cells
    for (name, text) in settings {
      let schema = inputs.inputs.first { isSame($0.name, name) }?.schema
      cells.append((schema?.column ?? name, Self.cell(text, for: schema)))
    }
    return cells
  }

  private static func cell(_ text: String, for schema: InputSchema?) -> TemplateInputs.Cell {
    schema?.kind == .string ? .setting(text) : .text(text)
  }

  func context(
    _ row: Row, _ variant: TemplateVariant?, job: String,
    _ settings: [(input: String, text: String)]
  ) throws(TemplateDiagnostics) -> ValueObject {
    var errors: [TemplateInputs.RowError] = []
    let context = inputs.context(
      cells(row, variant, settings), row: row.number ?? 1, job: job, variant: variant?.name,
      errors: &errors)
    guard errors.isEmpty else {
      throw TemplateDiagnostics(
        diagnostics: errors.map { diagnostic($0, row, variant?.name) })
    }
    return context
  }
}

/// The errors of a template, or of a row of its data.
package struct TemplateDiagnostics: Error, Sendable {
  /// At least one.
  package let diagnostics: [Diagnostic]

  package init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }
}

extension JobTemplate {
  /// The same template without all that its outputs do not depend on, so that the names of outputs are found quickly.
  ///
  /// - Returns: `nil` if the names of different rows' outputs are different whatever the values.
  /// - Throws: ``TemplateDiagnostics``.
  package func outputsOnly() throws(TemplateDiagnostics) -> JobTemplate? {
    guard let members = document.object else { return nil }
    // An operator gives the whole document.
    guard !members.contains(where: { $0.key.utf8.first == UInt8(ascii: "$") && !$0.isAnnotation })
    else { return self }
    guard !hasRowInNames else { return nil }
    let kept = ["inputs", "variants", "output"]
    let reduced = JSON.object(
      members.filter { kept.contains($0.key) }.map { JSON.Member($0.key, JSON($0.value)) })
    let bytes = reduced.bytes()
    // Written by us: it can be read.
    guard let node = try? Node.parse(bytes) else { return self }
    return try JobTemplate(bytes, node)
  }

  /// Whether the number of the row can be read from the name of each output.
  private var hasRowInNames: Bool {
    let output = document["output"]
    return (output?.array ?? [output].compactMap(\.self)).allSatisfy { output in
      // An operator or a key with an expression may give another name.
      guard let members = output.object,
        !members.contains(where: { $0.key.utf8.contains(UInt8(ascii: "$")) && !$0.isAnnotation })
      else { return false }
      // Without `file` the name is that of the job and the row.
      return output["file"].map { $0.string.map { Interpolation($0).endsInRow } ?? false } ?? true
    }
  }
}
