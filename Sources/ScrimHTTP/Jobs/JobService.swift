import Logging
import ScrimDocument
import ScrimLinux
import ScrimRecords
import Synchronization
import SystemPackage

/// Takes jobs by `POST`, and answers questions about them.
///
/// It promises that a job which was accepted is in the spool or in the queue, flushed. It asks them in threads of its
/// own, so that a daemon or a server that is slow or away makes answers late, and nothing else.
final class JobService: Sendable {
  typealias Completion = JobTasks.Completion

  private struct State {
    var rates: [String: RateLimit] = [:]
    /// Keys for which it is to be looked whether they can submit jobs.
    var unchecked: [ServiceKey]
    /// No job is taken.
    var isStopping = false
  }

  private let jobs: any JobStore
  private let tasks = JobTasks()
  private let clients: JobClients
  private let catalog: TemplateCatalog
  private let sources: JobSources
  private let slots = UploadSlots()
  private let state: Mutex<State>
  private let stop: ShutdownEvent

  /// How often it is looked which jobs have ended, and which results are old.
  private static let sweep = Duration.seconds(2)

  /// Is `nil` without a spool or a queue.
  ///
  /// - Parameters:
  ///   - configuration: Says where jobs go.
  ///   - catalog: The installed templates.
  ///   - sources: Fetches the sources of jobs.
  ///   - logger: Logs what becomes of jobs.
  /// - Throws: `SystemError`.
  init?(
    _ configuration: HTTPConfiguration, _ catalog: TemplateCatalog, _ sources: JobSources,
    _ logger: Logger
  ) throws(SystemError) {
    let stop = try ShutdownEvent()
    if !configuration.queue.isEmpty {
      jobs = QueueJobs(
        connections: QueueConnections(
          configuration.queue, limit: configuration.queueLimit, logger), logger: logger)
    } else if !configuration.spool.isEmpty {
      jobs = SpoolJobs(
        spool: LocalSpool(path: configuration.spool),
        records: try JobRecords(at: configuration.stateFolder), keep: configuration.keep,
        stop: stop, logger: logger)
    } else {
      return nil
    }
    self.stop = stop
    clients = try JobClients(jobs, tasks, stop)
    self.catalog = catalog
    self.sources = sources
    state = Mutex(State(unchecked: configuration.keys))
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
            tasks.run(for: upload.key, completion) { [self, submission] () throws(Problem) in
              try submit(submission, of: upload, completion)
            }
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
    let id = try jobs.submit(submission, of: upload.key)
    guard let time = upload.wait else { return completion(Answer(accepted: id)) }
    clients.wait(for: id, of: upload.key, time, completion)
  }

  // MARK: Questions

  /// Answers a request below `/jobs/`.
  func answer(
    _ request: ServiceRequest, _ route: Route, of key: ServiceKey,
    _ completion: @escaping Completion
  ) throws(Problem) {
    let steps = request.path.split(separator: "/", maxSplits: 4, omittingEmptySubsequences: false)
    guard steps.count >= 3, jobs.isID(steps[2]) else { throw .notFound }
    let id = String(steps[2])
    switch (route, request.method) {
    case (.job, .get):
      tasks.run(for: key, completion) { [jobs] () throws(Problem) in
        completion(Answer(try jobs.page(of: id, for: key).job, ofJob: id))
      }
    case (.job, .delete):
      tasks.run(for: key, completion) { [jobs] () throws(Problem) in
        try jobs.delete(id, for: key)
        completion(Answer(status: 204, headers: [("Cache-Control", "no-store")]))
      }
    case (.output, .get):
      guard let name = String(steps[4]).removingPercentEscapes else { throw .notFound }
      tasks.run(for: key, completion) { [jobs] () throws(Problem) in
        completion(try jobs.output(name, of: id, for: key))
      }
    case (.events, .get):
      tasks.run(for: key, completion) { [jobs, clients] () throws(Problem) in
        try jobs.find(id, of: key)
        try clients.follow(id, of: key, completion)
      }
    default: throw .notFound
    }
  }

  // MARK: Threads

  /// Looks for jobs that have ended until ``end()``. Blocks; it never asks another process itself.
  ///
  /// Threads that do are not waited for at the end: a daemon that hangs does not keep the service from stopping.
  ///
  /// - Throws: `SystemError` if a thread cannot be started.
  func run() throws(SystemError) {
    defer { tasks.end() }
    try tasks.start()
    try Thread.start { [self] in
      while !stop.isSet {
        let keys = state.withLock { state in
          defer { state.unchecked = [] }
          return state.unchecked
        }
        if !keys.isEmpty { jobs.check(keys) }
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

  /// Takes limits anew, and looks whether these keys can submit jobs.
  func renew(_ keys: [ServiceKey]) {
    state.withLock { state in
      state.rates = [:]
      state.unchecked = keys
    }
  }

  /// Unfinished jobs by key; `nil` if they are not counted here.
  var unfinished: [String: Int]? { jobs.unfinished }
}
