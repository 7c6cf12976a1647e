import ScrimDocument

/// Intake limits of the spool, with the defaults of the configuration.
package struct SpoolLimits: Sendable, Hashable {
  /// Maximum bytes of a job's document.
  package var jobBytes = RenderLimits().jobBytes
  /// Maximum bytes of each other file of a bundle.
  package var fileBytes = RenderLimits().inputBytes
  /// Maximum number of files of a bundle, without the document.
  package var files = RenderLimits().inputs
  /// Maximum waiting jobs per user; more stay in `drop/` until some are done.
  package var waitingPerUser = 10_000
  /// Maximum bytes of a user's accepted jobs that have not ended.
  package var waitingBytesPerUser = 10 << 30
  /// Maximum waiting jobs in total.
  package var waiting = 100_000
  /// Intake is suspended while less than this number of bytes, or this percentage, of the disk is free.
  package var freeBytes = 2 << 30
  package var freePercent = 5
  /// Time for which an entry that is written in place must be unchanged after it is complete.
  package var settle = Duration.milliseconds(500)
  /// Time for which an entry whose end cannot be detected must be unchanged.
  package var settleBlind = Duration.seconds(10)
  /// Maximum wait of a job for its next attempt.
  package var longestWait = Duration.seconds(3600)
  /// Limits of batches of rows.
  package var batches = BatchLimits()

  package init() {}
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
