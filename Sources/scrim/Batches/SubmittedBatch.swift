import ArgumentParser
import Glibc
import ScrimCommand
import ScrimJSON
import ScrimSpool
import ScrimSubmission
import SystemPackage

/// A batch that was dropped, until its report is there.
struct SubmittedBatch {
  private static let pause: useconds_t = 200_000
  /// As that of timeout(1).
  private static let timedOut = ExitCode(124)

  private let submission: BatchSubmission
  private let token: String
  private let spool: FilePath
  private let console: Console
  /// When the first row had ended, and how many had.
  private var first: (time: ContinuousClock.Instant, rows: Int)?
  private var id: JobID?
  /// The status is asked for less often than the report is looked for.
  private static let statusInterval = 4

  init(_ submission: BatchSubmission, token: String, spool: FilePath, console: Console) {
    self.submission = submission
    self.token = token
    self.spool = spool
    self.console = console
  }

  /// Waits for the end, and prints the errors, and the path of the file with a line for each row.
  ///
  /// - Parameter timeout: The longest time to wait; `nil` for no limit.
  /// - Returns: The exit code if not all rows are done.
  /// - Throws: A ``Failure``.
  mutating func wait(_ timeout: Duration?) throws -> ExitCode? {
    if DaemonQuery(of: spool).isAbsent {
      console.note("No scrimd is running for \(spool): the batch waits until it is started.")
    }
    let begin = ContinuousClock.now
    let path = spool.appending("reports").appending("\(token).json")
    var turn = 0
    var text: String?
    while true {
      if let delivered = DeliveredJob(at: path, out: spool.appending("out")) {
        return finish(delivered)
      }
      if let timeout, ContinuousClock.now - begin >= timeout { return Self.timedOut }
      if turn % Self.statusInterval == 0 { text = progress() }
      turn += 1
      console.progress(text ?? "Waiting for \(submission.job.name) …")
      usleep(Self.pause)
    }
  }

  private func finish(_ delivered: DeliveredJob) -> ExitCode? {
    let report = delivered.report
    console.report(report.errors, in: submission.job)
    if report.rows != nil { BatchSummary([report], name: report.job).print(to: console) }
    if report.status == .done {
      for file in delivered.images { console.result(path: file.path) }
    }
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

  /// The daemon's status of the batch: it does not know the submission by its token.
  private mutating func status() -> DaemonStatus.Batch? {
    if id == nil {
      let control = JobControl(spool, command: "submit")
      let name = submission.job.name
      id = (try? control.jobs(in: [.batches], of: getuid(), named: nil))?
        .filter { $0.name == name }.map(\.id).max()
    }
    guard let id else { return nil }
    return DaemonQuery(of: spool).status?.batches?.first { $0.id == id.description }
  }
}
