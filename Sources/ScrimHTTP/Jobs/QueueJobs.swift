import Logging
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimQueue
import ScrimQueueClient
import ScrimRecords

/// The jobs of the queue of many machines; their IDs are its numbers. All that is known of them is in the queue: each
/// service that has it answers for each job.
///
/// DIAGNOSTICS
/// - "job submitted", "job cancelled", "job's images fetched": with the job's number and the key.
/// - "job not submitted": its files cannot be read.
/// - "output not read": the queue's bytes are damaged, or there is no space for a temporary file.
struct QueueJobs: JobStore {
  let connections: QueueConnections
  let logger: Logger

  let pace = Duration.milliseconds(100)
  let isRemote = true
  /// The queue counts them, and has metrics of its own.
  let unfinished: [String: Int]? = nil

  func isID(_ text: some StringProtocol) -> Bool {
    Int(text).map { $0 > 0 && "\($0)" == text } ?? false
  }

  // MARK: Submitting

  func submit(_ job: JobSubmission, of key: ServiceKey) throws(Problem) -> String {
    let id = try ask(key) { client in
      var queued = try QueuedJob(
        job.name, document: job.document, files: job.files.map { ($0.place, $0.file, nil) })
      queued.submission.key = job.options.key
      queued.submission.options = job.options.ofQueuedJob.json.text()
      // What is submitted twice is the first job.
      guard
        try client.unfinished() < key.jobs
          || job.options.key.map({ try client.job(withKey: $0) != nil }) == true
      else { throw Problem.jobs(key.name, limit: key.jobs) }
      return try QueuedJob.submit([queued], client)[0]
    }
    log("job submitted", id, key)
    return "\(id)"
  }

  // MARK: Questions

  func find(_ id: String, of key: ServiceKey) throws(Problem) {
    _ = try ask(key) { client in try result(id, client) }
  }

  func page(of id: String, for key: ServiceKey) throws(Problem) -> (job: JSON, isFinished: Bool) {
    try ask(key) { client in
      let result = try result(id, client)
      return (try page(result, client), result.job.state.hasEnded)
    }
  }

  func ended(_ ids: [String], of key: ServiceKey) throws(Problem) -> Set<String> {
    let states = try ask(key) { client in try client.states(of: ids.compactMap { Int($0) }) }
    // What is not there any more has ended, too.
    return Set(ids.filter { Int($0).flatMap { states[$0]?.hasEnded } ?? true })
  }

  func output(_ name: String, of id: String, for key: ServiceKey) throws(Problem) -> Answer {
    try ask(key) { client in
      let result = try result(id, client)
      let files = result.job.state.hasEnded ? try result.files(of: client) : []
      guard !files.isEmpty else {
        throw Problem.jobState("Job \(id) is \(result.job.state.rawValue): it has no outputs.")
      }
      guard let file = files.first(where: { $0.name == name }) else { throw Problem.notFound }
      return try answer(file, ofJob: id, client)
    }
  }

  func result(of id: String, for key: ServiceKey) throws(Problem) -> Answer {
    do throws(Problem) {
      return try ask(key) { client in
        let result = try result(id, client)
        switch result.job.state {
        case .waiting, .deferred, .leased: return Answer(accepted: id)
        case .failed, .cancelled, .expired: throw Problem.invalidJob(Self.errors(of: result))
        case .done:
          let files = try result.files(of: client)
          guard files.count == 1, result.summary == nil else {
            return Answer(try page(result, client), ofJob: id)
          }
          return try answer(files[0], ofJob: id, client)
        }
      }
    } catch  where error.status == 503 {
      return Answer(accepted: id)
    }
  }

  private func result(_ id: String, _ client: QueueClient) throws -> QueuedResult {
    guard let number = Int(id), let result = try QueuedResult(number, of: client) else {
      throw Problem.unknownJob
    }
    return result
  }

