import ArgumentParser
import Glibc
import ScrimCommand
import ScrimJSON
import ScrimRecords
import ScrimSpool
import SystemPackage

/// A batch that was dropped, until its report is there.
struct SubmittedBatch {
  /// How long a batch may take until a reason is looked for, or its progress is shown.
  private static let patience = Duration.milliseconds(300)

  private let submission: BatchSubmission
  private let token: String
  private let spool: FilePath
  private let printer: SubmissionConsole
  /// When the first row had ended, and how many had.
  private var first: (time: ContinuousClock.Instant, rows: Int)?
  private var id: JobID?
  /// The status is asked for less often than the report is looked for.
  private static let statusInterval = Duration.milliseconds(800)

  private var console: Console { printer.console }

  init(
    _ submission: BatchSubmission, token: String, spool: FilePath, printer: SubmissionConsole
  ) {
    self.submission = submission
    self.token = token
    self.spool = spool
    self.printer = printer
  }

  /// Waits for the end, and prints the errors, and the path of the file with a line for each row.
  ///
  /// - Parameters:
  ///   - timeout: The longest time to wait; `nil` for no limit.
  ///   - cancellation: What cancels the batch if it has not ended by then; `nil` leaves it.
  /// - Returns: The exit code if not all rows are done.
  /// - Throws: A ``Failure``.
  mutating func wait(
    _ timeout: Duration?, _ cancellation: LateCancellation? = nil
  ) throws -> ExitCode? {
    let polling = ReportPolling(timeout: timeout)
    let path = spool.appending("reports").appending("\(token).json")
    var next = Self.patience
    var text: String?
    while true {
      if let delivered = DeliveredJob(at: path, out: spool.appending("out")), delivered.mayBeCallers
      {
        return finish(delivered)
      }
      if polling.elapsed >= next || polling.hasTimedOut {
        if next == Self.patience,
          let reason = DaemonQuery(of: spool).reason(
            why: "the batch waits", of: geteuid(), in: spool)
        {
          console.note(reason)
        }
        next = polling.elapsed + Self.statusInterval
        if console.hasTerminal { text = progress() }
      }
      if polling.hasTimedOut {
        cancellation?.cancel(token, name: submission.job.name, in: spool, console)
        printer.print(SubmissionRecord(token, name: submission.job.name, .unfinished))
        return ExitCode(ReportPolling.timedOut)
      }
      console.progress(text ?? "Waiting for \(submission.job.name) …")
      polling.pause()
    }
  }

  private func finish(_ delivered: DeliveredJob) -> ExitCode? {
    let report = delivered.report
    printer.report(report.errors, in: submission.job)
    if report.batch != nil { BatchSummary([report], name: report.job).print(to: console) }
    let places = report.status == .done ? delivered.deliveredPaths : []
    if !printer.isJSON { for case let path? in places { console.result(path: path) } }
    let state = SubmissionRecord.State(rawValue: report.status.rawValue) ?? .failed
    printer.print(delivered.record(token, name: submission.job.name, state, places))
    return report.exitStatus?.code
  }

  /// A bar, how many rows have ended, their rate, and how long the rest takes at that rate.
  private mutating func progress() -> String? {
    guard let batch = status() else { return nil }
    let ended = batch.done + batch.failed + batch.skipped
    let failed = batch.failed > 0 ? ", \(batch.failed) failed" : ""
    let width = 24
    let filled = batch.rows > 0 ? min(width, ended * width / batch.rows) : 0
    let bar =
      String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
    guard let first else {
      if ended > 0 { self.first = (.now, ended) }
      return "\(bar) \(ended)/\(batch.rows)\(failed) …"
    }
    let seconds = (ContinuousClock.now - first.time) / .seconds(1)
    guard seconds > 0, ended > first.rows else { return "\(bar) \(ended)/\(batch.rows)\(failed) …" }
    let rate = Double(ended - first.rows) / seconds
    let tenths = (rate * 10).rounded() / 10
    let left = Int(Double(batch.rows - ended) / rate) + 1
    return "\(bar) \(ended)/\(batch.rows)\(failed), \(tenths) rows per second, \(left) s left …"
  }

  /// The daemon's status of the batch.
  private mutating func status() -> BatchProgress? {
    if id == nil {
      let control = SpoolPlace(spool, command: "submit")
      id = (try? control.details(of: .token(token)))?.summary.id
    }
    guard let id else { return nil }
    return DaemonQuery(of: spool).status?.batches?.first { $0.id == id }
  }
}
