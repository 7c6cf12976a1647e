import Glibc
import ScrimLinux
import ScrimRecords
import Synchronization
import SystemPackage

/// Moves entries from `drop/` to `ingest/`, flushed to disk and no longer under their submitter's control.
extension Spool {
  /// What became of a name in `drop/`.
  package enum DropClaim {
    case job(SpoolJob)
    /// Another daemon was faster, or its submitter is changing it.
    case gone
    /// The daemon may not read or move it, for this reason: it stays.
    case untouchable(String)
  }

  /// The wish of a user to cancel a job that waits in `drop/`.
  struct DropCancellation {
    /// Whose job it is.
    let owner: UInt32
    let user: UInt32
  }

  /// Takes names from `drop/` together.
  ///
  /// - Returns: What became of each, in the same order; the jobs are locked.
  /// - Throws: ``SystemError``; what has not been moved stays, and an empty folder in `ingest/` is deleted by the scan.
  package func claimDrops(
    _ names: [String], now: Int = WallClock.milliseconds
  ) throws -> [DropClaim] {
    try claimDrops(names, now: now, cancelled: nil)
  }

  /// The same for jobs that are to end as cancelled: their folders say so before they have the job.
  func claimDrops(
    _ names: [String], now: Int = WallClock.milliseconds, cancelled: DropCancellation?
  ) throws -> [DropClaim] {
    let start = flusher.start()
    var claims: [DropClaim?] = []
    for name in names { claims.append(try refusal(toClaim: name)) }
    let readable = zip(names, claims).filter { $0.1 == nil }.map(\.0)
    if !readable.isEmpty {
      // An unflushed drop would be accepted and, after a power cut, be empty.
      try flusher.flush(readable.map { .dropped($0, drop) }, since: start)
      try steps.reached(.dropFlushed)
    }
    return try zip(names, claims).map { try $0.1 ?? move(drop: $0.0, now: now, cancelled) }
  }

  private func refusal(toClaim name: String) throws -> DropClaim? {
    do {
      try Tree.checkAccess(to: name, in: drop)
      return nil
    } catch {
      return try refusal(of: error)
    }
  }

  private func refusal(of error: SystemError) throws(SystemError) -> DropClaim {
    switch error.code {
    // EAGAIN: the owner has a lease on it, which the kernel breaks after a time.
    case .noSuchFileOrDirectory, .resourceTemporarilyUnavailable: return .gone
    default:
      // A user who replaces a file with a link during inspection must not delay others.
      if error.isTransient { throw error }
      return .untouchable("\(error). It is left in drop/.")
    }
  }

  private func move(
    drop name: String, now: Int, _ cancelled: DropCancellation?
  ) throws -> DropClaim {
    guard let about = try drop.status(of: name) else { return .gone }
    // Another user's job may have taken the name since it was looked up.
    if let cancelled, cancelled.owner != about.st_uid { return .gone }
    let id = nextID(of: about.st_uid, now: now)
    let folder = try ingest.makeFolder(id.description)
    try steps.reached(.folderMade)
    guard try folder.lock(), try folder.isStill(id.description, in: ingest) else { return .gone }
    if let cancelled {
      let start = flusher.start()
      try folder.write(
        Array("\(cancelled.user)".utf8), as: JobFile.cancellation, isFlushed: false)
      try flusher.flush([.tree(folder), .names(ingest)], since: start)
      try steps.reached(.changePrepared)
    }
    do {
      try drop.move(name, to: folder, as: JobFile.droppedPrefix + name)
    } catch {
      try ingest.removeTree(id.description)
      return try refusal(of: error)
    }
    try steps.reached(.dropMoved)
    return .job(
      SpoolJob(
        AttemptName(id, attempt: 0), folder: folder, state: ingest,
        folderName: id.description, start: flusher.start(), claimedDrop: name))
  }
}

extension Spool {
  /// An ID for a job of a user, greater than all that this process has given to the user, also within a millisecond and
  /// after the clock was set back by up to an hour. One that was wrong by more decides neither how long jobs are kept
  /// nor the times in reports. Other daemons of the spool give theirs by their clocks.
  private func nextID(of user: UInt32, now: Int) -> JobID {
    lastIDs.withLock { last in
      let earlier = last[user].flatMap { $0.time - now > 3_600_000 ? nil : $0 }
      let id = JobID(time: now, owner: Owner(user: user), after: earlier)
      last[user] = id
      return id
    }
  }
}
