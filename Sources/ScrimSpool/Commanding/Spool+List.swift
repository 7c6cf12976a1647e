import ScrimDocument
import ScrimJSON
import ScrimLinux
package import ScrimRecords
import SystemPackage

/// Lists jobs for users. Nothing is locked: a job may have moved on when the list is read.
extension Spool {
  /// A part of a list is at most so many jobs, and takes the daemon at most so long.
  private static let longestPage = 500
  private static let pageTime = Duration.milliseconds(100)
  /// Bytes of a part's JSON text, so that it fits a socket's buffer.
  private static let pageBytes = 64 << 10

  /// Lists jobs by ID, that is by age, the newest first, a part at a time. Only jobs that are listed are opened.
  ///
  /// - Parameters:
  ///   - states: The states.
  ///   - user: Whose jobs; `nil` for all. Only to recognise the list that `listing` continues.
  ///   - after: The last job of the previous part.
  ///   - most: Jobs that are wanted in this part and those that follow; `nil` for all.
  ///   - listing: The rest of the list, if the client continues one.
  ///   - isWanted: Whether to list a job.
  /// - Returns: The jobs, and the last job of this part; `nil` if it is the last part.
  /// - Throws: ``SystemError``.
  package func list(
    in states: [State], of user: UInt32?, after: JobID?, most: Int? = nil,
    keeping listing: inout JobListing?,
    where isWanted: (JobID) -> Bool
  ) throws -> (jobs: [JobSummary], next: JobID?) {
    let begin = ContinuousClock.now
    var rest: JobListing
    if let kept = listing, after != nil, kept.states == states, kept.user == user,
      kept.last == after
    {
      rest = kept
    } else {
      rest = try self.listing(of: states, user, after: after, most: most, where: isWanted)
    }
    listing = nil
    var jobs: [JobSummary] = []
    var bytes = 0
    while let entry = rest.entries.first {
      let isFull = jobs.count == min(Self.longestPage, most ?? .max) || bytes > Self.pageBytes
      if isFull || (!jobs.isEmpty && .now - begin > Self.pageTime) {
        rest.last = jobs.last?.id
        listing = rest
        return (jobs, rest.last)
      }
      rest.entries.removeFirst()
      // A job that moved while the folders were listed is in two of them.
      if jobs.last?.id == entry.id || entry.id == after { continue }
      let job = try details(of: entry)?.summary ?? JobSummary(entry.id, in: entry.state)
      bytes += job.json.bytes().count
      jobs.append(job)
    }
    return (jobs, rest.isComplete ? nil : jobs.last?.id ?? after)
  }

  /// The newest jobs, found in one pass over the names.
  private func listing(
    of states: [State], _ user: UInt32?, after: JobID?, most: Int?, where isWanted: (JobID) -> Bool
  ) throws(SystemError) -> JobListing {
    let most = min(most ?? .max, JobListing.longest)
    var found: [JobEntry] = []
    var isComplete = true
    /// The oldest of the newest so far, if older ones were left out.
    var oldest: JobID?
    func keepNewest() {
      found.sort { $0.id > $1.id }
      guard found.count > most else { return }
      found.removeSubrange(most...)
      oldest = found.last?.id
      isComplete = false
    }
    for state in states where state != .drop {
      try folder(of: state).eachName { bytes in
        var rest = bytes[...]
        guard let id = JobID(head: &rest), id.rows == nil, after.map({ id < $0 }) ?? true,
          isWanted(id)
        else { return }
        if let oldest, id < oldest { return }
        guard let entry = JobEntry(bytes[...], in: state) else { return }
        found.append(entry)
        if found.count > 2 * most + Self.longestPage { keepNewest() }
      }
    }
    keepNewest()
    return JobListing(
      states: states, user: user, last: after, entries: found[...], isComplete: isComplete)
  }

  /// A job's details; `nil` if there is no such job.
  ///
  /// - Throws: ``SystemError``.
  package func details(of id: JobID) throws -> JobDetails? {
    while let entry = try find(id) {
      if let details = try details(of: entry) { return details }
    }
    return nil
  }

  /// - Returns: `nil` if the job has moved on.
  private func details(of entry: JobEntry) throws -> JobDetails? {
    let state = folder(of: entry.state)
    var summary = JobSummary(entry.id, in: entry.state)
    let folder: Folder
    do {
      folder = try state.folder(entry.child)
    } catch {
      if error.code == .noSuchFileOrDirectory { return nil }
      // Another account's, or damaged.
      return JobDetails(summary)
    }
    let job = SpoolJob(
      entry.name ?? AttemptName(entry.id, attempt: 0), folder: folder, state: state,
      folderName: entry.child, start: flusher.start())
    let ticket = try? job.ticket()
    let history = (try? job.history()) ?? History()
    summary.name = ticket?.name
    if entry.state == .batches, let batch = try? batch(entry.id) {
      summary.progress = try progress(of: batch)
    }
    summary.attempts = entry.name?.attempt
    // The name of a held job has none.
    summary.priority = entry.name?.priority ?? ticket?.priority ?? 0
    summary.notBefore = entry.name?.notBefore
    if entry.state == .queue, history.notBefore > WallClock.milliseconds {
      summary.notBefore = max(summary.notBefore ?? 0, history.notBefore)
    }
    var errors: [Diagnostic] = []
    var outputs: [String] = []
    var ended: Int?
    // In other states it is that of an earlier attempt.
    let isReported = !entry.state.isUnfinished && !entry.isHeldByUser
    if isReported, let (report, time) = try? job.report() {
      errors = report.errors
      outputs = report.outputs.map(\.file)
      ended = entry.state == .hold ? nil : time
      summary.attempts = report.attempts
    }
    summary.reason =
      (entry.isHeldByUser
      ? "held by a user" : errors.first.map(JobDetails.line) ?? history.failures.last?.reason)
      .map { Self.shortened($0, 160) }
    var details = JobDetails(summary)
    details.accepted = ticket?.time
    details.ended = ended
    details.failures = history.failures.suffix(Self.mostLines).map {
      Self.shortened($0.reason, 500)
    }
    details.errors = errors.prefix(Self.mostLines).map { error in
      var error = error
      error.message = Self.shortened(error.message, 500)
      return error
    }
    details.outputs = outputs
    details.key = ticket?.key
    details.notAfter = ticket?.notAfter
    details.isPrivate = ticket?.delivery == .private
    return details
  }

  /// Errors, and failed attempts, in a job's details.
  private static let mostLines = 20

  private static func shortened(_ text: String, _ most: Int) -> String {
    text.unicodeScalars.count <= most
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(most - 1))) + "…"
  }
}
