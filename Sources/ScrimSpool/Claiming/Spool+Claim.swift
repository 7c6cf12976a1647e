public import ScrimJSON
import Glibc
import ScrimLinux
import Synchronization
import SystemPackage

/// From `queue/` to `active/` and back.
extension Spool {
  /// What there is to do.
  public enum Claim: Sendable {
    case job(SpoolJob)
    /// Nothing now; the earliest job that waits for its next attempt may begin in so many
    /// milliseconds.
    case nothing(next: Int?)
  }

  /// Takes the next job whose time has come, by turns of users. Its attempt counts from here on.
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
        // What others did meanwhile is seen now.
        if isListed { break }
        isListed = try listQueue(ifOlderThan: .zero)
        continue
      }
      guard
        let job = try SpoolJob.lock(
          name.description, in: queue, id: name.id, attempt: name.attempt)
      else {
        // Another account's folder is skipped and stays where it is.
        let owner = try queue.status(of: name.description)?.st_uid
        isOneBusy = owner == geteuid() || isOneBusy
        continue
      }
      if name.attempt > 0 {
        let time = try job.history().notBefore
        // Nobody is told to wait longer: the clock was set back meanwhile.
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

  /// How long what is known of `queue/` is believed while there is something in it to be done.
  private static let longestMemory = Duration.seconds(5)
  /// When a job is looked at again that somebody is about to take or to let go: milliseconds.
  private static let moment = 100

  /// Lists `queue/` if that is longer ago than `age`.
  ///
  /// - Returns: Whether it did.
  /// - Throws: ``SystemError``.
  @discardableResult
  func listQueue(ifOlderThan age: Duration) throws(SystemError) -> Bool {
    // Whoever adds a job meanwhile waits, so that it is in the list or comes after it.
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

  /// How many jobs each user has waiting, as seen within the last seconds.
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

  /// Puts a job back after an attempt that came to nothing.
  ///
  /// - Throws: ``SystemError``.
  public func requeue(_ job: SpoolJob, after history: History) throws {
    try job.folder.write(history.json.bytes(), as: "history.json")
    try job.folder.sync()
    try moveBack(job, attempt: job.attempt)
  }

  /// Puts a job back whose attempt shall not count: the daemon ends, or the machine is in trouble.
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

  /// Whether a job is still in `active/`. One that has left it the next scan takes up where it stands.
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

  /// Puts all held jobs back into the queue; their attempts count anew.
  ///
  /// - Returns: How many.
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

  /// The time that ids and waits are counted in: UTC, milliseconds since 1970.
  public var now: Int { WallClock.milliseconds }
}
