import Glibc
import ScrimDocument
package import ScrimLinux
import SystemPackage

/// Hands out the outputs of jobs that are done.
extension Spool {
  /// Opens the outputs of a job, in the order of their names: those that wait to be acknowledged, or the second links
  /// of delivered ones.
  ///
  /// - Throws: ``CommandError`` missing, state; ``SystemError``.
  package func openOutputs(of id: JobID) throws -> [(
    output: JobAnswer.Output, file: OwnedDescriptor
  )] {
    guard let entry = try find(id) else { throw CommandError(.missing, "no job \(id).") }
    guard entry.state == .done else {
      throw CommandError(.state, "job \(id) is not done: it is in \(entry.state.rawValue)/.")
    }
    let folder = try done.folder(entry.child)
    return try folder.names().sorted().compactMap { name in
      guard let file = JobFile.output(ofResult: name) ?? JobFile.output(ofKept: name),
        !ReportName.isReserved(file)
      else { return nil }
      let content = try folder.open(name, O_RDONLY | O_NONBLOCK)
      let size = Int(try content.status(of: file).st_size)
      return (JobAnswer.Output(file: file, bytes: size), content)
    }
  }
}
