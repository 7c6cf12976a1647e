package import ScrimDocument
package import ScrimJSON

/// How a row of a batch ended: a line of `NAME.rows.jsonl`.
package struct RowReport: Sendable {
  package enum Status: String, Sendable {
    case done, failed
    /// Not rendered, since the batch was stopped.
    case skipped
  }

  package let row: Int
  package var status: Status
  /// Its images, with their SHA-256; none but for `done`.
  package var outputs: [OutputRecord] = []
  package var warnings: [Diagnostic] = []
  /// Image files with parts that no output has.
  package var inputs: [InputRecord] = []
  /// The files of URLs.
  package var fetched: [FetchedRecord] = []
  /// The digest of the environment in which it was rendered, `sha256:…`; `nil` if it is not known.
  package var environment: String?
  package var errors: [Diagnostic] = []

  /// Errors, and warnings, of a row that are reported.
  private static let mostDiagnostics = 20
  /// Inputs of a row that are listed.
  private static let mostInputs = 64
  /// Hexadecimal digits of the SHA-256 of the data and the environment that a line has: enough to recognise them.
  package static let digestLength = 16
  private static let environmentPrefix = "sha256:"

  package init(_ row: Int, _ status: Status) {
    self.row = row
    self.status = status
  }

  /// A row that is done, with its stored images.
  package init(
    _ row: Int, outputs: [OutputRecord], warnings: [Diagnostic], inputs: [InputRecord] = [],
    fetched: [FetchedRecord] = [], environment: String? = nil
  ) {
    self.init(row, .done)
    self.outputs = outputs
    self.warnings = warnings
    self.inputs = inputs
    self.fetched = fetched
    self.environment = environment
  }

  /// A row with errors.
  package init(_ row: Int, failed errors: [Diagnostic]) {
    self.init(row, .failed)
    // Also those that are not about a place in the template, such as crashes, name the row.
    self.errors = errors.map { error in
      var error = error
      error.template = error.template ?? TemplatePlace(path: [], row: row)
      return error
    }
  }

  /// The line, with the beginning of the environment's digest, and of the data's if the row can be rendered again.
  package func line(_ record: BatchRecord) -> [UInt8] {
    var members: [JSON.Member] = [
      .init("row", .integer(row)), .init("status", .string(status.rawValue)),
      .init("outputs", .array(outputs.map(\.json))),
      .init("warnings", .array(warnings.prefix(Self.mostDiagnostics).map(\.json))),
      .init("errors", .array(errors.prefix(Self.mostDiagnostics).map(\.json))),
    ]
    if !inputs.isEmpty {
      members.append(.init("inputs", .array(inputs.prefix(Self.mostInputs).map(\.json))))
    }
    if !fetched.isEmpty {
      members.append(.init("fetched", .array(fetched.prefix(Self.mostInputs).map(\.json))))
    }
    if let environment {
      let length = Self.environmentPrefix.count + Self.digestLength
      members.append(.init("environment", .string(String(environment.prefix(length)))))
    }
    if status != .done {
      members.append(.init("data", .string(String(record.sha256.prefix(Self.digestLength)))))
    }
    return JSON.object(members).bytes() + [UInt8(ascii: "\n")]
  }
}

/// What the beginning of a line of a rows file says, without parsing the line.
package struct RowLine {
  package let status: RowReport.Status?

  package init(_ line: ArraySlice<UInt8>) {
    // Row and status come first.
    let head = String(decoding: line.prefix(60), as: UTF8.self)
    let parts = head.split(separator: "\"", maxSplits: 6, omittingEmptySubsequences: false)
    status =
      parts.count > 5 && parts[3] == "status" ? RowReport.Status(rawValue: String(parts[5])) : nil
  }
}
