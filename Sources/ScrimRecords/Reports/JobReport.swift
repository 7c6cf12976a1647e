package import ScrimDocument
package import ScrimJSON
import ScrimLinux

/// The report of a job, `NAME.result.json`: how it ended, with its images or errors.
///
/// Reports of jobs that are done hold no text of the job, and every member of the group may read them. Others hold
/// messages, which quote the job, and only its submitter may.
package struct JobReport: Sendable, Hashable, Record {
  package enum Status: String, Sendable, CaseIterable, FieldValue {
    case done, failed, held
  }

  package var status = Status.done
  /// The name of the job.
  package var job = ""
  /// `nil` in a report of release 0.1.0 and before.
  package var id: JobID?
  /// Attempts begun.
  package var attempts: Int?
  package var times: Times?
  /// Images in `out/`, or for `scrim fetch`; of a batch, its list of rows.
  package var outputs: [OutputRecord] = []
  /// The seed of random numbers.
  package var seed: Int?
  /// The digest of the environment in which it was rendered, `sha256:…`; `nil` if that was not known, and of a
  /// batch, whose rows have theirs.
  package var environment: String?
  /// Of a job that is done; `nil` of a batch.
  package var rendering: RenderReport?
  /// `nil` of any other job.
  package var batch: Batch?
  /// The job's errors, or why it was given up; of a batch, the first errors of rows.
  package var errors: [Diagnostic] = []
  /// Why attempts failed, the first one first.
  package var failedAttempts: [String] = []
  /// Outputs of a failed job that are in `out/` all the same.
  package var delivered: [String] = []
  /// `report-shortened`, of a report without a rendering.
  package var warnings: [Diagnostic] = []

  /// UTC, milliseconds since 1970.
  package struct Times: Sendable, Hashable, Record {
    package var accepted = 0
    /// When its report was written; `nil` of a held job.
    package var ended: Int?
    /// When it began to wait for a plugin.
    package var held: Int?

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("accepted", timestamp: &accepted)
      try fields.optional("ended", timestamp: &ended)
      try fields.optional("held", timestamp: &held)
    }
  }

  /// How a batch of rows ended.
  package struct Batch: Sendable, Hashable, Record {
    /// Numbers of rows.
    package struct Rows: Sendable, Hashable, Record {
      package var total = 0
      package var done = 0
      package var failed = 0
      package var skipped = 0

      package init() {}

      package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
        try fields.required("total", &total)
        try fields.required("done", &done)
        try fields.required("failed", &failed)
        try fields.required("skipped", &skipped)
      }
    }

    /// What the data is.
    package struct Data: Sendable, Hashable, Record {
      package var rows = 0
      package var bytes = 0
      package var sha256 = ""
      package var unusedColumns: [String] = []
      package var notes = DataNotes()

      package init() {}

      package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
        try fields.required("rows", &rows)
        try fields.required("bytes", &bytes)
        try fields.required("sha256", &sha256)
        try fields.required("unusedColumns", &unusedColumns)
        try notes.exchange(&fields)
      }
    }

    package var rows = Rows()
    package var data: Data?
    /// Why rows were skipped; `nil` if none were.
    package var stopped: String?
    /// The time since it was accepted.
    package var milliseconds = StageTimes()

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("rows", &rows)
      try fields.optional("data", &data)
      try fields.nullable("stopped", &stopped)
      try milliseconds.exchange(&fields)
    }
  }

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("status", &status)
    try fields.defaulted("job", &job)
    try fields.optional("id", &id)
    try fields.optional("attempts", &attempts)
    try fields.optional("times", &times)
    if status == .done {
      try fields.defaulted("outputs", &outputs)
    } else {
      try fields.optional("outputs", &outputs, default: [])
    }
    // A rendering has it among its own fields.
    if rendering == nil { try fields.optional("seed", &seed) }
    try fields.optional("environment", &environment)
    try fields.include(&batch, if: "rows")
    // Each job that is done has one, but for a batch.
    let isRendered = fields.reader == nil ? rendering != nil : status == .done && batch == nil
    if isRendered {
      var present = rendering ?? RenderReport()
      try fields.include(&present)
      rendering = present
    } else {
      try fields.optional("warnings", &warnings, default: [])
    }
    // A job that is rendered has none.
    if isRendered {
      try fields.optional("errors", &errors, default: [])
    } else {
      try fields.defaulted("errors", &errors)
    }
    try fields.optional("failedAttempts", &failedAttempts, default: [])
    try fields.optional("delivered", &delivered, default: [])
  }

  // Not the token: it names the file by which only its submitter finds the report.
  private init(_ status: Status, _ name: AttemptName, _ ticket: Ticket) {
    self.status = status
    job = ticket.name
    id = name.id
    attempts = name.attempt
    seed = ticket.seed
    var times = Times()
    times.accepted = name.id.time
    times.ended = WallClock.milliseconds
    self.times = times
  }

  /// The report of a job that is done.
  ///
  /// - Parameters:
  ///   - name: The job.
  ///   - ticket: Its ticket.
  ///   - rendering: The worker's part.
  ///   - outputs: The stored images.
  ///   - environment: The digest of the environment in which they were rendered; `nil` if it is not known.
  ///   - stages: Milliseconds of the stages that the daemon measured (`wait`, …).
  /// - Returns: The report.
  package static func done(
    _ name: AttemptName, _ ticket: Ticket, _ rendering: RenderReport, outputs: [OutputRecord],
    environment: String? = nil, stages: [Named<Double>]
  ) -> JobReport {
    var report = JobReport(.done, name, ticket)
    report.outputs = outputs
    report.seed = rendering.seed
    report.environment = environment
    report.rendering = rendering
    report.rendering?.warnings = rendering.stored(rendering.warnings)
    report.rendering?.milliseconds.stages.insert(contentsOf: stages, at: 0)
    return report
  }

  /// The report of a job with errors, or one that was given up; `delivered` are outputs that are in `out/` all the
  /// same.
  package static func failed(
    _ name: AttemptName, _ ticket: Ticket, _ diagnostics: [Diagnostic], history: History,
    delivered: [String] = []
  ) -> JobReport {
    var report = JobReport(.failed, name, ticket)
    report.errors = diagnostics
    report.failedAttempts = history.failures.map(\.reason)
    report.delivered = delivered
    return report
  }

  /// The report of a job that waits for a plugin that it needs.
  package static func held(
    _ name: AttemptName, _ ticket: Ticket, _ diagnostic: Diagnostic, history: History
  ) -> JobReport {
    var report = failed(name, ticket, [diagnostic], history: history)
    report.status = .held
    let now = report.times?.ended
    report.times?.held = now
    report.times?.ended = nil
    return report
  }

  /// The report of a batch of rows.
  ///
  /// - Parameters:
  ///   - name: The batch.
  ///   - ticket: Its ticket.
  ///   - record: What its index found.
  ///   - progress: How its rows ended.
  ///   - errors: The first errors of rows.
  ///   - stopped: Why rows were skipped; `nil` if none were.
  ///   - milliseconds: The time since it was accepted.
  /// - Returns: The report.
  package static func batch(
    _ name: AttemptName, _ ticket: Ticket, _ record: BatchRecord, _ progress: BatchProgress,
    errors: [Diagnostic], stopped: String?, milliseconds: Int
  ) -> JobReport {
    var report = JobReport(.done, name, ticket)
    report.errors = errors
    report.outputs = [OutputRecord(file: ticket.rowsName, format: "jsonl")]
    var batch = Batch()
    batch.rows.total = progress.rows
    batch.rows.done = progress.done
    batch.rows.failed = progress.failed
    batch.rows.skipped = progress.skipped
    var data = Batch.Data()
    data.rows = record.rows
    data.bytes = record.bytes
    data.sha256 = record.sha256
    data.unusedColumns = record.unusedColumns
    data.notes = record.notes
    batch.data = data
    batch.stopped = stopped
    batch.milliseconds = StageTimes([Named("total", Double(milliseconds))])
    report.batch = batch
    return report
  }

  /// Why a user cancelled a batch; `nil` if none did.
  package var cancellation: String? {
    batch?.stopped.flatMap { $0.hasPrefix(Self.cancelled) ? "\($0)." : nil }
  }

  /// The beginning of the reason why a cancelled batch was stopped.
  package static let cancelled = "cancelled by user "
}
