import Logging
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// The jobs in the spool that the service has submitted; their IDs are the tokens of their submissions.
///
/// What they are at, and their outputs, are asked of the daemon. That they have ended is read from their reports.
///
/// DIAGNOSTICS
/// - "job submitted": with token and key.
/// - "job deleted": with its token.
/// - "spool not usable": it cannot be written, or the daemon does not answer.
struct SpoolJobs: JobStore {
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

  let pace = Duration.milliseconds(40)
  let isRemote = false

  func isID(_ text: some StringProtocol) -> Bool { DropName.isToken(text) }

  func find(_ token: String, of key: ServiceKey) throws(Problem) {
    guard records.isOf(key.name, token) else { throw .unknownJob }
  }

  func check(_ keys: [ServiceKey]) {}

  func submit(_ job: JobSubmission, of key: ServiceKey) throws(Problem) -> String {
    let token = SubmissionToken.make()
    try records.add(token, of: key, idempotencyKey: job.options.key)
    do throws(Errno) {
      try spool.drop(
        job.name, token: token, document: job.document, options: job.options, files: job.files)
    } catch {
      records.remove(token)
      logger.error("spool not usable", metadata: ["reason": "\(error)"])
      throw .unavailable("The spool cannot be written: \(error).", retryAfter: 10)
    }
    logger.info("job submitted", metadata: ["token": "\(token)", "key": "\(key.name)"])
    return token
  }

  func page(of token: String, for key: ServiceKey) throws(Problem) -> (job: JSON, isFinished: Bool)
  {
    try find(token, of: key)
    return try details(of: token)
  }

  func output(_ name: String, of token: String, for key: ServiceKey) throws(Problem) -> Answer {
    try find(token, of: key)
    guard let (output, file) = try outputs(of: token, named: name).first else { throw .notFound }
    return try Self.answer(output, file, ofJob: token)
  }

  func ended(_ tokens: [String], of key: ServiceKey) -> Set<String> {
    let ended = tokens.filter { spool.report($0) != nil }
    for token in ended { records.finished(token) }
    return Set(ended)
  }

  var unfinished: [String: Int]? { records.unfinished }

  private func details(of token: String) throws(Problem) -> (job: JSON, isFinished: Bool) {
    let details: JobDetails?
    do {
      details = try spool.details(of: .token(token))
    } catch {
      throw problem(error)
    }
    guard let details else { throw .unknownJob }
    if details.isFinished { records.finished(token) }
    return (details.json.page(ofJob: token, details.outputs), details.isFinished)
  }

  /// The outputs of a finished job.
  ///
  /// - Parameters:
  ///   - token: The job.
  ///   - name: Of one of them; `nil` for the first ones.
  /// - Returns: None if there is none of the name.
  /// - Throws: A problem.
  private func outputs(
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

  private static func answer(
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

  /// The results of a finished job are deleted.
  func delete(_ token: String, for key: ServiceKey) throws(Problem) {
    try find(token, of: key)
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

  func result(of token: String, for key: ServiceKey) throws(Problem) -> Answer {
    guard let report = spool.report(token) else { return Answer(accepted: token) }
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
}
