package import ScrimDocument
package import ScrimJSON

/// The daemon's answer to a ``JobRequest``.
package enum JobAnswer: Sendable, Hashable, JSONRecord {
  /// The result of a change of one job.
  package struct Change: Sendable, Hashable, Record {
    /// As the request names it.
    package var job = JobReference.id(.none)
    /// `nil` after an error, and for a job that is deleted.
    package var state: State?
    package var error: CommandError?

    package init(_ job: JobReference, state: State?, error: CommandError? = nil) {
      self.job = job
      self.state = state
      self.error = error
    }

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("id", &job)
      try fields.nullable("state", &state)
      try fields.nullable("error", &error)
    }
  }

  /// A part of a list, and the last job of it if there are more.
  case jobs([JobSummary], next: JobID?)
  case job(JobDetails)
  /// A part of the history, and its end if there is more.
  case events([JobEvent], next: EventCursor?)
  /// A part of a job's outputs, with as many descriptors in this order, and the end of the part if there are more.
  case outputs([OutputRecord], next: OutputCursor?)
  case changes([Change])
  /// So many files were deleted, and the end of the part if there is more.
  case purged(files: Int, next: ResultCursor?)
  /// `sha256:…`; "" until the daemon has read its files.
  case environment(String)
  case refused(CommandError)

  /// The answer to a request that is not begun, since there are too many.
  package static let busy = JobAnswer.refused(
    CommandError(
      .busy, "scrimd has too many requests or connections, most of them yours: try again."))

  package init(fields: FieldReader) throws(FieldError) {
    if let error = try fields.optional("error", CommandError.self) {
      self = .refused(error)
    } else if let job = try fields.optional("job", JobDetails.self) {
      self = .job(job)
    } else if fields.has("events") {
      self = .events(try fields.required("events"), next: try fields.optional("next"))
    } else if fields.has("outputs") {
      self = .outputs(try fields.required("outputs"), next: try fields.optional("next"))
    } else if let files = try fields.optional("files", Int.self) {
      self = .purged(files: files, next: try fields.optional("next"))
    } else if let digest = try fields.optional("environment", String.self) {
      self = .environment(digest)
    } else if fields.has("changes") {
      self = .changes(try fields.required("changes"))
    } else {
      self = .jobs(
        try fields.required("jobs"), next: try fields.optional("next"))
    }
  }

  package var json: JSON {
    switch self {
    case .jobs(let jobs, let next): ["jobs": jobs.field, "next": next.field]
    case .job(let job): ["job": job.json]
    case .events(let events, let next): ["events": events.field, "next": next.field]
    case .outputs(let outputs, let next): ["outputs": outputs.field, "next": next.field]
    case .changes(let changes): ["changes": changes.field]
    case .purged(let files, let next): ["files": .integer(files), "next": next.field]
    case .environment(let digest): ["environment": .string(digest)]
    case .refused(let error): ["error": error.json]
    }
  }
}
