public import ScrimDocument
import ScrimLinux
import Synchronization
import SystemPackage

/// From `queue/` to `active/` and back.
extension Spool {
  /// What there is to do.
  public enum Claim: Sendable {
    case job(Job)
    /// Nothing now; the earliest job that waits for its next attempt may begin in so many
    /// milliseconds.
    case nothing(next: Int?)
  }

  /// Takes the next job whose time has come, by turns of users. Its attempt counts from here on.
  ///
  /// - Throws: ``SystemError``.
  public func claim() throws -> Claim {
    try claim(now: Clock.now)
  }

  package func claim(now: Int) throws -> Claim {
    let waiting = try queue.names().compactMap(AttemptName.init)
    var next: Int?
    for name in turns.withLock({ $0.order(waiting) }) {
      guard
        let job = try Job.lock(
          name.description, in: queue, id: name.id, attempt: name.attempt)
      else { continue }
      if name.attempt > 0 {
        let wait = try job.history().notBefore - now
        // Nobody is told to wait longer: the clock was set back meanwhile.
        if wait > 0 && wait <= limits.longestWait.wholeMilliseconds {
          next = min(next ?? wait, wait)
          continue
        }
      }
      return .job(try begin(job))
    }
    return .nothing(next: next)
  }

  private func begin(_ job: Job) throws -> Job {
    // What an attempt that a crash ended had written is nothing to this one.
    for name in ["result", "kept", "report.json"] { try job.folder.removeTree(name) }
    let name = AttemptName(job.id, attempt: job.attempt)
    let begun = AttemptName(job.id, attempt: job.attempt + 1)
    try queue.move(name.description, to: active, as: begun.description)
    do {
      try queue.sync()
      try active.sync()
    } catch {
      // Nobody has begun anything: the disk's trouble costs no attempt.
      let moved = Job(id: job.id, attempt: begun.attempt, folder: job.folder, state: active)
      try? moveBack(moved, attempt: job.attempt)
      throw error
    }
    turns.withLock { $0.serve(job.id.user) }
    try steps.reached(.claimed)
    return Job(id: job.id, attempt: begun.attempt, folder: job.folder, state: active)
  }

  /// Puts a job back after an attempt that came to nothing.
  ///
  /// - Throws: ``SystemError``.
  public func requeue(_ job: Job, after history: History) throws {
    try job.folder.write(history.json.bytes(), as: "history.json")
    try job.folder.sync()
    try moveBack(job, attempt: job.attempt)
  }

  /// Puts a job back whose attempt shall not count: the daemon ends, or the machine is in trouble.
  ///
  /// - Throws: ``SystemError``.
  public func giveBack(_ job: Job) throws {
    // Half a result is no use to anybody, least of all on a full disk.
    try job.folder.removeTree("result")
    try moveBack(job, attempt: max(0, job.attempt - 1))
  }

  func moveBack(_ job: Job, attempt: Int) throws {
    try active.move(
      AttemptName(job.id, attempt: job.attempt).description, to: queue,
      as: AttemptName(job.id, attempt: attempt).description)
    try active.sync()
    try queue.sync()
  }

  /// As ``giveBack(_:)``, unless the job has left `active/` already: then the next scan takes it up
  /// where it stands.
  ///
  /// - Throws: ``SystemError``.
  public func giveBackIfActive(_ job: Job) throws {
    let name = AttemptName(job.id, attempt: job.attempt).description
    if try job.folder.isStill(name, in: active) { try giveBack(job) }
  }

  /// Puts a job into `hold/`, with a report of the reason, until ``releaseHeld()``.
  ///
  /// - Throws: ``SystemError``.
  public func hold(_ job: Job, _ ticket: Ticket, _ problem: Problem) throws {
    let report = Report.held(job, ticket, problem, history: try job.history())
    try end(job, ticket, report, in: hold)
  }

  /// Puts all held jobs back into the queue; their attempts count anew.
  ///
  /// - Returns: How many.
  /// - Throws: ``SystemError``.
  public func releaseHeld() throws -> Int {
    var count = 0
    for id in try hold.names().compactMap(JobID.init) {
      guard let job = try Job.lock(id.description, in: hold, id: id, attempt: 0) else { continue }
      let name = AttemptName(id, attempt: 0).description
      try withExtendedLifetime(job) { try hold.move(id.description, to: queue, as: name) }
      count += 1
    }
    try hold.sync()
    try queue.sync()
    return count
  }

  /// Moves a claimed job to `corrupt/`.
  ///
  /// - Throws: ``SystemError``.
  public func setAside(_ job: Job, reason: String) throws {
    let name = AttemptName(job.id, attempt: job.attempt).description
    try setAside(name, in: active, reason) { _ in }
  }

  /// The time that ids and waits are counted in: UTC, milliseconds since 1970.
  public var now: Int { Clock.now }
}
