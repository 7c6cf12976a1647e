package import ScrimJSON
import ScrimLinux

/// The report of a job, `NAME.result.json`: how it ended, with its images or errors.
///
/// Reports of jobs that are done hold no text of the job, and every member of the group may read them. Others hold
/// messages, which quote the job, and only its submitter may.
package struct JobReport: Sendable, JSONRecord {
  package enum Status: String, Sendable, CaseIterable {
    case done, failed, held
  }

  /// An image in `out/`.
  package struct Output: Sendable, JSONRecord {
    /// Its name below the folder of outputs.
    package let file: String
    /// `png`, `jpeg`, …
    package let format: String?
    package let json: JSON

    package init(fields: FieldReader) throws(FieldError) {
      file = try fields.string("file")
      format = try fields.optionalString("format")
      json = fields.json
    }
  }

  package let status: Status
  /// The name of the job.
  package let job: String
  /// The job's errors, or why it was given up.
  package let errors: [Diagnostic]
  package let outputs: [Output]
  package let json: JSON

  package init(fields: FieldReader) throws(FieldError) {
    status = try fields.choice("status")
    job = try fields.string("job")
    errors = try fields.optionalDiagnostics("errors")
    outputs = try fields.optionalList("outputs")
    json = fields.json
  }

  private init(
    _ status: Status, _ job: SpoolJob, _ ticket: Ticket, errors: [Diagnostic] = [],
    outputs: [Output] = [], _ members: [JSON.Member]
  ) {
    self.status = status
    self.job = ticket.name
    self.errors = errors
    self.outputs = outputs
    let times: JSON = [
      "accepted": .string(Timestamp.text(ofMilliseconds: job.id.time)),
      status == .held ? "held" : "ended": .string(
        Timestamp.text(ofMilliseconds: WallClock.milliseconds)),
    ]
    // Not the token: it names the file by which only its submitter finds the report.
    json = .object(
      [
        .init("status", .string(status.rawValue)), .init("job", .string(ticket.name)),
        .init("id", .string(job.id.description)), .init("attempts", .integer(job.attempt)),
        .init("times", times),
      ] + members)
  }

  /// How the rows of a batch ended; `nil` for any other job.
  package var rows: (total: Int, done: Int, failed: Int, skipped: Int)? {
    guard let rows = json["rows"] else { return nil }
    func number(_ key: String) -> Int { rows[key]?.integer ?? 0 }
    return (number("total"), number("done"), number("failed"), number("skipped"))
  }

  /// Why a user cancelled a batch; `nil` if none did.
  package var cancellation: String? {
    json["stopped"]?.string.flatMap { $0.hasPrefix(Self.cancelled) ? "\($0)." : nil }
  }

  /// The beginning of the reason why a cancelled batch was stopped.
  static let cancelled = "cancelled by user "

  /// The time of each stage.
  package var milliseconds: [(stage: String, milliseconds: Double)] {
    (json["milliseconds"]?.object ?? []).compactMap { stage in
      stage.value.number.map { (stage: stage.key, milliseconds: $0) }
    }
  }

  /// The report of a job that is done: the worker's part, with the SHA-256 of each stored output added, and the
  /// stages that the daemon measured (`wait`, …).
  package static func done(
    _ job: SpoolJob, _ ticket: Ticket, worker: JSON, outputs: [StoredOutput],
    milliseconds: [(String, Double)]
  ) -> JobReport {
    let digests = Dictionary(outputs.map { ($0.file, $0.sha256) }) { first, _ in first }
    let list = (worker["outputs"]?.array ?? []).map { output in
      output.adding("sha256", (output["file"]?.string).flatMap { digests[$0] })
    }
    let measured = milliseconds.map { JSON.Member($0.0, .number($0.1)) }
    let stages = measured + (worker["milliseconds"]?.object ?? [])
    var members = [JSON.Member("milliseconds", .object(stages))]
    for member in worker.object ?? [] {
      switch member.key {
      case "outputs": members.append(.init("outputs", .array(list)))
      case "status", "job", "id", "token", "attempts", "times", "milliseconds": break
      default: members.append(member)
      }
    }
    return JobReport(
      .done, job, ticket, outputs: list.compactMap { try? Output(json: $0) }, members)
  }

  /// The report of a job with errors, or one that was given up.
  package static func failed(
    _ job: SpoolJob, _ ticket: Ticket, _ diagnostics: [Diagnostic], history: History
  ) -> JobReport {
    failure(.failed, job, ticket, diagnostics, history)
  }

  /// The report of a job that waits for a plugin that it needs.
  static func held(
    _ job: SpoolJob, _ ticket: Ticket, _ diagnostic: Diagnostic, history: History
  ) -> JobReport {
    failure(.held, job, ticket, [diagnostic], history)
  }

  /// The report of a batch of rows.
  ///
  /// - Parameters:
  ///   - job: The batch.
  ///   - ticket: Its ticket.
  ///   - record: What its index found.
  ///   - progress: How its rows ended.
  ///   - errors: The first errors of rows.
  ///   - stopped: Why rows were skipped; `nil` if none were.
  ///   - milliseconds: The time since it was accepted.
  /// - Returns: The report.
  static func batch(
    _ job: SpoolJob, _ ticket: Ticket, _ record: BatchRecord, _ progress: BatchProgress,
    errors: [Diagnostic], stopped: String?, milliseconds: Int
  ) -> JobReport {
    let rows: JSON = [
      "total": .integer(progress.rows), "done": .integer(progress.done),
      "failed": .integer(progress.failed), "skipped": .integer(progress.skipped),
    ]
    let data: JSON = [
      "rows": .integer(record.rows), "bytes": .integer(record.bytes),
      "sha256": .string(record.sha256),
      "unusedColumns": .array(record.unusedColumns.map(JSON.string)),
    ]
    let file: JSON = ["file": .string(ticket.rowsName), "format": "jsonl"]
    return JobReport(
      .done, job, ticket, errors: errors, outputs: [file].compactMap { try? Output(json: $0) },
      [
        .init("seed", .integer(ticket.seed)), .init("rows", rows), .init("data", data),
        .init("stopped", stopped.map(JSON.string) ?? .null), .init("outputs", [file]),
        .init("milliseconds", ["total": .integer(milliseconds)]),
        .init("errors", .array(errors.map(\.json))),
      ])
  }

  private static func failure(
    _ status: Status, _ job: SpoolJob, _ ticket: Ticket, _ diagnostics: [Diagnostic],
    _ history: History
  ) -> JobReport {
    var members = [
      JSON.Member("seed", .integer(ticket.seed)),
      JSON.Member("errors", .array(diagnostics.map(\.json))),
    ]
    if !history.failures.isEmpty {
      members.append(
        .init("failedAttempts", .array(history.failures.map { .string($0.reason) })))
    }
    return JobReport(status, job, ticket, errors: diagnostics, members)
  }
}

extension JSON {
  fileprivate func adding(_ key: String, _ text: String?) -> JSON {
    guard let text, let members = object else { return self }
    return .object(members.filter { $0.key != key } + [Member(key, .string(text))])
  }
}
