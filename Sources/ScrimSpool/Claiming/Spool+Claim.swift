package import ScrimJSON
import Glibc
import ScrimLinux
package import ScrimRecords
import Synchronization
import SystemPackage

/// Moves jobs from `queue/` to `active/` and back.
extension Spool {
  /// The result of asking for a job.
  package enum Claim: Sendable {
    case job(SpoolJob)
    /// Nothing now; the earliest job that waits for its next attempt may begin in so many
    /// milliseconds.
    case nothing(next: Int?)
  }

  /// Takes the next job that is due, with owners served in turn. Counts as an attempt from this point on.
  ///
  /// - Throws: ``SystemError``.
  package func claim() throws -> Claim {
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
        let job = try lock(name.description, in: queue, name)
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

  /// Whether another job than chunks of this batch waits, as far as this process knows.
  package func hasOtherWork(thanChunksOf batch: Batch) -> Bool {
    waiting.withLock { $0.hasOther(thanChunksOf: batch.id) }
  }

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

  /// Number of waiting jobs by owner, at most a few seconds old.
  ///
  /// - Throws: ``SystemError``.
  func waitingByOwner() throws(SystemError) -> [Owner: Int] {
    try listQueue(ifOlderThan: Self.longestMemory)
    return waiting.withLock { $0.counts }
  }

  private func begin(_ job: SpoolJob) throws -> SpoolJob {
    if job.attempt > 0 { try job.deleteResults() }
    let begun = job.name.with(attempt: job.attempt + 1)
    try queue.move(job.name.description, to: active, as: begun.description)
    try steps.reached(.claimed)
    return job.moved(to: active, as: begun)
  }

  /// Flushes the claims made so far, so that a job that brings the machine down uses up attempts. To be called while
  /// the worker renders, whose replies do not wait for other threads' flush.
  ///
  /// - Throws: ``SystemError``; the job's next flush fails with the same.
  package func flushClaims() throws {
    try flusher.flushSoon([.names(active), .names(queue)])
  }

  /// Returns a job to the queue after a failed attempt.
  ///
  /// - Throws: ``SystemError``.
  package func requeue(_ job: SpoolJob, after history: History) throws {
    try job.folder.write(history.bytes(), as: JobFile.history)
    try moveBack(job, attempt: job.attempt)
  }

  /// Returns a job to the queue without counting the attempt: the daemon is stopping, or a system error occurred.
  ///
  /// - Throws: ``SystemError``.
  package func release(_ job: SpoolJob) throws {
    // A partial result is useless, and takes space on a full disk.
    try job.deleteResults()
    try moveBack(job, attempt: max(0, job.attempt - 1))
  }

  func moveBack(_ job: SpoolJob, attempt: Int) throws {
    let name = job.name.with(attempt: attempt)
    let start = flusher.start()
    try active.move(job.name.description, to: queue, as: name.description)
    waiting.withLock { $0.add(name) }
    try flusher.flush([.tree(job.folder), .names(active), .names(queue)], since: start)
  }

  /// Whether a job is still in `active/`. The next scan resumes a job that has left it.
  ///
  /// - Throws: ``SystemError``.
  package func isActive(_ job: SpoolJob) throws -> Bool {
    try job.folder.isStill(job.name.description, in: active)
  }

  /// Puts a job into `hold/`, with a report of the reason, until ``releaseHeld()``.
  ///
  /// - Throws: ``SystemError``.
  package func hold(_ job: SpoolJob, _ ticket: Ticket, _ diagnostic: Diagnostic) throws {
    let report = JobReport.held(job.name, ticket, diagnostic, history: try job.history())
    try end(job, ticket, report, in: hold)
    if job.id.rows != nil { knownBatches.withLock { _ = $0.held.insert(job.id.batch) } }
  }

  /// Returns all held jobs to the queue with their attempt counts reset.
  ///
  /// - Returns: The number of jobs.
  /// - Throws: ``SystemError``.
  package func releaseHeld(_ report: (Event) -> Void) throws -> Int {
    var count = 0
    var errors = PassErrors()
    knownBatches.withLock { $0.held = [] }
    let start = flusher.start()
    for id in try hold.names().compactMap(JobID.init) {
      _ = errors.during(id.description, report) {
        guard let job = try lock(id, in: hold) else { return }
        let name = AttemptName(id, attempt: 0)
        try withExtendedLifetime(job) {
          try job.deleteResults()
          try hold.move(id.description, to: queue, as: name.description)
        }
        waiting.withLock { $0.add(name) }
        eventLog.add(JobEvent(.released, id))
        count += 1
      }
    }
    if count > 0 { try flusher.flush([.names(hold), .names(queue)], since: start) }
    try errors.rethrow()
    return count
  }

  /// Moves a claimed job to `corrupt/`.
  ///
  /// - Throws: ``SystemError``.
  package func quarantine(_ job: SpoolJob, reason: String) throws {
    _ = try quarantine(job.name.description, in: active, reason)
  }

  /// The clock of job IDs and waits: UTC, milliseconds since 1970.
  package var now: Int { WallClock.milliseconds }
}
