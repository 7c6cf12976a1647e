import ScrimJSON
import ScrimJob

/// Collects the errors of one job from all stages, to report them together.
final class DiagnosticCollector {
  private(set) var diagnostics: [Diagnostic]
  /// Each once, in the order in which they were found.
  private(set) var warnings: [Diagnostic] = []

  /// Starts with the errors from reading the job.
  init(_ known: [Diagnostic]) {
    diagnostics = known
  }

  func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
  }

  func report(_ found: JobDiagnostics) {
    diagnostics += found.diagnostics
  }

  func warn(_ warning: Diagnostic) {
    if !warnings.contains(warning) { warnings.append(warning) }
  }

  /// - Throws: All errors in the order of the document, if there are any.
  func check() throws(JobDiagnostics) {
    guard diagnostics.isEmpty else { throw JobDiagnostics(found: diagnostics) }
  }
}
