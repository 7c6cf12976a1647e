import ScrimJSON
import ScrimKit

/// Collects the errors of one document while it is read.
final class DiagnosticCollector {
  private(set) var diagnostics: [Diagnostic] = []

  /// Whether no more errors are taken.
  var isFull: Bool { diagnostics.count >= JobDiagnostics.most }

  func report(_ diagnostic: Diagnostic) {
    if !isFull { diagnostics.append(diagnostic) }
  }

  /// Whether an error was found at a path or below it.
  func hasDiagnostic(within path: [PathElement]) -> Bool {
    diagnostics.contains { $0.path.starts(with: path) }
  }

  /// The errors in the order of the document, each once.
  var sorted: [Diagnostic] { JobDiagnostics(found: diagnostics).diagnostics }
}
