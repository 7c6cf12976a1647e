/// Retention limits of what the spool keeps.
public struct Retention: Sendable, Hashable {
  /// Done jobs and their second links.
  public var done: Duration
  public var failed: Duration
  /// Reports of submissions.
  public var reports: Duration
  /// Maximum bytes of the jobs in each of the two states; the oldest are deleted first.
  public var doneBytes: Int
  public var failedBytes: Int
  /// Maximum jobs in each of the two states, likewise; 0 means no limit.
  public var doneJobs: Int
  public var failedJobs: Int
  /// Results in `out/`; zero keeps them for ever.
  public var out = Duration.zero
  /// Maximum bytes of results in `out/`; 0 means no limit.
  public var outBytes = 0
  /// Names in `drop/` that intake ignores, such as those of copies that were given up.
  public var partial = Duration.seconds(86_400)

  public init(
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
