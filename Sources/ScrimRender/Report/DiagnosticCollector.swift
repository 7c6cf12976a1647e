import ScrimJSON
import ScrimJob

/// Collects the errors of one job, wherever they are found, so that they are told together.
final class DiagnosticCollector {
  private(set) var diagnostics: [Diagnostic]

  /// Begins with what was found when the job was read.
  init(_ known: [Diagnostic]) {
    diagnostics = known
  }

  func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  func report(_ found: JobDiagnostics) {
    diagnostics += found.diagnostics
  }

  /// - Throws: All errors in the order of the document, if there are any.
  func check() throws(JobDiagnostics) {
    guard diagnostics.isEmpty else { throw JobDiagnostics(found: diagnostics) }
  }
}
