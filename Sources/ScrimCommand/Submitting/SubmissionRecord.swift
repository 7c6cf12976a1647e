package import ScrimJSON

/// A job in the output of `submit --json`: an object on one line.
package struct SubmissionRecord {
  package enum State: String {
    /// Handed over; it is not waited for.
    case submitted
    case done, failed, held
    /// Not submitted, because of its errors.
    case rejected
    /// Not ended when the command gave up waiting.
    case unfinished
  }

  /// An image, or a batch's list of rows.
  package struct Output {
    /// Where it is; `nil` if the file of its name is another job's, or none.
    package let path: String?
    package let file: String
    package let format: String?
    package let bytes: Int?
    package let sha256: String?

    package init(path: String?, file: String, format: String?, bytes: Int?, sha256: String?) {
      self.path = path
      self.file = file
      self.format = format
      self.bytes = bytes
      self.sha256 = sha256
    }

    fileprivate var json: JSON {
      [
        "path": path.field, "file": .string(file),
        "format": format.field, "bytes": bytes.field,
        "sha256": sha256.field,
      ]
    }
  }

  /// By which other commands find the job; `nil` for a job that was not submitted.
  package let identifier: String?
  package let name: String
  package let state: State
  /// The job's ID, if it is known by now.
  package var id: String?
  package var outputs: [Output] = []
  /// Diagnostics in the form of reports.
  package var warnings: JSON = []
  package var errors: JSON = []

  package init(_ identifier: String?, name: String, _ state: State) {
    self.identifier = identifier
    self.name = name
    self.state = state
  }

  package var json: JSON {
    [
      "identifier": identifier.field, "id": id.field,
      "name": .string(name), "state": .string(state.rawValue),
      "outputs": .array(outputs.map(\.json)), "warnings": warnings, "errors": errors,
    ]
  }
}
