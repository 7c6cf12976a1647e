package import ScrimJSON

extension Console {
  /// Prints the errors of a job, one a line; on a terminal with the line of the document and a
  /// caret under the place.
  ///
  /// - Parameters:
  ///   - diagnostics: The errors.
  ///   - job: The job that has them.
  package func report(_ diagnostics: [Diagnostic], in job: JobFile) {
    for diagnostic in diagnostics {
      tell(diagnostic, file: job.documentPath)
      guard hasTerminal, let position = diagnostic.position,
        let excerpt = SourceExcerpt(of: job.bytes, at: position, width: width)
      else { continue }
      note((excerpt.line, .faint))
      note((excerpt.caret, .error))
    }
  }

  /// Prints what the author of a job should know although it was drawn, one a line.
  ///
  /// - Parameters:
  ///   - warnings: What to know.
  ///   - job: The job that it is about.
  package func warn(_ warnings: [Diagnostic], in job: JobFile) {
    for warning in warnings { tell(warning, file: job.documentPath, as: "warning: ") }
  }

  /// Prints the line of an error, with its place set off.
  private func tell(_ diagnostic: Diagnostic, file: String, as kind: String = "") {
    let text = diagnostic.text(file: file)
    let place = text.hasSuffix(diagnostic.message) ? text.dropLast(diagnostic.message.count) : ""
    note((String(place), .place), (kind + String(text.dropFirst(place.count)), nil))
  }
}

/// The status of a command whose job has these errors: 66 when all that is wrong is that
/// pictures are not there, otherwise 65.
package func status(of diagnostics: [Diagnostic]) -> ExitStatus {
  diagnostics.allSatisfy { $0.code == "missing-source" } ? .missing : .dataError
}
