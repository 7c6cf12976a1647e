package import ScrimJSON

extension JobTemplate {
  /// The errors of a job that the template gave, with the places in the template that gave the erroneous values.
  ///
  /// - Parameters:
  ///   - diagnostics: The errors, with paths in the job's document.
  ///   - row: The row.
  ///   - variant: The name of the variant.
  ///   - job: The name of the job, from its file.
  ///   - settings: Values by names of inputs.
  ///   - limits: What the evaluation may use.
  /// - Returns: The errors, with the same paths and messages.
  package func located(
    _ diagnostics: [Diagnostic], _ row: Row, variant: String?, job: String,
    settings: [(input: String, text: String)] = [], limits: TemplateLimits = .standard
  ) -> [Diagnostic] {
    let origins = Origins()
    let size = variants.first { $0.name == variant }
    // What gave the document gives it again.
    guard let context = try? context(row, size, job: job, settings),
      let evaluated = try? template.evaluate(context, limits: limits, origins: origins)
    else { return diagnostics }
    let (value, root) = (evaluated.value, evaluated.origin)
    return diagnostics.map { diagnostic in
      let origin = origins.origin(of: diagnostic.path, in: value, from: root)
      var located = diagnostic
      if diagnostic.code == "duplicate-id",
        let message = duplicates(of: diagnostic.path, origin, in: value, origins, root)
      {
        located.message = message
      }
      return place(located, at: origin.path, row, variant)
    }
  }

  /// The message about an id that two items of one `$map` give.
  private func duplicates(
    of path: [PathElement], _ origin: Origins.Origin, in value: Value, _ origins: Origins,
    _ root: Origins.Origin
  ) -> String? {
    guard let item = origin.item, case .string(let id)? = value[path: path],
      let first = value.path(toID: id)
    else { return nil }
    let other = origins.origin(of: first, in: value, from: root)
    guard let otherItem = other.item, other.path == origin.path else { return nil }
    return "the id \(quoted(id)) is used twice: items \(otherItem) and \(item) of $map give it."
  }

  /// The error with the place in the template.
  private func place(
    _ diagnostic: Diagnostic, at path: [PathElement], _ row: Row?, _ variant: String?
  ) -> Diagnostic {
    var path = path
    var node = nearestNode(at: &path)
    if let expression = node[Operator.eval.rawValue], expression.string != nil {
      path.append(.key(Operator.eval.rawValue))
      node = expression
    }
    var placed = diagnostic
    placed.position = node.position
    placed.template = TemplatePlace(
      path: path, row: row?.number, variant: variant, columns: columns(at: path), data: row?.place)
    return placed
  }

  /// The value at a path, or the nearest around it, to which the path is shortened.
  private func nearestNode(at path: inout [PathElement]) -> Node {
    while !path.isEmpty {
      if let node = document[path] { return node }
      path.removeLast()
    }
    return document
  }

  private func columns(at path: [PathElement]) -> [String] {
    InputReferences(inputs: inputs.inputs.map(\.name)).inputs(at: path, in: document)
      .map { name in inputs.inputs.first { $0.name == name }?.schema.column ?? name }
  }

  /// An error of an expression, at the character in its string.
  func diagnostic(_ error: TemplateError, _ row: Row?, _ variant: String?) -> Diagnostic {
    var path = error.path
    let node = nearestNode(at: &path)
    let code =
      switch error.kind {
      case .limit: "template-limit"
      case .syntax: "template-syntax"
      default: "template-error"
      }
    let position = error.offset.flatMap { node.position(ofUTF8: $0, in: bytes) } ?? node.position
    return Diagnostic(
      code: code, message: error.message, path: path, position: position,
      template: TemplatePlace(
        path: path, row: row?.number, variant: variant, columns: columns(at: path),
        data: row?.place))
  }

  /// A number that was written with more digits than people write.
  func warning(_ artefact: TemplateError, _ row: Row, _ variant: String?) -> Diagnostic {
    var warning = diagnostic(artefact, row, variant)
    (warning.code, warning.path) = ("float-artefact", [])
    return warning
  }

  /// An error of a row's value, at the declaration of its input.
  func diagnostic(
    _ error: TemplateInputs.RowError, _ row: Row?, _ variant: String?
  ) -> Diagnostic {
    let path: [PathElement] = ["inputs", .key(error.input)]
    return Diagnostic(
      code: "invalid-input", message: error.message, path: path, position: document[path]?.position,
      template: TemplatePlace(
        path: path, row: row?.number, variant: variant, columns: [error.column], data: row?.place))
  }
}

extension Value {
  fileprivate subscript(path path: [PathElement]) -> Value? {
    path.reduce(self) { $0?[$1] }
  }

  /// The path to the first `id` with a text, in document order.
  fileprivate func path(toID id: String) -> [PathElement]? {
    switch self {
    case .array(let array):
      for (index, item) in array.items.enumerated() {
        if let path = item.path(toID: id) { return [.index(index)] + path }
      }
    case .object(let object):
      for member in object.members {
        if member.key == "id", case .string(let string) = member.value, isSame(string, id) {
          return ["id"]
        }
        if let path = member.value.path(toID: id) { return [.key(member.key)] + path }
      }
    default: break
    }
    return nil
  }
}
