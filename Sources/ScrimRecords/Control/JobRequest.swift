package import ScrimJSON

/// What a client asks the daemon over `control.sock`: one packet of JSON.
package enum JobRequest: Sendable, Hashable, JSONRecord {
  /// Jobs of these states, of one user or of all: so many, or all of them, that are older than a job.
  case list(states: [State], user: UInt32?, after: JobID?, most: Int? = nil)
  case show(JobReference)
  /// Events of the history, after the end of a previous part.
  case history(EventQuery, after: EventCursor?)
  /// The job that the user submitted with a key, for a tenant if one is given.
  case find(key: String, tenant: String?)
  /// The outputs of a job that is done, as descriptors, after the end of a previous part.
  case fetch(JobReference, after: OutputCursor?)
  case change(JobAction, [JobReference])
  /// Deletes results and reports of a user, after the end of a previous part.
  case purgeResults(user: UInt32, after: ResultCursor?)
  /// The digest of the environment in which the daemon renders jobs.
  case environment

  /// Jobs that one request may change, so that it takes a short time.
  package static let mostJobs = 20
  /// The longest request.
  package static let maxBytes = 64 << 10

  package init(fields: FieldReader) throws(FieldError) {
    let command: String = try fields.required("command")
    switch command {
    case "jobs":
      self = .list(
        states: try fields.required("states"), user: try fields.optional("user"),
        after: try fields.optional("after"), most: try fields.optional("most", in: 1...Int.max))
    case "history":
      self = .history(
        try EventQuery(fields: fields), after: try fields.optional("after"))
    case "environment": self = .environment
    case "show": self = .show(try fields.required("id"))
    case "fetch":
      self = .fetch(try fields.required("id"), after: try fields.optional("after"))
    case "purge-results":
      self = .purgeResults(
        user: try fields.required("user"), after: try fields.optional("after"))
    case "find":
      self = .find(key: try fields.required("key"), tenant: try fields.optional("tenant"))
    default:
      let priority = try fields.optional("priority", Int.self)
      guard let action = JobAction(name: command, priority: priority) else {
        throw fields.error("command", expected: "a command about jobs")
      }
      let jobs = try fields.required("ids", [JobReference].self)
      guard jobs.count <= Self.mostJobs else {
        throw fields.error("ids", expected: "at most \(Self.mostJobs) jobs")
      }
      self = .change(action, jobs)
    }
  }

  package var json: JSON {
    switch self {
    case .list(let states, let user, let after, let most):
      [
        "command": "jobs", "states": states.field, "user": user.field, "after": after.field,
        "most": most.field,
      ]
    case .history(let query, let cursor):
      .object(
        [.init("command", "history")] + (query.json.object ?? [])
          + [.init("after", cursor.field)])
    case .environment: ["command": "environment"]
    case .show(let job): ["command": "show", "id": job.field]
    case .fetch(let job, let cursor):
      ["command": "fetch", "id": job.field, "after": cursor.field]
    case .find(let key, let tenant):
      ["command": "find", "key": .string(key), "tenant": tenant.field]
    case .purgeResults(let user, let cursor):
      ["command": "purge-results", "user": user.field, "after": cursor.field]
    case .change(let action, let jobs):
      ["command": .string(action.name), "ids": jobs.field, "priority": action.priority.field]
    }
  }
}

extension JobAction {
  fileprivate var priority: Int? {
    if case .priority(let priority) = self { priority } else { nil }
  }
}
