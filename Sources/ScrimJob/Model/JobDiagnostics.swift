package import ScrimJSON

/// The errors of a job: those that can be found without rendering it all together, in the order
/// of the document.
package struct JobDiagnostics: Error, Sendable {
  /// Limit of the errors of a report: a hostile job can have a hundred thousand.
  static let most = 200

  /// The last of as many errors: those behind them were not looked for.
  private static let more = Diagnostic(
    code: "more-mistakes", message: "these are the first \(most) errors; there may be more.")

  /// At least one.
  package let diagnostics: [Diagnostic]

  package init(diagnostics: [Diagnostic]) {
    self.diagnostics = diagnostics
  }

  /// Errors that were found in any order, and perhaps twice. Those of the whole document come
  /// first; who is told as many as there is room for is told that there may be more.
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