  /// Of a batch the rows are listed in its first output, as in a spool.
  private func page(_ result: QueuedResult, _ client: QueueClient) throws -> JSON {
    let files = result.job.state.hasEnded ? try result.files(of: client) : []
    let listed =
      result.summary == nil ? files : files.filter { $0.name == "\(result.job.name).rows.jsonl" }
    let batch = result.summary.map { summary -> JSON.Member in
      .init(
        "batch",
        [
          "rows": .integer(summary.done + summary.failed + summary.skipped),
          "done": .integer(summary.done), "failed": .integer(summary.failed),
          "skipped": .integer(summary.skipped),
        ])
    }
    let members = (result.json([]).object ?? []) + [batch].compactMap { $0 }
    return JSON.object(members).page(ofJob: "\(result.job.id)", listed.map(\.name))
  }

  private static func errors(of result: QueuedResult) -> [Diagnostic] {
    let errors = result.errors
    guard errors.isEmpty else { return errors }
    return [
      Diagnostic(
        code: "refused", message: "job \(result.job.id) is \(result.job.state.rawValue).")
    ]
  }

  /// Copies an output out of the queue into a temporary file: clients may be slow, and the digest comes first.
  private func answer(
    _ file: QueuedResult.File, ofJob id: String, _ client: QueueClient
  ) throws -> Answer {
    do {
      let copy = try TemporaryFile.make()
      let digest = try Digest()
      try file.read(client) { chunk in
        try digest.add(chunk)
        try copy.write(chunk, to: "a temporary file")
      }
      return Answer(
        output: file.name, copy, bytes: file.bytes, digest: try digest.value(), ofJob: id)
    } catch  where error is SystemError || error is QueuedResult.File.Damaged {
      logger.error("output not read", metadata: ["job": "\(id)", "reason": "\(error)"])
      throw Problem.unavailable("The output cannot be read from the queue.", retryAfter: 30)
    }
  }

  // MARK: Changes

  /// The images of a job that has ended are deleted if the queue does not keep what was fetched.
  func delete(_ id: String, for key: ServiceKey) throws(Problem) {
    let event = try ask(key) { client in
      let number = try result(id, client).job.id
      guard try client.cancel([number]).isEmpty else { return "job cancelled" }
      try client.noteFetched([number])
      return "job's images fetched"
    }
    log(event, Int(id) ?? 0, key)
  }

  func check(_ keys: [ServiceKey]) {
    // What is wrong is logged there.
    for key in keys where key.jobsPerMinute > 0 { try? connections.use(key) { _ in } }
  }

  func sweep() { connections.sweep() }

  private func log(_ event: String, _ id: Int, _ key: ServiceKey) {
    logger.info("\(event)", metadata: ["job": "\(id)", "key": "\(key.name)"])
  }

  /// Asks the queue on behalf of a key. Errors have no words of the server's that name hosts or roles.
  private func ask<Value>(
    _ key: ServiceKey, _ work: (QueueClient) throws -> Value
  ) throws(Problem) -> Value {
    do {
      return try connections.use(key, work)
    } catch let problem as Problem {
      throw problem
    } catch let error as QueueError {
      switch error.kind {
      case .refused: throw .invalidJob([Diagnostic(code: "refused", message: error.message)])
      case .deleted: throw .notFound
      case .exhausted:
        throw .unavailable(
          "A quota of the queue is used up, or its server has no space or connections left.",
          retryAfter: 30)
      case .unavailable, .configuration, .schema, .denied, .missingBlob, .damaged, .conflict,
        .locked, .failed:
        throw .unavailable("The queue cannot be asked now.", retryAfter: 5)
      }
    } catch let failure as Failure where failure.status == .dataError {
      throw .invalidJob([Diagnostic(code: "refused", message: failure.message)])
    } catch {
      logger.error("job not submitted", metadata: ["reason": "\(error)"])
      throw .unavailable("The files of the job cannot be read now.", retryAfter: 5)
    }
  }
}
