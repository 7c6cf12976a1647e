import ArgumentParser
import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// Jobs that were dropped, until the report of each is there.
struct SubmittedJobs {
  /// How long a job may take until a reason is looked for.
  private static let patience = Duration.milliseconds(300)

  private let output: OutputPlaces?
  private let report: SubmitReport?
  private let printer: SubmissionConsole
  private let spool: FilePath
  /// How many jobs of the same command were not dropped.
  private let rejected: Int
  /// Those that have not ended, in the order in which they were dropped.
  private var jobs: [Submission] = []
  private var worst: ExitStatus?
  private var rendered = 0
  private var failed = 0

  private var console: Console { printer.console }

  /// - Parameters:
  ///   - spool: Where the jobs are dropped.
  ///   - output: Where images are copied to; `nil` leaves them in the spool.
  ///   - report: Where each job is reported.
  ///   - printer: Where images and errors are printed.
  ///   - rejected: How many jobs of the same command were not dropped.
  init(
    spool: FilePath, output: OutputPlaces?, report: SubmitReport?, printer: SubmissionConsole,
    rejected: Int = 0
  ) {
    self.output = output
    self.report = report
    self.printer = printer
    self.spool = spool
    self.rejected = rejected
  }

  mutating func add(_ submission: Submission) {
    jobs.append(submission)
  }

  /// Waits for all, and prints each as it is delivered.
  ///
  /// - Parameters:
  ///   - timeout: The longest time to wait; `nil` for no limit.
  ///   - cancellation: What cancels the jobs that have not ended by then; `nil` leaves them.
  /// - Returns: The exit code if not all succeeded.
  /// - Throws: A ``Failure`` if the report cannot be written.
  mutating func wait(
    _ timeout: Duration?, _ cancellation: LateCancellation? = nil
  ) throws -> ExitCode? {
    let polling = ReportPolling(timeout: timeout)
    var isExplained = false
    let count = jobs.count
    while true {
      try takeDelivered(polling)
      guard !jobs.isEmpty else { break }
      if !isExplained, polling.elapsed >= Self.patience || polling.hasTimedOut {
        isExplained = true
        if let reason = DaemonQuery(of: spool).reason(
          why: "the jobs wait", of: geteuid(), in: spool)
        {
          console.note(reason)
        }
      }
      if polling.hasTimedOut {
        for job in jobs {
          cancellation?.cancel(job.token, name: job.job.name, in: spool, console)
          try giveUp(job)
        }
        summarize(count)
        return ExitCode(ReportPolling.timedOut)
      }
      console.progress(progress(of: count, polling.elapsed))
      polling.pause()
    }
    summarize(count)
    return worst?.code
  }

  private mutating func takeDelivered(_ polling: ReportPolling) throws {
    var left: [Submission] = []
    for job in jobs {
      let path = spool.appending("reports").appending("\(job.token).json")
      guard let delivered = DeliveredJob(at: path, out: spool.appending("out")),
        delivered.mayBeCallers
      else {
        left.append(job)
        continue
      }
      do {
        try finish(job, delivered, polling)
      } catch is JobImages.TimedOut {
        left.append(job)
      }
    }
    jobs = left
  }

  /// Of one job its name; of several how many have ended, their rate, and how long the rest takes at that rate.
  private func progress(of count: Int, _ elapsed: Duration) -> String {
    let ended = rendered + failed
    guard count > 1 else { return "Waiting for \(jobs.first?.job.name ?? "") …" }
    let seconds = elapsed / .seconds(1)
    guard ended > 0, seconds > 0 else { return "\(ended)/\(count) …" }
    let rate = Double(ended) / seconds
    let tenths = (rate * 10).rounded() / 10
    return "\(ended)/\(count), \(tenths) per second, \(Int(Double(jobs.count) / rate) + 1) s left …"
  }

  private func summarize(_ count: Int) {
    guard count + rejected > 1 else { return }
    let others = [(jobs.count, "unfinished"), (rejected, "rejected")]
      .filter { $0.0 > 0 }.map { ", \($0.0) \($0.1)" }.joined()
    console.note("\(rendered) rendered, \(failed) failed\(others)")
  }

  private func giveUp(_ job: Submission) throws {
    try report?.add(job.path, .unfinished)
    printer.print(SubmissionRecord(job.token, name: job.job.name, .unfinished))
  }

  private mutating func finish(
    _ job: Submission, _ delivered: DeliveredJob, _ polling: ReportPolling
  ) throws {
    let content = delivered.report
    if let status = content.exitStatus {
      printer.report(content.errors, in: job.job)
      let ending = SubmissionRecord.State(rawValue: content.status.rawValue) ?? .failed
      try end(job, delivered, ending, status)
      return
    }
    do {
      let places = try deliver(job, delivered, polling)
      for case let path? in places { console.result(path: path, unless: printer.isJSON) }
      try end(job, delivered, .done, nil, places)
    } catch let failure as Failure {
      // An image that cannot be copied does not keep other jobs from theirs.
      if !printer.isJSON { console.note(failure) }
      try end(job, delivered, .failed, failure.status, failure: failure)
    }
  }

  /// Counts and reports a job.
  private mutating func end(
    _ job: Submission, _ delivered: DeliveredJob, _ state: SubmissionRecord.State,
    _ status: ExitStatus?, _ places: [FilePath?] = [], failure: Failure? = nil
  ) throws {
    worst = worst ?? status
    if status == nil { rendered += 1 } else { failed += 1 }
    let content = delivered.report
    let errors = failure.map { [Diagnostic(code: "not-copied", message: $0.message)] }
    try report?.add(
      job.path, state, outputs: places.compactMap { $0 },
      report: failure == nil ? content.json : nil, errors: errors ?? [])
    var record = delivered.record(job.token, name: job.job.name, state, places)
    if let errors { record.errors = .array(errors.map(\.json)) }
    printer.print(record)
  }

  /// Copies the images if they go elsewhere.
  ///
  /// - Returns: Their paths; `nil` for an image whose name in `out/` is another job's.
  private func deliver(
    _ job: Submission, _ delivered: DeliveredJob, _ polling: ReportPolling
  ) throws -> [FilePath?] {
    let outputs = delivered.report.outputs
    guard let output else {
      let places = delivered.deliveredPaths
      noteMissing(places, delivered, isPrivate: job.isPrivate)
      return places
    }
    let files = try output.files(for: outputs.map { ($0.file, $0.format) })
    let images = try JobImages(of: delivered, spool: spool, until: polling).open()
    let written = try zip(images, files).map { image, file in
      try file.write(image.file, until: polling.deadline)
    }
    if job.isPrivate, let id = delivered.report.id {
      let control = SpoolPlace(spool, command: "submit")
      guard try FetchedJob(.id(id), control).acknowledge(written) else {
        noteMissing([], delivered, isPrivate: true)
        return written.map(\.shown)
      }
    }
    return written.map(\.shown)
  }

  private func noteMissing(_ places: [FilePath?], _ delivered: DeliveredJob, isPrivate: Bool) {
    let id = delivered.report.id?.description ?? ""
    if isPrivate {
      return console.note("\(delivered.report.job): the images are private: scrim fetch \(id)")
    }
    for (output, place) in zip(delivered.report.outputs, places) where place == nil {
      console.note(
        "\(delivered.path(of: output)) is no longer this job's: a later job has replaced it. "
          + "scrim fetch \(id) copies its own.")
    }
  }
}

extension Console {
  fileprivate func result(path: FilePath, unless isSilent: Bool) {
    if !isSilent { result(path: path) }
  }
}
