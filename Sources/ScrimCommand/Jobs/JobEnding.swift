package import ScrimJSON
package import ScrimRecords

/// How a job ended.
package protocol JobEnding {
  /// The job's name.
  var title: String? { get }
  var errors: [Diagnostic] { get }
  /// How the rows of a batch ended; `nil` for a job without rows.
  var summary: BatchSummary? { get }
  /// How a command ends that waited for it; `nil` if all of it is done.
  var exitStatus: ExitStatus? { get }
}

extension JobEnding {
  /// Prints the errors of a job and the counts of a batch.
  ///
  /// - Parameters:
  ///   - job: What names the job.
  ///   - console: Where they are printed.
  ///   - file: The job file for the places of errors, if it is there.
  package func print(of job: String, to console: Console, in file: JobFile? = nil) {
    if let file {
      console.report(errors, in: file)
    } else {
      let name = "job \(job)" + (title.map { " (\($0))" } ?? "")
      for error in errors { console.note(error.text(file: name)) }
    }
    summary?.print(to: console)
  }
}

extension JobReport: JobEnding {
  package var title: String? { job }
  package var summary: BatchSummary? { batch.map { _ in BatchSummary([self], name: job) } }
}
