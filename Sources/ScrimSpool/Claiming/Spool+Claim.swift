public import ScrimJSON
import Glibc
import ScrimLinux
import Synchronization
import SystemPackage

/// Moves jobs from `queue/` to `active/` and back.
extension Spool {
  /// The result of asking for a job.
  public enum Claim: Sendable {
    case job(SpoolJob)
    /// Nothing now; the earliest job that waits for its next attempt may begin in so many
    /// milliseconds.
    case nothing(next: Int?)
  }

  /// Takes the next job that is due, with users served in turn. Counts as an attempt from this point on.
  ///
  /// - Throws: ``SystemError``.
  public func claim() throws -> Claim {
    try claim(now: WallClock.milliseconds)
  }

  package func claim(now: Int) throws -> Claim {
    let longest = limits.longestWait.wholeMilliseconds
    var isListed = try listQueue(ifOlderThan: Self.longestMemory)
    var isOneBusy = false
    while true {
      guard let name = waiting.withLock({ $0.next(now: now, longest: longest) }) else {
        // Lists the folder again, to see what other processes have changed.
        if isListed { break }
        isListed = try listQueue(ifOlderThan: .zero)
        continue
      }
      guard
        let job = try SpoolJob.lock(
          name.description, in: queue, id: name.id, attempt: name.attempt)
      else {
        // A folder that belongs to another account is skipped and stays in `queue/`.
        let owner = try queue.status(of: name.description)?.st_uid
        isOneBusy = owner == geteuid() || isOneBusy
        continue
      }
      if name.attempt > 0 {
        let time = try job.history().notBefore
        // A wait longer than the maximum means that the clock was set back.
        if time > now && time - now <= longest {
          waiting.withLock { $0.postpone(name, until: time) }
          continue
        }
      }
      return .job(try begin(job))
    }
    let next = waiting.withLock { $0.wait(now: now) }
    return .nothing(next: isOneBusy ? min(next ?? Self.moment, Self.moment) : next)
  }

  /// Maximum age of the list of `queue/` while it has jobs that are due.
  private static let longestMemory = Duration.seconds(5)
  /// Delay before another attempt to lock a job that another process has locked, in milliseconds.
  private static let moment = 100

  /// Lists `queue/` if the last list is older than `age`.
  ///
  /// - Returns: Whether the folder was listed.
  /// - Throws: ``SystemError``.
  @discardableResult
  func listQueue(ifOlderThan age: Duration) throws(SystemError) -> Bool {
    // The lock makes concurrent `add` calls wait, so that their jobs are in the list or are added after it.
    try waiting.withLock { (waiting: inout WaitingJobs) throws(SystemError) -> Bool in
      if let known = waiting.age(at: .now), known < age { return false }
      var names: [AttemptName] = []
      try queue.eachName { bytes in
        if let name = AttemptName(bytes: bytes[...]) { names.append(name) }
      }
      waiting.replace(with: names)
      return true
    }
  }

  /// Number of waiting jobs by user, at most a few seconds old.
  ///
  /// - Throws: ``SystemError``.
  func waitingByUser() throws(SystemError) -> [UInt32: Int] {
    try listQueue(ifOlderThan: Self.longestMemory)
    return waiting.withLock { $0.counts }
  }

  private func begin(_ job: SpoolJob) throws -> SpoolJob {
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
      let moved = SpoolJob(id: job.id, attempt: begun.attempt, folder: job.folder, state: active)
      try? moveBack(moved, attempt: job.attempt)
      throw error
    }
    try steps.reached(.claimed)
    return SpoolJob(id: job.id, attempt: begun.attempt, folder: job.folder, state: active)
  }

  /// Returns a job to the queue after a failed attempt.
  ///
  /// - Throws: ``SystemError``.
  public func requeue(_ job: SpoolJob, after history: History) throws {
    try job.folder.write(history.json.bytes(), as: "history.json")
    try job.folder.sync()
    try moveBack(job, attempt: job.attempt)
  }

  /// Returns a job to the queue without counting the attempt: the daemon is stopping, or a system error occurred.
  ///
  /// - Throws: ``SystemError``.
  public func release(_ job: SpoolJob) throws {
    // Half a result is no use to anybody, least of all on a full disk.
    try job.folder.removeTree("result")
    try moveBack(job, attempt: max(0, job.attempt - 1))
  }

  func moveBack(_ job: SpoolJob, attempt: Int) throws {
    let name = AttemptName(job.id, attempt: attempt)
    try active.move(
      AttemptName(job.id, attempt: job.attempt).description, to: queue, as: name.description)
    waiting.withLock { $0.add(name) }
    try active.sync()
    try queue.sync()
  }

  /// Whether a job is still in `active/`. The next scan resumes a job that has left it.
  ///
  /// - Throws: ``SystemError``.
  public func isActive(_ job: SpoolJob) throws -> Bool {
    try job.folder.isStill(
      AttemptName(job.id, attempt: job.attempt).description, in: active)
  }

  /// Puts a job into `hold/`, with a report of the reason, until ``releaseHeld()``.
  ///
  /// - Throws: ``SystemError``.
  public func hold(_ job: SpoolJob, _ ticket: Ticket, _ diagnostic: Diagnostic) throws {
    let report = JobReport.held(job, ticket, diagnostic, history: try job.history())
    try end(job, ticket, report, in: hold)
  }

  /// Returns all held jobs to the queue with their attempt counts reset.
  ///
  /// - Returns: The number of jobs.
  /// - Throws: ``SystemError``.
  public func releaseHeld() throws -> Int {
    var count = 0
    for id in try hold.names().compactMap(JobID.init) {
      guard let job = try SpoolJob.lock(id.description, in: hold, id: id, attempt: 0) else {
        continue
      }
      let name = AttemptName(id, attempt: 0)
      try withExtendedLifetime(job) {
        try hold.move(id.description, to: queue, as: name.description)
      }
      waiting.withLock { $0.add(name) }
      count += 1
    }
    try hold.sync()
    try queue.sync()
    return count
  }

  /// Moves a claimed job to `corrupt/`.
  ///
  /// - Throws: ``SystemError``.
  public func quarantine(_ job: SpoolJob, reason: String) throws {
    let name = AttemptName(job.id, attempt: job.attempt).description
    _ = try quarantine(name, in: active, reason)
  }

  /// The clock of job IDs and waits: UTC, milliseconds since 1970.
  public var now: Int { WallClock.milliseconds }
}
