import Glibc
package import ScrimJSON
import ScrimLinux
package import ScrimRecords
import Synchronization
import SystemPackage

/// Changes of jobs that users ask for. Each is one rename under the job's lock, and a flush before it is confirmed.
extension Spool {
  /// Attempts to lock a job that is moving from state to state, and the pause between them.
  private static let attempts = 5
  private static let pause: useconds_t = 10_000
  /// Pauses for a job that is being accepted.
  private static let longestIntake = 200

  /// Changes a job.
  ///
  /// - Parameters:
  ///   - id: The job.
  ///   - action: The change.
  ///   - user: Who asks for it; recorded in the report of a cancelled job.
  /// - Returns: The job's state; `nil` once it is deleted. A job that is cancelled while another process renders it
  ///   stays active for a moment.
  /// - Throws: ``CommandError`` missing, state; ``SpoolError`` corrupt; ``SystemError``.
  @discardableResult
  package func change(_ id: JobID, _ action: JobAction, by user: UInt32) throws -> State? {
    try changed(id, action, by: user).state
  }

  /// As ``change(_:_:by:)``.
  ///
  /// - Returns: The job's state, and false if the job was so already.
  func changed(
    _ id: JobID, _ action: JobAction, by user: UInt32
  ) throws -> (state: State?, isChanged: Bool) {
    var attempt = 0
    var intakes = 0
    while attempt < Self.attempts {
      if attempt + intakes > 0 { usleep(Self.pause) }
      // A chunk is changed with its batch.
      guard id.rows == nil, let entry = try find(id) else {
        throw CommandError(.missing, "no job \(id).")
      }
      if action == .cancel, entry.state == .ingest, intakes < Self.longestIntake {
        intakes += 1
        continue
      }
      attempt += 1
      guard action.states.contains(entry.state) else {
        throw CommandError(
          .state, "job \(id) is \(entry.state.words): \(action.name) \(action.condition).")
      }
      if entry.state == .batches {
        guard let batch = try? batch(id) else { continue }
        try stop(batch, .cancelled(by: user))
        return (try advance(id) == nil ? .batches : .done, true)
      }
      let folder = folder(of: entry.state)
      let name = entry.name ?? AttemptName(id, attempt: 0)
      if case .priority(let priority) = action, name.priority == priority { return (.queue, false) }
      if let job = try lock(entry.child, in: folder, name) {
        return (try withExtendedLifetime(job) { try change(job, entry, action, by: user) }, true)
      }
      if entry.state == .active {
        guard try requestCancellation(of: entry, by: user) else { continue }
        return (.active, true)
      }
    }
    throw CommandError(
      .failed,
      "job \(id) is locked by another process, or its folder belongs to another account: try again."
    )
  }

  private func change(
    _ job: SpoolJob, _ entry: JobEntry, _ action: JobAction, by user: UInt32
  ) throws -> State? {
    switch action {
    case .cancel:
      let report = JobReport.failed(
        job.name, try job.ticket(), [Self.cancellation(by: user)], history: try job.history())
      try fail(job, try job.ticket(), report)
      return .failed
    case .hold:
      // The name in the queue has the attempts and the priority.
      try job.folder.writeNew(Array(job.folderName.utf8), as: JobFile.queueName)
      try steps.reached(.changePrepared)
      try move(job, to: hold, as: JobEntry.heldName(job.id))
      return .hold
    case .release:
      guard entry.isHeldByUser else {
        throw CommandError(
          .state,
          "job \(job.id) waits for a plugin, and is released when that is replaced or enabled again."
        )
      }
      try enqueue(job, as: try job.queueName() ?? AttemptName(job.id, attempt: 0))
      return .queue
    case .retry:
      try retry(job)
      return .queue
    case .purge:
      try delete(job)
      try steps.reached(.changed)
      try flusher.flush([.names(job.state), .names(trash)], since: job.start)
      return nil
    case .acknowledge:
      try acknowledge(job)
      return .done
    case .priority(let priority):
      var name = job.name
      name.priority = priority
      if name != job.name { try enqueue(job, as: name) }
      return .queue
    }
  }

