import Logging
import ScrimDocument
import ScrimJSON
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
/// - "job submitted", "job deleted": with token and key.
/// - "spool not usable": the daemon does not answer, or the spool cannot be written.
final class JobService: Sendable {
  typealias Completion = @Sendable (Answer) -> Void

  private struct Task: Sendable {
    let key: String
    let run: @Sendable () -> Void
  }

  /// A client that waits for the end of its job.
  private struct Wait: Sendable {
    let token: String
    let key: ServiceKey
    let end: ContinuousClock.Instant
    let completion: Completion
  }

  private struct State {
    var tasks: [Task] = []
    var waits: [Wait] = []
    var events: [JobEvents] = []
    var rates: [String: RateLimit] = [:]
    /// No job is taken, and no client waits.
    var isStopping = false
    var isEnded = false
  }

  private let spool: LocalSpool
  private let records: JobRecords
  private let catalog: TemplateCatalog
  private let sources: JobSources
  private let logger: Logger
  private let keep: Duration
  private let slots = UploadSlots()
  private let state = Mutex(State())
  /// Counts tasks.
  private let pending = Semaphore()
  private let wake: WakeEvent
  private let stop: ShutdownEvent

  private static let threads = 4
  /// Questions of one key that may wait for a thread.
  private static let mostTasks = 64
  /// How often reports of jobs are looked for that a client waits for.
  private static let look = Duration.milliseconds(40)
  /// How often jobs are looked at whose events a client gets.
  private static let interval = Duration.milliseconds(500)
  /// Clients of one key that get events.
  private static let mostEvents = 16
  /// How often all others are.
  private static let sweep = Duration.seconds(2)
  /// Beyond, a record without a job is one of a submission that was cut short.
  private static let longestSubmission = 600_000
  /// Output parts that are asked for to find a name.
  private static let mostParts = 64

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
    spool = LocalSpool(path: configuration.spool)
    records = try JobRecords(at: configuration.stateFolder)
    keep = configuration.keep
    self.catalog = catalog
    self.sources = sources
    self.logger = logger
    wake = try WakeEvent()
    stop = try ShutdownEvent()
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
    run(for: upload.key, completion) { [self] () throws(Problem) in
      let submission = try JobSubmission(upload, catalog)
      guard let document = sources.document(of: submission, for: upload.key) else {
        return try submit(submission, of: upload, completion)
      }
      // Other servers are slow at times: nothing else waits for them.
      do throws(SystemError) {
        try Thread.start { [self] in
          Self.answer(completion) { () throws(Problem) in
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
    try records.add(token, of: upload.key)
    do throws(Errno) {
      try spool.drop(
        submission.name, token: token, document: submission.document,
        options: submission.options, files: submission.files)
    } catch {
      records.remove(token)
      logger.error("spool not usable", metadata: ["reason": "\(error)"])
      throw .unavailable("The spool cannot be written: \(error).", retryAfter: 10)
    }
    logger.info(
      "job submitted", metadata: ["token": "\(token)", "key": "\(upload.key.name)"])
    guard let time = upload.wait else { return completion(Answer(accepted: token)) }
    let wait = Wait(
      token: token, key: upload.key, end: .now + time, completion: completion)
    let isStopping = state.withLock { state in
      if !state.isStopping { state.waits.append(wait) }
      return state.isStopping
    }
    if isStopping { completion(Answer(accepted: token)) } else { wake.signal() }
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
    guard records.isOf(key.name, token) else { throw .unknownJob }
    switch (route, request.method) {
    case (.job, .get):
      run(for: key, completion) { [self] () throws(Problem) in
        completion(Answer(try details(of: token).job, ofJob: token))
      }
    case (.job, .delete):
      run(for: key, completion) { [self] () throws(Problem) in
        try delete(token)
        completion(Answer(status: 204, headers: [("Cache-Control", "no-store")]))
      }
    case (.output, .get):
      guard let name = String(steps[4]).removingPercentEscapes else { throw .notFound }
      run(for: key, completion) { [self] () throws(Problem) in
        guard let (output, file) = try outputs(of: token, named: name).first else {
          throw .notFound
        }
        completion(try Self.answer(output, file, ofJob: token))
      }
    case (.events, .get):
      let events = JobEvents(of: token, for: key)
      try state.withLock { (state) throws(Problem) in
        guard !state.isStopping else { throw .stopping }
        guard state.events.count(where: { $0.key.name == key.name }) < Self.mostEvents else {
          throw .events(key.name, limit: Self.mostEvents)
        }
        state.events.append(events)
      }
      completion(Answer(events))
      wake.signal()
    default: throw .notFound
    }
  }

  /// What a job is at.
  private func details(of token: String) throws(Problem) -> (job: JSON, isFinished: Bool) {
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

  private static let patience = Duration.seconds(2)
  private static let pause = Duration.milliseconds(2)

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

  /// Cancels a job that is not finished; deletes the results of one that is.
  private func delete(_ token: String) throws(Problem) {
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

  // MARK: Threads

  /// Runs a task by one of the threads; its problems are answers.
  private func run(
    for key: ServiceKey, _ completion: @escaping Completion,
    _ body: @escaping @Sendable () throws(Problem) -> Void
  ) {
    let task = Task(key: key.name) { Self.answer(completion, body) }
    let refusal = state.withLock { state -> Problem? in
      guard !state.isEnded else { return .stopping }
      guard state.tasks.count(where: { $0.key == key.name }) < Self.mostTasks else {
        return .unavailable("\(Self.mostTasks) requests of the key wait.", retryAfter: 1)
      }
      state.tasks.append(task)
      return nil
    }
    if let refusal { completion(Answer(refusal)) } else { pending.signal() }
  }

  /// Problems of a task are its answer.
  private static func answer(_ completion: Completion, _ body: () throws(Problem) -> Void) {
    do throws(Problem) {
      try body()
    } catch {
      completion(Answer(error))
    }
  }

  /// Looks for reports until ``end()``. Blocks; it never asks the daemon itself.
  ///
  /// Those that do are not waited for at the end: a daemon that hangs does not keep the service from stopping.
  ///
  /// - Throws: `SystemError` if a thread cannot be started.
  func run() throws(SystemError) {
    defer { for _ in 0..<Self.threads { pending.signal() } }
    for _ in 0..<Self.threads {
      try Thread.start { [self] in
        while let task = next() { task.run() }
      }
    }
    try Thread.start { [self] in
      while !stop.isSet {
        sweep()
        _ = try? Readiness.wait(for: [stop.descriptor.raw], timeout: Self.sweep)
      }
    }
    var nextEvents = ContinuousClock.now
    while !stop.isSet {
      let timeout = state.withLock { state in
        !state.waits.isEmpty ? Self.look : !state.events.isEmpty ? Self.interval : Self.sweep
      }
      try? wake.wait(orFor: stop, timeout: timeout)
      lookForReports()
      guard .now >= nextEvents else { continue }
      nextEvents = .now + Self.interval
      lookForEvents()
    }
  }

  /// Takes no more jobs. Clients that wait get the addresses of their jobs.
  func beginStop() {
    let (waits, events) = state.withLock { state in
      state.isStopping = true
      defer { (state.waits, state.events) = ([], []) }
      return (state.waits, state.events)
    }
    for events in events { events.finish() }
    for wait in waits { wait.completion(Answer(accepted: wait.token)) }
  }

  /// Ends ``run()``.
  func end() {
    beginStop()
    state.withLock { $0.isEnded = true }
    stop.set()
  }

  /// Takes limits anew.
  func renew() { state.withLock { $0.rates = [:] } }

  private func next() -> Task? {
    pending.wait()
    return state.withLock { state in
      state.tasks.isEmpty ? nil : state.tasks.removeFirst()
    }
  }

  /// Answers the clients whose jobs have ended, and those whose time is over.
  private func lookForReports() {
    let waits = state.withLock { $0.waits }
    guard !waits.isEmpty else { return }
    let now = ContinuousClock.now
    for wait in waits {
      let report = spool.report(wait.token)
      guard report != nil || wait.end <= now else { continue }
      let isFirst = state.withLock { state in
        let count = state.waits.count
        state.waits.removeAll { $0.token == wait.token }
        return state.waits.count < count
      }
      guard isFirst else { continue }
      guard let report else {
        wait.completion(Answer(accepted: wait.token))
        continue
      }
      records.finished(wait.token)
      run(for: wait.key, wait.completion) { [self] () throws(Problem) in
        wait.completion(try answer(wait.token, report))
      }
    }
  }

  /// Has the jobs looked at whose events a client gets.
  private func lookForEvents() {
    let all = state.withLock { state in
      state.events.removeAll { $0.isEnded }
      return state.events
    }
    for events in all where events.ask() {
      run(for: events.key, { _ in events.skip() }) { [self] () throws(Problem) in
        guard records.isOf(events.key.name, events.token) else { return events.finish() }
        let (job, isFinished) = try details(of: events.token)
        events.send(job, isLast: isFinished)
      }
    }
  }

  /// The result of a job, for a client that has waited: its image, if it has one only.
  private func answer(_ token: String, _ report: JobReport) throws(Problem) -> Answer {
    switch report.status {
    case .held: return Answer(accepted: token)
    case .failed: throw .invalidJob(report.errors)
    case .done:
      if report.batch == nil, report.outputs.count == 1,
        let (output, file) = try outputs(of: token).first
      {
        return try Self.answer(output, file, ofJob: token)
      }
      return Answer(try details(of: token).job, ofJob: token)
    }
  }

  /// Notes which jobs have ended, and deletes results that were kept for long enough.
  private func sweep() {
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

  /// Unfinished jobs by key.
  var unfinished: [String: Int] { records.unfinished }
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
