package import ScrimJSON

/// What `submit` prints of its jobs: identifiers at once, to standard output if the command does not wait, and
/// otherwise to standard error; with `--json` an object per job.
package struct SubmissionConsole {
  package let console: Console
  package let isJSON: Bool
  private let isAwaited: Bool

  package init(_ console: Console, isAwaited: Bool, isJSON: Bool) {
    self.console = console
    self.isAwaited = isAwaited
    self.isJSON = isJSON
  }

  /// Prints the identifier of a job that was submitted.
  package func submitted(_ identifier: String, name: String) {
    if isAwaited { return console.note("\(name): submitted as \(identifier)") }
    if isJSON { return print(SubmissionRecord(identifier, name: name, .submitted)) }
    console.result(identifier)
  }

  /// Prints a job with `--json`.
  package func print(_ record: SubmissionRecord) {
    if isJSON { console.result(record.json.text()) }
  }

  /// Prints errors of a job, unless they are in its object.
  package func report(_ diagnostics: [Diagnostic], in job: JobFile) {
    if !isJSON { console.report(diagnostics, in: job) }
  }
}