  private func retry(_ job: SpoolJob) throws {
    let ticket = try job.ticket()
    let document = ticket.isBundle ? JobFile.bundle : try job.documentName(ticket)
    let isRefused = try job.failure()?.diagnostic.code == Self.refused
    guard !isRefused, try job.folder.has(document) else {
      throw CommandError(
        .state, "job \(job.id) was refused before its files were stored: submit it again.")
    }
    // Crashes that were counted would end the job at the next one. The report lists them, too.
    for name in [JobFile.history, JobFile.cancellation] { try job.folder.removeTree(name) }
    try steps.reached(.changePrepared)
    settledFailures.withLock { _ = $0.remove(job.id) }
    // The old report stays in its folder until the next attempt replaces it, as it does in `out/`.
    try enqueue(job, as: AttemptName(job.id, ticket))
  }

  /// Deletes the outputs of a job with private delivery; its report stays until retention deletes the job.
  private func acknowledge(_ job: SpoolJob) throws {
    // Of a batch, the images first: what is left in the job's folder keeps retention from deleting it.
    if try job.ticket().delivery == .private, try job.folder.has(BatchFile.ended) {
      try job.folder.removeTree(BatchFile.ended)
      try steps.reached(.changed)
    }
    for name in try job.folder.names() where JobFile.output(ofResult: name) != nil {
      try job.folder.removeFile(name)
      try steps.reached(.changed)
    }
    try flusher.flush([.names(job.folder)], since: job.start)
    unacknowledged.withLock { $0.remove(job.id) }
  }

  /// The code of reports of jobs that were refused at intake.
  private static let refused = "refused"

  private func enqueue(_ job: SpoolJob, as name: AttemptName) throws {
    try move(job, to: queue, as: name.description)
    waiting.withLock { $0.add(name) }
  }

  private func move(_ job: SpoolJob, to state: Folder, as child: String) throws {
    try job.state.move(job.folderName, to: state, as: child)
    try steps.reached(.changed)
    try flusher.flush([.tree(job.folder), .names(state), .names(job.state)], since: job.start)
  }
}

/// Cancelling a job that another thread or process renders: a file in its folder, which is read before and after each
/// attempt.
extension Spool {
  /// - Returns: False if the job has moved on meanwhile.
  private func requestCancellation(of entry: JobEntry, by user: UInt32) throws -> Bool {
    let start = flusher.start()
    do {
      let folder = try active.folder(entry.child)
      try folder.write(Array("\(user)".utf8), as: JobFile.cancellation, isFlushed: false)
      try steps.reached(.changePrepared)
      try flusher.flush([.tree(folder)], since: start)
      if try folder.isStill(entry.child, in: active) { return true }
      // It has ended meanwhile, or was even retried: the request is decided again by its present state.
      try folder.removeTree(JobFile.cancellation)
      return false
    } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
      return false
    }
  }

  /// The error of a job that a user cancelled while it was active; `nil` if none did.
  ///
  /// - Throws: ``SystemError``.
  package func cancellation(of job: SpoolJob) throws -> Diagnostic? {
    guard try job.folder.has(JobFile.cancellation) else { return nil }
    let bytes = try job.folder.read(JobFile.cancellation, limit: 16)
    return UInt32(String(decoding: bytes, as: UTF8.self)).map(Self.cancellation(by:))
  }

  /// The code of reports of cancelled jobs.
  static let cancelled = "cancelled"

  private static func cancellation(by user: UInt32) -> Diagnostic {
    Diagnostic(code: cancelled, message: "cancelled by user \(user).")
  }
}

extension SpoolJob {
  /// The name that the job had in `queue/` before a user held it; `nil` if that is not known.
  fileprivate func queueName() throws -> AttemptName? {
    guard try folder.has(JobFile.queueName) else { return nil }
    let text = String(decoding: try folder.read(JobFile.queueName, limit: 256), as: UTF8.self)
    return AttemptName(text).flatMap { $0.id == id ? $0 : nil }
  }
}

extension State {
  /// As in "job 1 is being rendered".
  fileprivate var words: String {
    switch self {
    case .drop, .ingest: "being accepted"
    case .queue: "waiting"
    case .active: "being rendered"
    case .ready: "being delivered"
    case .batches: "being rendered, row by row"
    case .done: "done"
    case .failed: "failed"
    case .corrupt: "damaged"
    case .hold: "held"
    }
  }
}

extension JobAction {
  /// As in "release requires a held job".
  var condition: String {
    switch self {
    case .cancel: "requires a job that is not finished"
    case .hold, .priority: "requires a waiting job"
    case .release: "requires a held job"
    case .retry: "requires a failed job"
    case .purge: "requires a finished job"
    case .acknowledge: "requires a job that is done"
    }
  }
}
