import Logging
import ScrimDocument
import ScrimLinux
import ScrimRecords
import Synchronization
import SystemPackage

/// Takes jobs by `POST`, and answers questions about them: a client of the spool, in an account that may name tenants.
///
/// It promises that a job which was accepted is in the spool, flushed, and that its results stay there until the client
/// deletes them or `keep-hours` have passed. It asks the daemon in threads of its own, so that a daemon that is slow or
/// away makes answers late, and nothing else.
///
/// DIAGNOSTICS
/// - "job submitted": with token and key.
/// - "spool not usable": the spool cannot be written.
final class JobService: Sendable {
  typealias Completion = JobTasks.Completion

  private struct State {
    var rates: [String: RateLimit] = [:]
    /// No job is taken.
    var isStopping = false
  }

  private let jobs: StoredJobs
  private let tasks = JobTasks()
  private let clients: JobClients
  private let catalog: TemplateCatalog
  private let sources: JobSources
  private let logger: Logger
  private let slots = UploadSlots()
  private let state = Mutex(State())
  private let stop: ShutdownEvent

  /// How often it is looked which jobs have ended, and which results are old.
  private static let sweep = Duration.seconds(2)

  /// - Parameters:
  ///   - configuration: With a spool.
  ///   - catalog: The installed templates.
  ///   - sources: Fetches the sources of jobs.
  ///   - logger: Logs what becomes of jobs.
  /// - Throws: `SystemError`.
  init(
    _ configuration: HTTPConfiguration, _ catalog: TemplateCatalog, _ sources: JobSources,
    _ logger: Logger
  ) throws(SystemError) {
    stop = try ShutdownEvent()
    jobs = StoredJobs(
      spool: LocalSpool(path: configuration.spool),
      records: try JobRecords(at: configuration.stateFolder), keep: configuration.keep, stop: stop,
      logger: logger)
    clients = try JobClients(jobs, tasks)
    self.catalog = catalog
    self.sources = sources
    self.logger = logger
  }

  // MARK: Submitting

  /// Begins a submission, before its body is read.
  ///
  /// - Throws: A problem with its head, or if the key has had too many.
  func begin(_ request: ServiceRequest, of key: ServiceKey) throws(Problem) -> Upload {
    guard key.jobsPerMinute > 0 else { throw .noJobs(key.name) }
    let upload = try Upload(request, of: key, slots)
    try state.withLock { (state) throws(Problem) in
      guard !state.isStopping else { throw .stopping }
      var limit = state.rates[key.name] ?? RateLimit(perMinute: key.jobsPerMinute)
      if let seconds = limit.take() {
        throw .jobRate(key.name, limit: key.jobsPerMinute, retryAfter: seconds)
      }
      state.rates[key.name] = limit
    }
    return upload
  }

  /// Submits a complete body.
  func submit(_ upload: Upload, _ completion: @escaping Completion) {
    tasks.run(for: upload.key, completion) { [self] () throws(Problem) in
      let submission = try JobSubmission(upload, catalog)
      guard let document = sources.document(of: submission, for: upload.key) else {
        return try submit(submission, of: upload, completion)
      }
      // Other servers are slow at times: nothing else waits for them.
      do throws(SystemError) {
        try Thread.start { [self] in
          JobTasks.answer(completion) { () throws(Problem) in
            var submission = submission
            try sources.pin(document, of: &submission, for: upload.key)
            try submit(submission, of: upload, completion)
          }
        }
      } catch {
        throw .unavailable("\(error).", retryAfter: 5)
      }
    }
  }

  private func submit(
    _ submission: JobSubmission, of upload: Upload, _ completion: @escaping Completion
  ) throws(Problem) {
    let token = SubmissionToken.make()
    try jobs.records.add(token, of: upload.key)
    do throws(Errno) {
      try jobs.spool.drop(
        submission.name, token: token, document: submission.document,
        options: submission.options, files: submission.files)
    } catch {
      jobs.records.remove(token)
      logger.error("spool not usable", metadata: ["reason": "\(error)"])
      throw .unavailable("The spool cannot be written: \(error).", retryAfter: 10)
    }
    logger.info(
      "job submitted", metadata: ["token": "\(token)", "key": "\(upload.key.name)"])
    guard let time = upload.wait else { return completion(Answer(accepted: token)) }
    clients.wait(for: token, of: upload.key, time, completion)
  }

  // MARK: Questions

  /// Answers a request below `/jobs/`.
  func answer(
    _ request: ServiceRequest, _ route: Route, of key: ServiceKey,
    _ completion: @escaping Completion
  ) throws(Problem) {
    let steps = request.path.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false)
    guard steps.count >= 3, DropName.isToken(steps[2]) else { throw .notFound }
    let token = String(steps[2])
    guard jobs.records.isOf(key.name, token) else { throw .unknownJob }
    switch (route, request.method) {
    case (.job, .get):
      tasks.run(for: key, completion) { [jobs] () throws(Problem) in
        completion(Answer(try jobs.details(of: token).job, ofJob: token))
      }
    case (.job, .delete):
      tasks.run(for: key, completion) { [jobs] () throws(Problem) in
        try jobs.delete(token)
        completion(Answer(status: 204, headers: [("Cache-Control", "no-store")]))
      }
    case (.output, .get):
      guard let name = String(steps[4]).removingPercentEscapes else { throw .notFound }
      tasks.run(for: key, completion) { [jobs] () throws(Problem) in
        guard let (output, file) = try jobs.outputs(of: token, named: name).first else {
          throw .notFound
        }
        completion(try StoredJobs.answer(output, file, ofJob: token))
      }
    case (.events, .get):
      try clients.follow(token, of: key, completion)
    default: throw .notFound
    }
  }

  // MARK: Threads

  /// Looks for reports until ``end()``. Blocks; it never asks the daemon itself.
  ///
  /// Those that do are not waited for at the end: a daemon that hangs does not keep the service from stopping.
  ///
  /// - Throws: `SystemError` if a thread cannot be started.
  func run() throws(SystemError) {
    defer { tasks.end() }
    try tasks.start()
    try Thread.start { [self] in
      while !stop.isSet {
        jobs.sweep()
        _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: Self.sweep)
      }
    }
    clients.run()
  }

  /// Takes no more jobs. Clients that wait get the addresses of their jobs.
  func beginStop() {
    state.withLock { $0.isStopping = true }
    clients.beginStop()
  }

  /// Ends ``run()``.
  func end() {
    beginStop()
    tasks.refuse()
    stop.set()
  }

  /// Takes limits anew.
  func renew() { state.withLock { $0.rates = [:] } }

  /// Unfinished jobs by key.
  var unfinished: [String: Int] { jobs.records.unfinished }
}
