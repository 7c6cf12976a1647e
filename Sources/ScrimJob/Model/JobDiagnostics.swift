package import ScrimJSON

/// The errors of a job in document order: all those that can be found without rendering.
package struct JobDiagnostics: Error, Sendable {
  /// Limit of the errors of a report: a hostile job can have a hundred thousand.
  static let most = 200

  /// The last entry of a full list: further errors were not searched for.
  private static let more = Diagnostic(
    code: "more-errors", message: "these are the first \(most) errors; there may be more.")

  /// At least one.
  package let diagnostics: [Diagnostic]

  package init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// Sorts errors and removes duplicates. Errors of the document itself come first. A full list ends with the note
  /// that there may be more.
  package init(found diagnostics: [Diagnostic]) {
    var seen: Set<Diagnostic> = []
    let start = Position(line: 1, column: 1)
    let sorted = diagnostics.filter { $0 != Self.more && seen.insert($0).inserted }.enumerated()
      .sorted { one, other in
        let (first, second) = (one.element.position ?? start, other.element.position ?? start)
        return (first, one.offset) < (second, other.offset)
      }
    let first = sorted.prefix(Self.most).map(\.element)
    self.diagnostics = first.count < Self.most ? first : first + [Self.more]
  }
}
