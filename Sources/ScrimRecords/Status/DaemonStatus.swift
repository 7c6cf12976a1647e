package import ScrimDocument
package import ScrimJSON

/// The status of a running daemon: what it writes to its socket and to `status.json`.
package struct DaemonStatus: Sendable, Record {
  /// What is counted from the start of the daemon.
  package enum Counter: String, CaseIterable, Sendable {
    case accepted, done, failed, held, corrupt, attempts, systemErrors
    /// Attempts whose worker crashed or was killed.
    case crashes
    case workerStarts
  }

  package struct Worker: Sendable, Record {
    /// Its process ID.
    package var process = 0
    /// The ID of the job that it renders.
    package var job: String?

    package init(process: Int, job: String?) {
      self.process = process
      self.job = job
    }

    package init() {}

    package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
      try fields.required("pid", &process)
      try fields.nullable("job", &job)
    }
  }

  /// A number for each name, in an order that counts.
  package typealias Numbers = [Named<Int>]

  /// The daemon's process ID.
  package var process = 0
  /// When it started, seconds since 1970.
  package var started = 0
  /// The daemon's version; `nil` from a daemon that does not report it.
  package var version: String?
  /// Jobs by state.
  package var jobs: Numbers = []
  package var workers: [Worker] = []
  package var counters: [Counter: Int] = [:]
  /// Jobs in the queue by user, those with most first.
  package var waitingByUser: Numbers = []
  /// Third-party plugins that were refused.
  package var refusedPlugins: [RefusedFile] = []
  package var disabledPlugins: [DisabledPlugin] = []
  /// What this kernel cannot deny workers.
  package var lacking: [String] = []
  /// Why no job is started for a while.
  package var systemError: String?
  /// Why nothing is taken from `drop/`.
  package var pressure: String?
  /// Owners whose jobs stay in `drop/`, and the quota that they have reached.
  package var overQuota: [Named<String>] = []
  /// Whether another release was installed over the running one.
  package var restartRequired = false
  /// What is deleted when; `nil` from a daemon that does not report it.
  package var retention: Retention?
  /// The batches whose rows are rendered; `nil` in `status.json`.
  package var batches: [BatchProgress]?
  /// Free bytes on the spool's file system. `nil` in `status.json`, which holds nothing that changes by itself.
  package var freeBytes: Int?
  /// The age of the oldest job in each state, seconds. `nil` in `status.json`.
  package var oldestSeconds: Numbers?

  package init() {}

  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("pid", &process)
    try fields.required("started", &started)
    try fields.nullable("version", &version)
    try fields.required("counts", members: &jobs)
    try fields.required("workers", &workers)
    for counter in Counter.allCases {
      var count = fields.reader == nil ? counters[counter] ?? 0 : nil
      try fields.optional(counter.rawValue, &count)
      counters[counter] = count
    }
    try fields.required("waitingByUser", members: &waitingByUser)
    try fields.required("refusedPlugins", &refusedPlugins)
    try fields.required("disabledPlugins", &disabledPlugins)
    try fields.required("lacking", &lacking)
    try fields.nullable("systemError", &systemError)
    try fields.nullable("pressure", &pressure)
    try fields.defaulted("overQuota", members: &overQuota)
    try fields.defaulted("restartRequired", &restartRequired)
    try fields.nullable("retention", &retention)
    try fields.optional("batches", &batches)
    try fields.optional("freeBytes", &freeBytes)
    try fields.optional("oldestSeconds", members: &oldestSeconds)
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
}
