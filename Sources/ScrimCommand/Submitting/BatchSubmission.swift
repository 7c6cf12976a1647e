import ScrimJSON
package import ScrimLinux
package import ScrimRecords

/// A template with data on its way into a spool or a queue: one bundle, whatever the number of its rows.
package struct BatchSubmission {
  package let job: JobFile
  package let data: RowFile
  package var options: SubmissionOptions
  /// The files of its rows, each with its place in the bundle.
  package let files: [(place: String, file: OwnedDescriptor)]

  /// - Parameters:
  ///   - template: The template with its data.
  ///   - options: What to ask of the daemon.
  ///   - sources: The files of its rows.
  /// - Throws: A ``Failure`` if it cannot be submitted.
  init(_ template: TemplateFile, options: SubmissionOptions, sources: BatchSources) throws {
    job = template.job
    guard let data = template.data else { throw Failure(.dataError, "a batch needs data.") }
    self.data = data
    self.options = options
    files = sources.files
    if let violation = DropName.violation(in: job.name) {
      throw Failure(.dataError, "\(job.documentPath) cannot be submitted: its name \(violation).")
    }
    guard options.json.bytes().count <= SubmissionOptions.maxBytes else {
      throw Failure(
        .dataError,
        "\(options.rows.count) separate rows are more than a batch takes: submit them with --rows in parts."
      )
    }
  }

  /// The name of the data in the bundle.
  package var dataPlace: String { "data.\(data.format)" }
}
