import ScrimJSON
import ScrimKit

/// Collects the errors of one document while it is read.
final class DiagnosticCollector {
  private(set) var diagnostics: [Diagnostic] = []

  /// Whether the maximum number of errors is reached.
  var isFull: Bool { diagnostics.count >= JobDiagnostics.most }

  func report(_ diagnostic: Diagnostic) {
    if !isFull { diagnostics.append(diagnostic) }
  }

  /// Whether an error was found at a path or below it.
  func hasDiagnostic(within path: [PathElement]) -> Bool {
    diagnostics.contains { $0.path.starts(with: path) }
  }

  /// The errors in document order, without duplicates.
  var sorted: [Diagnostic] { JobDiagnostics(found: diagnostics).diagnostics }
}
