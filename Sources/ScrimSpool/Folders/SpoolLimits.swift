/// What the spool takes in.
public struct SpoolLimits: Sendable, Hashable {
  /// Bytes of a job's document.
  public var jobBytes: Int
  /// Bytes of each other file of a bundle.
  public var fileBytes: Int
  /// Files of a bundle, the document not counted.
  public var files: Int
  /// Jobs that one user may have waiting; more stay in `drop/` until some are done.
  public var waitingPerUser: Int
  /// Jobs that may wait in all.
  public var waiting: Int
  /// Nothing is taken in while less of the disk is free than this many bytes, or than this part.
  public var freeBytes: Int
  public var freePercent: Int
  /// How long something written in place must be unchanged, once it is complete.
  public var settle: Duration
  /// How long something must be unchanged whose end cannot be detected.
  public var settleBlind: Duration
  /// The longest wait of a job for its next attempt.
  public var longestWait: Duration

  public init(
    jobBytes: Int, fileBytes: Int, files: Int, waitingPerUser: Int, waiting: Int, freeBytes: Int,
    freePercent: Int, settle: Duration, settleBlind: Duration, longestWait: Duration
  ) {
    self.jobBytes = jobBytes
    self.fileBytes = fileBytes
    self.files = files
    self.waitingPerUser = waitingPerUser
    self.waiting = waiting
    self.freeBytes = freeBytes
    self.freePercent = freePercent
    self.settle = settle
    self.settleBlind = settleBlind
    self.longestWait = longestWait
  }
}
