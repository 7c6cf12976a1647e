import Logging
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords

/// The jobs in the spool that the service has submitted: what they are at, their outputs, and their deletion.
///
/// All of it asks the daemon, and may take long.
///
/// DIAGNOSTICS
/// - "job deleted": with its token.
/// - "spool not usable": the daemon does not answer.
struct StoredJobs: Sendable {
  let spool: LocalSpool
  let records: JobRecords
  /// For how long results are kept that no client has deleted.
  let keep: Duration
  /// Set when the service ends.
  let stop: ShutdownEvent
  let logger: Logger

  /// Beyond, a record without a job is one of a submission that was cut short, milliseconds.
  private static let longestSubmission = 600_000
  /// Output parts that are asked for to find a name.
  private static let mostParts = 64
  private static let patience = Duration.seconds(2)
  private static let pause = Duration.milliseconds(2)

  /// What a job is at.
  func details(of token: String) throws(Problem) -> (job: JSON, isFinished: Bool) {
    let details: JobDetails?
    do {
      details = try spool.details(of: .token(token))
    } catch {
      throw problem(error)
    }
    guard let details else { throw .unknownJob }
    if details.isFinished { records.finished(token) }
    return (details.json(token: token), details.isFinished)
  }

  /// The outputs of a finished job.
  ///
  /// - Parameters:
  ///   - token: The job.
  ///   - name: Of one of them; `nil` for the first ones.
  /// - Returns: None if there is none of the name.
  /// - Throws: A problem.
  func outputs(
    of token: String, named name: String? = nil
  ) throws(Problem) -> [(output: OutputRecord, file: OwnedDescriptor)] {
    do {
      var cursor: OutputCursor?
      for _ in 0..<Self.mostParts {
        let (outputs, next) = try committed(token, after: cursor)
        guard let name else { return outputs }
        let found = outputs.filter { $0.output.file == name }
        guard found.isEmpty, let next else { return found }
        cursor = next
      }
      return []
    } catch {
      throw problem(error)
    }
  }

  /// A part of the outputs. The report shows a moment before the job is done.
  private func committed(
    _ token: String, after cursor: OutputCursor?
  ) throws -> (outputs: [(output: OutputRecord, file: OwnedDescriptor)], next: OutputCursor?) {
    let end = ContinuousClock.now + Self.patience
    while true {
      do {
        return try spool.outputs(of: .token(token), after: cursor)
      } catch let error as CommandError where error.code == .state && .now < end {
        let state = try spool.details(of: .token(token))?.summary.state
        guard state == .ready || state == .done else { throw error }
        _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: Self.pause)
      }
    }
  }

  static func answer(
    _ output: OutputRecord, _ file: OwnedDescriptor, ofJob token: String
  ) throws(Problem) -> Answer {
    do throws(SystemError) {
      let digest = try Digest()
      var count = 0
      try file.eachChunk(of: output.file) { (chunk) throws(SystemError) in
        try digest.add(chunk)
        count += chunk.count
        return true
      }
      return Answer(
        output: output.file, file, bytes: count, digest: try digest.value(), ofJob: token)
    } catch {
      throw .unavailable("\(error).", retryAfter: 5)
    }
  }

  /// Cancels a job that is not finished; deletes the results of one that is.
  func delete(_ token: String) throws(Problem) {
    do {
      guard let details = try spool.details(of: .token(token)) else { throw Problem.unknownJob }
      if !details.isFinished {
        try spool.change([.token(token)], .cancel)
        return
      }
      try acknowledge(token, details)
    } catch let error as Problem {
      throw error
    } catch let error as CommandError where error.code == .missing {
      records.remove(token)
    } catch {
      throw problem(error)
    }
  }

  private func acknowledge(_ token: String, _ details: JobDetails) throws {
    if details.isPrivate, details.summary.state == .done {
      try spool.change([.token(token)], .acknowledge)
    }
    records.remove(token)
    logger.info("job deleted", metadata: ["token": "\(token)"])
  }

  private func problem(_ error: any Error) -> Problem {
    switch error {
    case let error as CommandError where error.code == .missing: return .unknownJob
    case let error as CommandError where error.code == .state:
      return .jobState(error.message)
    default:
      logger.error("spool not usable", metadata: ["reason": "\(error)"])
      return .unavailable("The daemon cannot be asked now.", retryAfter: 5)
    }
  }

  /// The result of a job, for a client that has waited: its image, if it has one only. It is the address of the job if
  /// the daemon cannot be asked now: the job was accepted, and must not be sent again.
  func answer(_ token: String, _ report: JobReport) throws(Problem) -> Answer {
    switch report.status {
    case .held: return Answer(accepted: token)
    case .failed: throw .invalidJob(report.errors)
    case .done:
      do throws(Problem) {
        if report.batch == nil, report.outputs.count == 1,
          let (output, file) = try outputs(of: token).first
        {
          return try Self.answer(output, file, ofJob: token)
        }
        return try finished(token).map { Answer($0, ofJob: token) } ?? Answer(accepted: token)
      } catch  where Self.isPassing(error) {
        return Answer(accepted: token)
      }
    }
  }

  /// The page of a job whose report shows: that it is done shows a moment later.
  ///
  /// - Returns: `nil` if it does not.
  private func finished(_ token: String) throws(Problem) -> JSON? {
    let end = ContinuousClock.now + Self.patience
    while true {
      let (job, isFinished) = try details(of: token)
      if isFinished { return job }
      guard .now < end, !stop.isSet else { return nil }
      _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: Self.pause)
    }
  }

  /// Whether a problem is one of the daemon and not of the job.
  private static func isPassing(_ problem: Problem) -> Bool {
    problem.status == 503 || problem.code == Problem.jobState("").code
  }

  /// Notes which jobs have ended, and deletes results that were kept for long enough.
  func sweep() {
    let now = WallClock.milliseconds
    for (token, record) in records.all {
      if !record.isFinished, spool.report(token) != nil { records.finished(token) }
      let age = now - SubmissionToken.time(of: token)
      let isOld = age > Int(keep / .milliseconds(1))
      guard isOld || !record.isFinished && age > Self.longestSubmission else { continue }
      do {
        guard let details = try spool.details(of: .token(token)) else { continue }
        if isOld, details.isFinished { try acknowledge(token, details) }
      } catch let error as CommandError where error.code == .missing {
        records.remove(token)
      } catch {
        // Later, when the daemon answers.
        return
      }
    }
  }
}

extension JobDetails {
  fileprivate var isFinished: Bool { JobAction.purge.states.contains(summary.state) }

  /// As clients of the service see it: its token, and addresses of outputs.
  fileprivate func json(token: String) -> JSON {
    let hidden: Set = ["id", "owner", "private", "outputs"]
    let rest = (json.object ?? []).filter { !hidden.contains($0.key) }
    let links = outputs.map { name -> JSON in
      ["name": .string(name), "href": .string("/jobs/\(token)/outputs/\(name.percentEscaped)")]
    }
    return .object(
      [.init("id", .string(token))] + rest + [.init("outputs", .array(links))])
  }
}
