/// Intake limits of the spool.
package struct SpoolLimits: Sendable, Hashable {
  /// Maximum bytes of a job's document.
  package var jobBytes: Int
  /// Maximum bytes of each other file of a bundle.
  package var fileBytes: Int
  /// Maximum number of files of a bundle, without the document.
  package var files: Int
  /// Maximum waiting jobs per user; more stay in `drop/` until some are done.
  package var waitingPerUser: Int
  /// Maximum bytes of a user's accepted jobs that have not ended.
  package var waitingBytesPerUser: Int
  /// Maximum waiting jobs in total.
  package var waiting: Int
  /// Intake is suspended while less than this number of bytes, or this percentage, of the disk is free.
  package var freeBytes: Int
  package var freePercent: Int
  /// Time for which an entry that is written in place must be unchanged after it is complete.
  package var settle: Duration
  /// Time for which an entry whose end cannot be detected must be unchanged.
  package var settleBlind: Duration
  /// Maximum wait of a job for its next attempt.
  package var longestWait: Duration
  /// Limits of batches of rows.
  package var batches = BatchLimits()

  package init(
    jobBytes: Int, fileBytes: Int, files: Int, waitingPerUser: Int, waitingBytesPerUser: Int,
    waiting: Int, freeBytes: Int, freePercent: Int, settle: Duration, settleBlind: Duration,
    longestWait: Duration
  ) {
    self.jobBytes = jobBytes
    self.fileBytes = fileBytes
    self.files = files
    self.waitingPerUser = waitingPerUser
    self.waitingBytesPerUser = waitingBytesPerUser
    self.waiting = waiting
    self.freeBytes = freeBytes
    self.freePercent = freePercent
    self.settle = settle
    self.settleBlind = settleBlind
    self.longestWait = longestWait
  }
}

/// Limits of batches of rows.
package struct BatchLimits: Sendable, Hashable {
  /// Maximum number of rows of the data.
  package var rows = 1_000_000
  /// Maximum bytes of the data.
  package var dataBytes = 1 << 30
  /// Maximum number of other files of the bundle.
  package var files = 4096

  package init() {}
}
