import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimTemplate

/// Indexes the data of batches.
extension TemplateService {
  /// A reply to a request for an index, and its rows, in the format of `RowPlace`.
  typealias Indexed = (reply: IndexReply, bytes: [UInt8])

  /// Finds rows of a template's data, and the names of their outputs.
  ///
  /// - Parameters:
  ///   - request: The template and its rows.
  ///   - descriptors: The template, then the data.
  /// - Returns: The rows, or errors. Those of single rows are found when they are rendered.
  func index(_ request: TemplateRequest, _ descriptors: [OwnedDescriptor]) -> Indexed {
    do {
      guard let data = request.data else {
        throw ChannelError(.malformed, "an index of no data")
      }
      let template = try template(of: request, descriptors)
      try check(request.settings, template)
      return try index(data, request, template, descriptors)
    } catch {
      return (IndexReply { $0.errors = Self.diagnostics(error) }, [])
    }
  }

  private func index(
    _ data: DataRows, _ request: TemplateRequest, _ template: JobTemplate,
    _ descriptors: [OwnedDescriptor]
  ) throws -> Indexed {
    let settings = request.settings.map { (input: $0.input, text: $0.text) }
    let outputs = try template.outputsOnly()
    let isJSON = data.format != DataFormat.csv.rawValue
    // The keys of JSON lines are its columns.
    var rows = try DataFile(
      descriptors[1], data, detail: outputs == nil && !isJSON ? .ranges : .cells)
    var indexed: Indexed = (IndexReply(), [])
    indexed.reply.next = try rows.read(data) { row in
      var place = RowPlace(offset: row.range.lowerBound, line: row.line, names: [])
      if let outputs, case .success(let cells) = row.content {
        place.names = Self.names(
          outputs.evaluate(
            JobTemplate.Row(number: row.number, cells: cells), job: request.name,
            settings: settings, limits: TemplateLimits(request.limits)))
      }
      let size = indexed.bytes.count
      place.append(to: &indexed.bytes)
      guard indexed.bytes.count <= IndexReply.maxBytes else {
        indexed.bytes.removeSubrange(size...)
        return false
      }
      indexed.reply.rows += 1
      return true
    }
    indexed.reply.notes = rows.notes
    indexed.reply.unusedColumns = template.inputs.unusedColumns(rows.columns)
    return indexed
  }

  /// The names that documents give to outputs. Those that are derived from the job's name and the row are different
  /// anyway.
  private static func names(_ evaluated: [JobTemplate.Evaluated]) -> [[UInt8]] {
    evaluated.flatMap { item -> [[UInt8]] in
      guard let bytes = try? item.document.get(), let node = try? Node.parse(bytes) else {
        return []
      }
      return OutputNames(node, job: item.name).given.map { Array($0.utf8) }
    }
    .filter { $0.count <= 255 * 8 }
  }
}
