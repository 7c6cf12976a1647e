import Glibc
package import ScrimDocument
import ScrimJSON
package import ScrimLinux
package import ScrimRecords
import SystemPackage

/// Hands out the outputs of jobs that are done.
extension Spool {
  /// Outputs of one answer: fewer than a packet may have descriptors.
  package static let mostOutputs = 100

  /// Opens outputs of a job: those that wait to be acknowledged, or the second links of delivered ones.
  ///
  /// - Parameters:
  ///   - id: The job.
  ///   - cursor: The end of the previous part.
  ///   - most: Outputs of a part.
  /// - Returns: The outputs, and the end of the part if there are more.
  /// - Throws: ``CommandError`` missing, state; ``SystemError``.
  package func openOutputs(
    of id: JobID, after cursor: OutputCursor? = nil, most: Int = mostOutputs
  ) throws -> (
    outputs: [(output: OutputRecord, file: OwnedDescriptor)], next: OutputCursor?
  ) {
    guard let entry = try find(id) else { throw CommandError(.missing, "no job \(id).") }
    guard entry.state == .done else {
      throw CommandError(.state, "job \(id) is not done: it is in \(entry.state.rawValue)/.")
    }
    var outputs: [(output: OutputRecord, file: OwnedDescriptor)] = []
    var last: OutputCursor?
    let job = try done.folder(entry.child)
    for (row, chunk) in try Self.places(in: job, from: cursor?.row ?? 0) {
      let folder = try chunk.map { try job.folder(BatchFile.ended).folder($0) } ?? job
      for (file, name) in try Self.outputs(in: folder) {
        let place = OutputCursor(row: row, file: file)
        if let cursor, place <= cursor { continue }
        guard outputs.count < most else { return (outputs, last) }
        let content = try folder.open(name, O_RDONLY | O_NONBLOCK)
        let size = Int(try content.status(of: file).st_size)
        outputs.append((OutputRecord(file: file, bytes: size), content))
        last = place
      }
    }
    return (outputs, nil)
  }

  /// Where a job has outputs: in its own folder, `nil`, and in those of the chunks of a private batch.
  private static func places(
    in job: Folder, from row: Int
  ) throws(SystemError) -> [(row: Int, chunk: String?)] {
    let own: [(row: Int, chunk: String?)] = row == 0 ? [(0, nil)] : []
    guard try job.has(BatchFile.ended) else { return own }
    return try own
      + job.folder(BatchFile.ended).names().compactMap { EndedName($0) }.sorted()
      .filter { $0.rows.first >= row }.map { ($0.rows.first, $0.description) }
  }

  private static func outputs(
    in folder: Folder
  ) throws(SystemError) -> [(file: String, name: String)] {
    try folder.names().compactMap { name in
      guard let file = JobFile.output(ofResult: name) ?? JobFile.output(ofKept: name),
        !ReportName.isReserved(file)
      else { return nil }
      return (file, name)
    }.sorted { $0.file < $1.file }
  }
}
