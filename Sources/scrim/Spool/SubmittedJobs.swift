import ArgumentParser
import Glibc
import ScrimCommand
import ScrimLinux
import ScrimSpool
import ScrimSubmission
import SystemPackage

/// Jobs that were dropped, until the report of each is there.
struct SubmittedJobs {
  private static let pause: useconds_t = 100_000
  /// As that of timeout(1).
  private static let timedOut = ExitCode(124)

  private let output: OutputPlaces?
  private let report: SubmitReport?
  private let console: Console
  private let spool: FilePath
  /// Those that have not ended, in the order in which they were dropped.
  private var jobs: [Submission] = []
  private var worst: ExitStatus?
  private var rendered = 0
  private var failed = 0

  /// - Parameters:
  ///   - spool: Where the jobs are dropped.
  ///   - output: Where images are copied to; `nil` leaves them in the spool.
  ///   - report: Where each job is reported.
  ///   - console: Where images and errors are printed.
  init(spool: FilePath, output: OutputPlaces?, report: SubmitReport?, console: Console) {
    self.output = output
    self.report = report
    self.console = console
    self.spool = spool
  }

  mutating func add(_ submission: Submission) {
    jobs.append(submission)
  }

  /// Waits for all, and prints each as it is delivered.
  ///
  /// - Parameter timeout: The longest time to wait; `nil` for no limit.
  /// - Returns: The exit code if not all succeeded.
  /// - Throws: A ``Failure`` if an image cannot be copied, or the report cannot be written.
  mutating func wait(_ timeout: Duration?) throws -> ExitCode? {
    if DaemonQuery(of: spool).isAbsent {
      console.note("No scrimd is running for \(spool): the jobs wait until it is started.")
    }
    let begin = ContinuousClock.now
    let count = jobs.count
    while true {
      try takeDelivered()
      guard !jobs.isEmpty else { break }
      if let timeout, ContinuousClock.now - begin >= timeout {
        for job in jobs { try report?.add(job.path, .unfinished) }
        summarize(count)
        return Self.timedOut
      }
      console.progress(progress(of: count, since: begin))
      usleep(Self.pause)
    }
    summarize(count)
    return worst?.code
  }

  private mutating func takeDelivered() throws {
    var left: [Submission] = []
    for job in jobs {
      let path = spool.appending("reports").appending("\(job.token).json")
      if let delivered = DeliveredJob(at: path, out: spool.appending("out")) {
        try finish(job, delivered)
      } else {
        left.append(job)
      }
    }
    jobs = left
  }

  /// Of one job its name; of several how many have ended, their rate, and how long the rest takes at that rate.
  private func progress(of count: Int, since begin: ContinuousClock.Instant) -> String {
    let ended = rendered + failed
    guard count > 1 else { return "Waiting for \(jobs.first?.job.name ?? "") …" }
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    guard ended > 0, seconds > 0 else { return "\(ended)/\(count) …" }
    let rate = Double(ended) / seconds
    let tenths = (rate * 10).rounded() / 10
    return "\(ended)/\(count), \(tenths) per second, \(Int(Double(jobs.count) / rate) + 1) s left …"
  }

  private func summarize(_ count: Int) {
    guard count > 1 else { return }
    let unfinished = jobs.isEmpty ? "" : ", \(jobs.count) unfinished"
    console.note("\(rendered) rendered, \(failed) failed\(unfinished)")
  }

  private mutating func finish(_ job: Submission, _ delivered: DeliveredJob) throws {
    let report = delivered.report
    if let status = delivered.report.exitStatus {
      console.report(report.errors, in: job.job)
      worst = worst ?? status
      failed += 1
      let ending = SubmitReport.Status(rawValue: report.status.rawValue) ?? .failed
      return try self.report?.add(job.path, ending, report: report.json) ?? ()
    }
    let paths = try deliver(delivered)
    for path in paths { console.result(path: path) }
    rendered += 1
    try self.report?.add(job.path, .done, outputs: paths, report: report.json)
  }

  /// Copies the images if they go elsewhere.
  ///
  /// - Returns: Their paths.
  private func deliver(_ delivered: DeliveredJob) throws -> [FilePath] {
    guard let output else { return delivered.images.map(\.path) }
    let paths = try output.paths(for: delivered.images.map { ($0.file, $0.format) })
    for (image, path) in zip(delivered.images, paths) {
      let number = open(image.path.string, O_RDONLY | O_CLOEXEC)
      guard number >= 0 else { throw Failure(.io, "\(image.path) cannot be read.") }
      try OutputFile.write(OwnedDescriptor(owning: number), to: path)
    }
    return paths
  }
}
