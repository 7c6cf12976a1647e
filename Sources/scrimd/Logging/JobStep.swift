import Logging
import ScrimRecords

/// What happens to a job, and all that follows from it: the line of the log, the event of the history, the counter.
struct JobStep {
  let message: String
  let level: Logger.Level
  /// `result` of the line.
  let result: String?
  let event: JobEvent.Kind?
  /// A job that counts as failed also counts by the code of its error.
  let counter: DaemonStatus.Counter?
  /// Whether users can trigger it at will, so that its lines are limited.
  let isLimited: Bool

  private init(
    _ message: String, _ level: Logger.Level, _ result: String? = nil,
    event: JobEvent.Kind? = nil, counter: DaemonStatus.Counter? = nil, isLimited: Bool = false
  ) {
    self.message = message
    self.level = level
    self.result = result
    self.event = event
    self.counter = counter
    self.isLimited = isLimited
  }

  // Intake, and what a scan finds after a crash.
  static let accepted = JobStep("accepted", .debug, event: .accepted, counter: .accepted)
  static let duplicate = JobStep("submitted again with the same key", .info)
  static let refused = JobStep(
    "job refused", .warning, "failed", event: .failed, counter: .failed, isLimited: true)
  static let recovered = JobStep("requeued after a crash", .notice, event: .requeued)
  static let delivered = JobStep(
    "delivered after a crash", .notice, "done", event: .done, counter: .done)
  static let rowsDelivered = JobStep("rows delivered after a crash", .debug)

  // A slot.
  static let done = JobStep("job done", .info, "done", event: .done, counter: .done)
  static let failed = JobStep("job failed", .warning, "failed", event: .failed, counter: .failed)
  static let retried = JobStep("attempt failed", .warning, event: .attemptFailed)
  static let returned = JobStep("requeued", .notice, event: .requeued)
  static let held = JobStep("job held", .error, "held", event: .held, counter: .held)

  // Batches.
  static let indexed = JobStep("batch indexed", .info, "indexed")
  static let rowsDone = JobStep("rows done", .debug, "done")
  static let batchDone = JobStep("batch done", .info, "done", event: .done, counter: .done)
  static let batchFailed = JobStep(
    "batch failed", .warning, "failed", event: .failed, counter: .failed)
}
