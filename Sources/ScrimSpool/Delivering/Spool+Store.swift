import Glibc
package import ScrimDocument
import ScrimJSON
package import ScrimLinux
import ScrimRecords
import SystemPackage

extension Spool {
  /// Copies a finished image into the job's folder; ``commit(_:_:report:)`` flushes it.
  ///
  /// - Throws: ``Diagnostic`` for an invalid output name; ``SystemError``.
  package func store(
    _ content: ImmutableBytes, as image: OutputRecord, limit: Int, of job: SpoolJob
  ) throws -> OutputRecord {
    let file = image.file
    let steps = file.split(separator: "/", omittingEmptySubsequences: false)
    guard steps.allSatisfy({ DropName.isFileName(String($0)) }), !ReportName.isReserved(file),
      ResultName.escaped(file).utf8.count <= ResultName.longestOutput
    else {
      throw Diagnostic(
        code: "output-name",
        message: "\(quoted(file)) is not a valid name for an output file.")
    }
    let name = JobFile.result(file)
    let size = content.count
    guard size <= limit else {
      throw Diagnostic(
        code: "too-large",
        message: "\(quoted(file)) has \(size) bytes, more than the limit of \(limit).")
    }
    let output: OwnedDescriptor
    do {
      output = try job.folder.open(name, O_WRONLY | O_CREAT | O_EXCL, mode: Spool.publicMode)
    } catch {
      guard error.code == .fileExists else { throw error }
      throw Diagnostic(code: "output-name", message: "two outputs are named \(quoted(file)).")
    }
    let digest = try Digest()
    try content.copy(to: output, of: "a result", as: file) {
      (chunk) throws(SystemError) in
      try digest.add(chunk)
    }
    // Outputs of a row are the batch's.
    try OutputMark.set(job.id.batch, on: output)
    var stored = image
    stored.bytes = size
    stored.sha256 = try digest.finish()
    return stored
  }
}
