import ScrimJSON
@_spi(Host) import ScrimKit

/// Collects the errors of one document while it is read.
final class DiagnosticCollector {
  private(set) var diagnostics: [Diagnostic] = []
  /// What numbers with units are where the document is being read.
  var units = LengthUnits()
  /// Whether messages may name lines of the document.
  let namesLines: Bool

  init(namesLines: Bool = true) {
    self.namesLines = namesLines
  }

  /// Whether the maximum number of errors is reached.
  var isFull: Bool { diagnostics.count >= JobDiagnostics.most }

  func report(_ diagnostic: Diagnostic) {
    if !isFull { diagnostics.append(diagnostic) }
  }

  /// Reports an error in a value that a layer has from a style or a default: once, for the first layer that has it.
  ///
  /// - Parameters:
  ///   - diagnostic: The error where the value was written.
  ///   - user: The layer; `nil` for an error in a value of its own.
  func report(_ diagnostic: Diagnostic, usedBy user: String?) {
    guard let user else { return report(diagnostic) }
    let isKnown = diagnostics.contains {
      $0.path == diagnostic.path && $0.code == diagnostic.code && $0.position == diagnostic.position
    }
    guard !isKnown else { return }
    var diagnostic = diagnostic
    diagnostic.message += " \(user) uses it."
    report(diagnostic)
  }

  /// The lists of allowed keys that messages have shown, each with the line of its message.
  private var listings: [[String]: Int] = [:]

  /// Keys that a message lists.
  private static let mostListed = 8

  /// The suggestion for a key that resembles none of the allowed ones: the first of them, once per document.
  ///
  /// - Parameters:
  ///   - keys: The allowed keys.
  ///   - line: The line of the unknown key.
  /// - Returns: The list, or where it is.
  func listing(of keys: [String], line: Int) -> String {
    if namesLines, let first = listings[keys] {
      return "The error in line \(first) lists the allowed keys."
    }
    if !isFull { listings[keys] = line }
    let listed = keys.prefix(Self.mostListed).map(quoted).joined(separator: ", ")
    let more = keys.count - Self.mostListed
    return "Allowed keys: \(listed)"
      + (more > 0 ? " and \(more) \(more == 1 ? "other" : "others")." : ".")
  }

  /// Whether an error was found at a path or below it.
  func hasDiagnostic(within path: [PathElement]) -> Bool {
    diagnostics.contains { $0.path.starts(with: path) }
  }

  /// The errors in document order, without duplicates.
  var sorted: [Diagnostic] { JobDiagnostics(found: diagnostics).diagnostics }
}
