package import ScrimJSON

/// The daemon's answer to a ``JobRequest``.
package enum JobAnswer: Sendable, Hashable, JSONRecord {
  /// The result of a change of one job.
  package struct Change: Sendable, Hashable, JSONRecord {
    package let id: JobID
    /// `nil` after an error, and for a job that is deleted.
    package let state: State?
    package let error: CommandError?

    package init(_ id: JobID, state: State?, error: CommandError? = nil) {
      self.id = id
      self.state = state
      self.error = error
    }

    package init(fields: FieldReader) throws(FieldError) {
      guard let id = JobID(try fields.string("id")) else {
        throw fields.error("id", expected: "a job ID")
      }
      self.id = id
      state = fields.optionalValue("state") == nil ? nil : try fields.choice("state")
      error = try fields.optionalRecord("error")
    }

    package var json: JSON {
      [
        "id": .string(id.description), "state": state.map { .string($0.rawValue) } ?? .null,
        "error": error?.json ?? .null,
      ]
    }
  }

  /// An output whose descriptor is sent with the answer.
  package struct Output: Sendable, Hashable, JSONRecord {
    /// Its name, such as `small/story.png`.
    package let file: String
    package let bytes: Int

    package init(file: String, bytes: Int) {
      self.file = file
      self.bytes = bytes
    }

    package init(fields: FieldReader) throws(FieldError) {
      file = try fields.string("file")
      bytes = try fields.integer("bytes")
    }

    package var json: JSON { ["file": .string(file), "bytes": .integer(bytes)] }
  }

  /// A part of a list, and the last job of it if there are more.
  case jobs([JobSummary], next: JobID?)
  case job(JobDetails)
  /// A part of the history, and its end if there is more.
  case events([JobEvent], next: EventCursor?)
  /// A part of a job's outputs, with as many descriptors in this order, and the end of the part if there are more.
  case outputs([Output], next: OutputCursor?)
  case changes([Change])
  /// So many files were deleted, and the end of the part if there is more.
  case purged(files: Int, next: ResultCursor?)
  /// `sha256:…`; "" until the daemon has read its files.
  case environment(String)
  case refused(CommandError)

  package init(fields: FieldReader) throws(FieldError) {
    if let error = try fields.optionalRecord("error", of: CommandError.self) {
      self = .refused(error)
    } else if let job = try fields.optionalRecord("job", of: JobDetails.self) {
      self = .job(job)
    } else if fields.optionalValue("events") != nil {
      self = .events(try fields.list("events"), next: try fields.optionalRecord("next"))
    } else if fields.optionalValue("outputs") != nil {
      self = .outputs(try fields.list("outputs"), next: try fields.optionalRecord("next"))
    } else if let files = try fields.optionalInteger("files") {
      self = .purged(files: files, next: try fields.optionalRecord("next"))
    } else if let digest = try fields.optionalString("environment") {
      self = .environment(digest)
    } else if fields.optionalValue("changes") != nil {
      self = .changes(try fields.list("changes"))
    } else {
      self = .jobs(
        try fields.list("jobs"), next: try fields.optionalString("next").flatMap { JobID($0) })
    }
  }

  package var json: JSON {
    switch self {
    case .jobs(let jobs, let next):
      [
        "jobs": .array(jobs.map(\.json)), "next": next.map { .string($0.description) } ?? .null,
      ]
    case .job(let job): ["job": job.json]
    case .events(let events, let next):
      ["events": .array(events.map(\.json)), "next": next?.json ?? .null]
    case .outputs(let outputs, let next):
      ["outputs": .array(outputs.map(\.json)), "next": next?.json ?? .null]
    case .changes(let changes): ["changes": .array(changes.map(\.json))]
    case .purged(let files, let next):
      ["files": .integer(files), "next": next?.json ?? .null]
    case .environment(let digest): ["environment": .string(digest)]
    case .refused(let error): ["error": error.json]
    }
  }
}
