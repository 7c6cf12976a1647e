/// Retention limits of finished jobs.
public struct Retention: Sendable, Hashable {
  /// Done jobs and their second links.
  public var done: Duration
  public var failed: Duration
  /// Reports of submissions.
  public var reports: Duration
  /// Maximum bytes of the jobs in each of the two states; the oldest are deleted first.
  public var doneBytes: Int
  public var failedBytes: Int

  public init(
    done: Duration, failed: Duration, reports: Duration, doneBytes: Int, failedBytes: Int
  ) {
    self.done = done
    self.failed = failed
    self.reports = reports
    self.doneBytes = doneBytes
    self.failedBytes = failedBytes
  }
}
