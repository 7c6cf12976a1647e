package import ScrimJSON

/// Retention limits of what the spool keeps.
package struct Retention: Sendable, Hashable {
  /// Done jobs and their second links.
  package var done = Duration.zero
  package var failed = Duration.zero
  /// Reports of submissions.
  package var reports = Duration.zero
  /// Maximum bytes of the jobs in each of the two states; the oldest are deleted first.
  package var doneBytes = 0
  package var failedBytes = 0
  /// Maximum jobs in each of the two states, likewise; 0 means no limit.
  package var doneJobs = 0
  package var failedJobs = 0
  /// Results in `out/`; zero keeps them for ever.
  package var out = Duration.zero
  /// Maximum bytes of results in `out/`; 0 means no limit.
  package var outBytes = 0
  /// Names in `drop/` that intake ignores, such as those of copies that were given up.
  package var partial = Duration.seconds(86_400)

  package init() {}

  package init(
    done: Duration, failed: Duration, reports: Duration, doneBytes: Int, failedBytes: Int,
    doneJobs: Int = 0, failedJobs: Int = 0
  ) {
    self.done = done
    self.failed = failed
    self.reports = reports
    self.doneBytes = doneBytes
    self.failedBytes = failedBytes
    self.doneJobs = doneJobs
    self.failedJobs = failedJobs
  }

  /// Whether results in `out/` are ever deleted.
  package var limitsResults: Bool { out > .zero || outBytes > 0 }
}

/// As in `scrim status`: hours and bytes, as in the configuration.
extension Retention: Record {
  package mutating func exchange(_ fields: inout RecordFields) throws(FieldError) {
    try fields.required("doneHours", hours: &done)
    try fields.required("doneBytes", &doneBytes)
    try fields.required("doneJobs", &doneJobs)
    try fields.required("failedHours", hours: &failed)
    try fields.required("failedBytes", &failedBytes)
    try fields.required("failedJobs", &failedJobs)
    try fields.required("reportsHours", hours: &reports)
    try fields.required("outHours", hours: &out)
    try fields.required("outBytes", &outBytes)
    try fields.required("partialHours", hours: &partial)
  }
}

extension RecordFields {
  fileprivate mutating func required(
    _ key: String, hours time: inout Duration
  ) throws(FieldError) {
    var hours = Int(time.components.seconds / 3600)
    try required(key, &hours)
    if reader != nil { time = .seconds(hours * 3600) }
  }
}
