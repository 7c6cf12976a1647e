import ScrimCommand
import ScrimDocument
import ScrimJSON

/// A template, read.
struct Template {
  let job: JobFile
  let inputs: InputDeclarations
  let variants: [String]

  /// - Returns: `nil` for a job that is not a template.
  /// - Throws: ``ToolError`` if it is not JSON.
  init?(_ job: JobFile) throws(ToolError) {
    let document: Node
    do {
      document = try job.document()
    } catch {
      throw ToolError(error.text(file: job.documentPath))
    }
    guard let inputs = InputDeclarations(of: document) else { return nil }
    self.job = job
    self.inputs = inputs
    variants = (document["variants"]?.array ?? []).compactMap { $0["variant"]?.string }
  }

  /// The template with values.
  ///
  /// - Parameter values: An object; `nil` for the examples of the inputs.
  /// - Returns: The template, with the values as its only row of data.
  /// - Throws: ``ToolError``, a `Failure`.
  func filled(with values: Node?) throws -> TemplateFile {
    var file = TemplateFile(job)
    guard let values else {
      file.isSample = true
      return file
    }
    guard values.object != nil else {
      throw ToolError("inputs: expected an object, found \(values.kind).")
    }
    file.data = try RowFile(row: inputs.row(of: JSON(values)))
    return file
  }
}
