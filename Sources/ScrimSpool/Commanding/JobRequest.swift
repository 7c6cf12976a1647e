package import ScrimJSON

/// What a client asks the daemon over `control.sock`: one packet of JSON.
package enum JobRequest: Sendable, Hashable, JSONRecord {
  /// Jobs of these states, of one user or of all, after a job.
  case list(states: [State], user: UInt32?, after: JobID?)
  case show(JobID)
  /// Events of the history, after the end of a previous part.
  case history(EventQuery, after: EventCursor?)
  /// The job that the user submitted with a key, for a tenant if one is given.
  case find(key: String, tenant: String?)
  /// The outputs of a job that is done, as descriptors, after the end of a previous part.
  case fetch(JobID, after: OutputCursor?)
  case change(JobAction, [JobID])
  /// Deletes results and reports of a user, after the end of a previous part.
  case purgeResults(user: UInt32, after: ResultCursor?)
  /// The digest of the environment in which the daemon renders jobs.
  case environment

  /// Jobs that one request may change: the daemon does nothing else meanwhile.
  package static let mostJobs = 20

  package init(fields: FieldReader) throws(FieldError) {
    let command = try fields.string("command")
    switch command {
    case "jobs":
      var states: [State] = []
      for name in try fields.strings("states") {
        guard let state = State(rawValue: name) else {
          throw fields.error("states", expected: "names of states")
        }
        states.append(state)
      }
      self = .list(
        states: states,
        user: try fields.optionalInteger("user", in: 0...Int(UInt32.max)).map(UInt32.init),
        after: try fields.optionalString("after").flatMap { JobID($0) })
    case "history":
      self = .history(
        try EventQuery(fields: fields), after: try fields.optionalRecord("after"))
    case "environment": self = .environment
    case "show": self = .show(try Self.id(try fields.string("id"), fields))
    case "fetch":
      self = .fetch(
        try Self.id(try fields.string("id"), fields), after: try fields.optionalRecord("after"))
    case "purge-results":
      self = .purgeResults(
        user: UInt32(try fields.integer("user", in: 0...Int(UInt32.max))),
        after: try fields.optionalRecord("after"))
    case "find":
      self = .find(key: try fields.string("key"), tenant: try fields.optionalString("tenant"))
    default:
      let priority = try fields.optionalInteger("priority")
      guard let action = JobAction(name: command, priority: priority) else {
        throw fields.error("command", expected: "a command about jobs")
      }
      var ids: [JobID] = []
      for text in try fields.strings("ids") { ids.append(try Self.id(text, fields)) }
      guard ids.count <= Self.mostJobs else {
        throw fields.error("ids", expected: "at most \(Self.mostJobs) job IDs")
      }
      self = .change(action, ids)
    }
  }

  private static func id(_ text: String, _ fields: FieldReader) throws(FieldError) -> JobID {
    guard let id = JobID(text) else { throw fields.error("id", expected: "a job ID") }
    return id
  }

  package var json: JSON {
    switch self {
    case .list(let states, let user, let after):
      [
        "command": "jobs", "states": .array(states.map { .string($0.rawValue) }),
        "user": user.map { .integer(Int($0)) } ?? .null,
        "after": after.map { .string($0.description) } ?? .null,
      ]
    case .history(let query, let cursor):
      .object(
        [.init("command", "history")] + (query.json.object ?? [])
          + [.init("after", cursor?.json ?? .null)])
    case .environment: ["command": "environment"]
    case .show(let id): ["command": "show", "id": .string(id.description)]
    case .fetch(let id, let cursor):
      [
        "command": "fetch", "id": .string(id.description), "after": cursor?.json ?? .null,
      ]
    case .find(let key, let tenant):
      [
        "command": "find", "key": .string(key),
        "tenant": tenant.map(JSON.string) ?? .null,
      ]
    case .purgeResults(let user, let cursor):
      [
        "command": "purge-results", "user": .integer(Int(user)), "after": cursor?.json ?? .null,
      ]
    case .change(let action, let ids):
      [
        "command": .string(action.name), "ids": .array(ids.map { .string($0.description) }),
        "priority": action.priority.map(JSON.integer) ?? .null,
      ]
    }
  }
}

extension JobAction {
  fileprivate var priority: Int? {
    if case .priority(let priority) = self { priority } else { nil }
  }
}
