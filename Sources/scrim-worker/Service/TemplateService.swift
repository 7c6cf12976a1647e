import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimTemplate

/// Evaluates templates: what comes out of them are jobs, which are then read and rendered like any other.
final class TemplateService {
  /// The template of the last request.
  private var last: (owner: String, bytes: [UInt8], template: JobTemplate)?

  /// A reply to a request to prepare, and its documents, one after the other.
  typealias Prepared = (reply: PrepareReply, bytes: [UInt8])

  /// Evaluates a template for rows of its data.
  ///
  /// - Parameters:
  ///   - request: The template and its rows.
  ///   - descriptors: The template, then the data if there is any.
  /// - Returns: The documents, or errors.
  func prepare(_ request: TemplateRequest, _ descriptors: [OwnedDescriptor]) -> Prepared {
    do {
      return try prepare(template(of: request, descriptors), request, descriptors)
    } catch {
      return (PrepareReply { $0.errors = Self.diagnostics(error) }, [])
    }
  }

  private func prepare(
    _ template: JobTemplate, _ request: TemplateRequest, _ descriptors: [OwnedDescriptor]
  ) throws -> Prepared {
    try check(request.settings, template)
    var prepared: Prepared = (PrepareReply(), [])
    guard let data = request.data else {
      let row = request.isSample ? template.sample : JobTemplate.Row()
      _ = try add(row, at: nil, template, request, to: &prepared)
      return prepared
    }
    var rows = try DataFile(descriptors[1], data)
    prepared.reply.unusedColumns = template.inputs.unusedColumns(rows.columns)
    prepared.reply.next = try rows.read(data) { row in
      let place = DataRows.Place(row: row.number, line: row.line, offset: row.range.lowerBound)
      func line(_ line: Int) -> TemplatePlace.DataPlace? {
        TemplatePlace.DataPlace(file: data.file, line: line)
      }
      switch row.content {
      case .success(let cells):
        return try add(
          JobTemplate.Row(number: row.number, cells: cells, place: line(row.line)), at: place,
          template, request, to: &prepared)
      case .failure(let error):
        let diagnostic = Diagnostic(
          code: error.code, message: error.message,
          template: TemplatePlace(path: [], row: row.number, data: line(error.line)))
        prepared.reply.documents.append(
          PrepareReply.Document(
            row: place, variant: nil, name: "\(request.name)-\(row.number)", bytes: 0,
            errors: [diagnostic]))
        return true
      }
    }
    prepared.reply.notes = rows.notes
    if data.format != DataFormat.csv.rawValue {
      prepared.reply.unusedColumns = template.inputs.unusedColumns(rows.columns)
    }
    return prepared
  }

  /// Evaluates the template for a row.
  ///
  /// - Returns: False if there is no room for the documents; the row is not added then.
  private func add(
    _ row: JobTemplate.Row, at place: DataRows.Place?, _ template: JobTemplate,
    _ request: TemplateRequest, to prepared: inout Prepared
  ) throws -> Bool {
    let settings = request.settings.map { (input: $0.input, text: $0.text) }
    let evaluated = template.evaluate(
      row, job: request.name, settings: settings, limits: TemplateLimits(request.limits))
    let size = evaluated.reduce(0) { $0 + ((try? $1.document.get())?.count ?? 0) }
    guard prepared.bytes.count + size <= PrepareReply.maxBytes else {
      guard prepared.reply.documents.isEmpty else { return false }
      throw Diagnostic(
        code: "template-limit",
        message: "the variants' documents are larger than \(PrepareReply.maxBytes) bytes together.",
        template: TemplatePlace(path: [], row: row.number, data: row.place))
    }
    for item in evaluated {
      var document = PrepareReply.Document(
        row: place, variant: item.variant, name: item.name, bytes: 0, errors: [])
      document.warnings = item.warnings
      switch item.document {
      case .success(let bytes):
        document.bytes = bytes.count
        prepared.bytes += bytes
      case .failure(let error): document.errors = error.diagnostics
      }
      prepared.reply.documents.append(document)
    }
    return true
  }

  /// Finds where errors of a job come from in the template.
  ///
  /// - Parameters:
  ///   - request: The errors, and the row and variant of the job.
  ///   - descriptors: The template, then the data if there is any.
  /// - Returns: The errors with their places; as they are if the template or the data have changed.
  func locate(_ request: LocateRequest, _ descriptors: [OwnedDescriptor]) -> [Diagnostic] {
    let source = request.template
    do {
      let template = try template(of: source, descriptors)
      var found: JobTemplate.Row?
      if var data = source.data {
        data.most = 1
        var rows = try DataFile(descriptors[1], data)
        _ = try rows.read(data) { row in
          if case .success(let cells) = row.content {
            found = JobTemplate.Row(
              number: row.number, cells: cells,
              place: TemplatePlace.DataPlace(file: data.file, line: row.line))
          }
          return true
        }
      } else {
        found = source.isSample ? template.sample : JobTemplate.Row()
      }
      guard let row = found else { return request.diagnostics }
      return template.located(
        request.diagnostics, row, variant: request.variant, job: source.name,
        settings: source.settings.map { (input: $0.input, text: $0.text) },
        limits: TemplateLimits(source.limits))
    } catch {
      return request.diagnostics
    }
  }

  func template(
    of request: TemplateRequest, _ descriptors: [OwnedDescriptor]
  ) throws -> JobTemplate {
    let bytes = try descriptors[0].readAll(limit: request.limits.jobBytes, of: "the template")
    if let last, last.owner == request.owner, last.bytes == bytes { return last.template }
    last = nil
    var duplicates: [Diagnostic] = []
    let document = try Node.parse(
      bytes, limits: request.limits.document, duplicates: &duplicates)
    guard duplicates.isEmpty else { throw TemplateDiagnostics(diagnostics: duplicates) }
    let template = try JobTemplate(bytes, document)
    last = (request.owner, bytes, template)
    return template
  }

  /// - Throws: `TemplateDiagnostics` for values that the template's inputs do not take.
  func check(_ settings: [InputSetting], _ template: JobTemplate) throws(TemplateDiagnostics) {
    let violations = template.violations(of: settings.map { (input: $0.input, text: $0.text) })
    guard violations.isEmpty else {
      throw TemplateDiagnostics(
        diagnostics: violations.map { Diagnostic(code: "invalid-setting", message: $0) })
    }
  }

  /// The errors of a template or of all its data.
  static func diagnostics(_ error: any Error) -> [Diagnostic] {
    switch error {
    case let error as TemplateDiagnostics: error.diagnostics
    case let error as Diagnostic: [error]
    case let error as DataError:
      [
        Diagnostic(
          code: error.code, message: "line \(error.line) of the data: \(error.message)",
          template: TemplatePlace(path: []))
      ]
    default: [Diagnostic(code: "unreadable-data", message: "\(error).")]
    }
  }
}

extension TemplateLimits {
  init(_ limits: RenderLimits) {
    self.init(resultBytes: limits.jobBytes, depth: limits.depth)
  }
}
