/// How long finished jobs are kept.
public struct Retention: Sendable, Hashable {
  /// Jobs that came out, and their second links.
  public var done: Duration
  public var failed: Duration
  /// Reports of submissions.
  public var reports: Duration
  /// Bytes that the jobs of each of the two may have; beyond, the oldest go.
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
