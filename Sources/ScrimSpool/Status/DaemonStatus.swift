package import ScrimJSON

/// The status of a running daemon: what it writes to its socket and to `status.json`.
package struct DaemonStatus: Sendable, JSONRecord {
  /// What is counted from the start of the daemon.
  package enum Counter: String, CaseIterable, Sendable {
    case accepted, done, failed, held, corrupt, attempts, systemErrors
    /// Attempts whose worker crashed or was killed.
    case crashes
    case workerStarts
  }

  package struct Worker: Sendable, JSONRecord {
    /// Its process ID.
    package let process: Int
    /// The ID of the job that it renders.
    package let job: String?

    package init(process: Int, job: String?) {
      self.process = process
      self.job = job
    }

    package init(fields: FieldReader) throws(FieldError) {
      process = try fields.integer("pid")
      job = try fields.optionalString("job")
    }

    package var json: JSON {
      ["pid": .integer(process), "job": job.map(JSON.string) ?? .null]
    }
  }

  /// A batch whose rows are rendered.
  package struct Batch: Sendable, Hashable, JSONRecord {
    package let id: String
    /// Rows that are wanted.
    package let rows: Int
    package let done: Int
    package let failed: Int
    /// Not rendered, since the batch was stopped.
    package let skipped: Int

    package init(id: String, rows: Int, done: Int, failed: Int, skipped: Int) {
      self.id = id
      self.rows = rows
      self.done = done
      self.failed = failed
      self.skipped = skipped
    }

    package init(fields: FieldReader) throws(FieldError) {
      id = try fields.string("id")
      rows = try fields.integer("rows")
      done = try fields.integer("done")
      failed = try fields.integer("failed")
      skipped = try fields.integer("skipped")
    }

    package var json: JSON {
      [
        "id": .string(id), "rows": .integer(rows), "done": .integer(done),
        "failed": .integer(failed), "skipped": .integer(skipped),
      ]
    }
  }

  /// A third-party plugin that was refused.
  package struct RefusedPlugin: Sendable, JSONRecord {
    package let path: String
    /// In whole sentences.
    package let reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }

    package init(fields: FieldReader) throws(FieldError) {
      path = try fields.string("path")
      reason = try fields.string("reason")
    }

    package var json: JSON { ["path": .string(path), "reason": .string(reason)] }
  }

  /// A number for each name, in an order that counts.
  package typealias Numbers = [(name: String, number: Int)]

  /// The daemon's process ID.
  package var process: Int
  /// When it started, seconds since 1970.
  package var started: Int
  /// The daemon's version; `nil` from a daemon that does not report it.
  package var version: String?
  /// Jobs by state.
  package var jobs: Numbers
  package var workers: [Worker]
  package var counters: [Counter: Int]
  /// Jobs in the queue by user, those with most first.
  package var waitingByUser: Numbers
  package var refusedPlugins: [RefusedPlugin]
  package var disabledPlugins: [DisabledPlugin]
  /// What this kernel cannot deny workers.
  package var lacking: [String]
  /// Why no job is started for a while.
  package var systemError: String?
  /// Why nothing is taken from `drop/`.
  package var pressure: String?
  /// Whether another release was installed over the running one.
  package var restartRequired = false
  /// What is deleted when; `nil` from a daemon that does not report it.
  package var retention: Retention?
  /// The batches whose rows are rendered; `nil` in `status.json`.
  package var batches: [Batch]?
  /// Free bytes on the spool's file system. `nil` in `status.json`, which holds nothing that changes by itself.
  package var freeBytes: Int?
  /// The age of the oldest job in each state, seconds. `nil` in `status.json`.
  package var oldestSeconds: Numbers?

  package init(
    process: Int, started: Int, version: String?, jobs: Numbers, workers: [Worker],
    counters: [Counter: Int],
    waitingByUser: Numbers, refusedPlugins: [RefusedPlugin], disabledPlugins: [DisabledPlugin],
    lacking: [String], systemError: String?, pressure: String?
  ) {
    self.process = process
    self.started = started
    self.version = version
    self.jobs = jobs
    self.workers = workers
    self.counters = counters
    self.waitingByUser = waitingByUser
    self.refusedPlugins = refusedPlugins
    self.disabledPlugins = disabledPlugins
    self.lacking = lacking
    self.systemError = systemError
    self.pressure = pressure
  }

  package init(fields: FieldReader) throws(FieldError) {
    process = try fields.integer("pid")
    started = try fields.integer("started")
    version = try fields.optionalString("version")
    jobs = try Self.numbers("counts", fields)
    workers = try fields.list("workers")
    counters = [:]
    for counter in Counter.allCases {
      counters[counter] = try fields.optionalInteger(counter.rawValue)
    }
    waitingByUser = try Self.numbers("waitingByUser", fields)
    refusedPlugins = try fields.list("refusedPlugins")
    disabledPlugins = try fields.list("disabledPlugins")
    lacking = try fields.strings("lacking")
    systemError = try fields.optionalString("systemError")
    pressure = try fields.optionalString("pressure")
    restartRequired = fields.optionalValue("restartRequired")?.boolean ?? false
    retention = try fields.optionalRecord("retention")
    batches = fields.optionalValue("batches") == nil ? nil : try fields.list("batches")
    freeBytes = try fields.optionalInteger("freeBytes")
    oldestSeconds =
      fields.optionalValue("oldestSeconds") == nil
      ? nil : try Self.numbers("oldestSeconds", fields)
  }

  package var json: JSON {
    let counters = Counter.allCases.map {
      JSON.Member($0.rawValue, .integer(self.counters[$0] ?? 0))
    }
    var members: [JSON.Member] = [
      .init("pid", .integer(process)), .init("started", .integer(started)),
      .init("version", version.map(JSON.string) ?? .null),
      .init("counts", Self.json(jobs)), .init("workers", .array(workers.map(\.json))),
    ]
    members += counters
    members += [
      .init("waitingByUser", Self.json(waitingByUser)),
      .init("refusedPlugins", .array(refusedPlugins.map(\.json))),
      .init("disabledPlugins", .array(disabledPlugins.map(\.json))),
      .init("lacking", .array(lacking.map(JSON.string))),
      .init("systemError", systemError.map(JSON.string) ?? .null),
      .init("pressure", pressure.map(JSON.string) ?? .null),
      .init("restartRequired", .boolean(restartRequired)),
      .init("retention", retention?.json ?? .null),
    ]
    if let batches { members.append(.init("batches", .array(batches.map(\.json)))) }
    if let freeBytes { members.append(.init("freeBytes", .integer(freeBytes))) }
    if let oldestSeconds { members.append(.init("oldestSeconds", Self.json(oldestSeconds))) }
    return .object(members)
  }

  /// The most daemons of a spool that report their status.
  package static let maxDaemons = 32

  /// The name of a daemon's file in the spool.
  ///
  /// - Parameters:
  ///   - kind: `sock` for its socket, `lock` for what it locks while the socket is its own.
  ///   - number: The daemon's number, from 1.
  /// - Returns: As in `status.sock` for the first daemon, `status.2.sock` for the second.
  package static func fileName(_ kind: String, ofDaemon number: Int) -> String {
    number == 1 ? "status.\(kind)" : "status.\(number).\(kind)"
  }

  private static func numbers(
    _ key: String, _ fields: FieldReader
  ) throws(FieldError) -> Numbers {
    var numbers: Numbers = []
    for member in try fields.members(key) {
      guard let number = member.value.integer else {
        throw fields.error("\(key).\(member.key)", expected: "an integer")
      }
      numbers.append((member.key, number))
    }
    return numbers
  }

  private static func json(_ numbers: Numbers) -> JSON {
    .object(numbers.map { JSON.Member($0.name, .integer($0.number)) })
  }
}
