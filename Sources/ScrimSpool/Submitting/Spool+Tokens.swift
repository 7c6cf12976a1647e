import Glibc
import ScrimLinux
import ScrimRecords
import Synchronization
import SystemPackage

/// The unfinished jobs of submissions, by token: a cache of what their tickets record.
struct KnownTokens {
  private var jobs: [String: JobID] = [:]
  /// Jobs whose tickets were read, with or without a token.
  private var read: Set<JobID> = []
  /// Jobs that this process moves to `failed/`, until their reports show.
  private var failing: [JobID: [String]] = [:]

  subscript(token: String) -> JobID? {
    jobs[token] ?? failing.first { $0.value.contains(token) }?.key
  }

  func knows(_ id: JobID) -> Bool { read.contains(id) }

  mutating func add(_ token: String?, of id: JobID) {
    read.insert(id)
    if let token { jobs[token] = id }
  }

  mutating func forget(_ token: String) {
    jobs[token] = nil
    failing = failing.filter { !$0.value.contains(token) }
  }

  mutating func beginFailing(_ id: JobID, _ tokens: [String]) { failing[id] = tokens }

  mutating func endFailing(_ id: JobID) { failing[id] = nil }

  /// Drops the jobs of some users that are not listed any more.
  mutating func keep(only present: Set<JobID>, where isListed: (UInt32) -> Bool) {
    read = read.filter { present.contains($0) || !isListed($0.user) }
    jobs = jobs.filter { read.contains($0.value) }
  }
}

/// Finds the jobs of submissions by their tokens, which submitters know before a job has an ID. There is no index on
/// the disk: a token is in a name in `drop/`, in the ticket of an unfinished job, and names the report of a finished
/// one.
extension Spool {
  /// Where a submission is.
  enum Submission: Sendable {
    case dropped(DroppedJob)
    case accepted(JobID)
  }

  /// A bundle in `drop/`.
  struct DroppedJob: Sendable {
    /// The entry's name.
    let entry: String
    let name: DropName
    let user: UInt32
    /// Its last change: UTC, milliseconds since 1970.
    let time: Int
  }

  /// Finds a submission. Jobs that other daemons of this spool have accepted are found as well.
  ///
  /// - Parameters:
  ///   - token: Its token.
  ///   - isVisible: Whose jobs may be found.
  /// - Returns: `nil` if there is none, or its report has been deleted.
  /// - Throws: ``SystemError``.
  func submission(
    withToken token: String, where isVisible: (UInt32) -> Bool
  ) throws -> Submission? {
    if let id = tokens.withLock({ $0[token] }), isVisible(id.user) { return .accepted(id) }
    if let id = try reportedJob(of: token), isVisible(id.user) { return .accepted(id) }
    // In the order in which jobs pass through the states; twice, since one may go back meanwhile.
    for _ in 0..<2 {
      if let job = try droppedJob(with: token, where: isVisible) { return .dropped(job) }
      if let id = try unfinishedJob(with: token, where: isVisible) { return .accepted(id) }
      if let id = try reportedJob(of: token), isVisible(id.user) { return .accepted(id) }
    }
    return nil
  }

  /// Forgets a job that is not there any more.
  func forget(token: String) { tokens.withLock { $0.forget(token) } }

  private func droppedJob(
    with token: String, where isVisible: (UInt32) -> Bool
  ) throws -> DroppedJob? {
    let ending = Array("@\(token).scrim".utf8)
    var entries: [String] = []
    try drop.eachName { bytes in
      guard bytes.suffix(ending.count).elementsEqual(ending) else { return }
      entries.append(String(decoding: bytes, as: UTF8.self))
    }
    for entry in entries where !DropName.isIgnored(entry) {
      guard let name = DropName(entry), name.token == token,
        let about = try drop.status(of: entry), isVisible(about.st_uid)
      else { continue }
      let time = Int(about.st_ctim.tv_sec) * 1000 + Int(about.st_ctim.tv_nsec) / 1_000_000
      return DroppedJob(entry: entry, name: name, user: about.st_uid, time: time)
    }
    return nil
  }

  private func unfinishedJob(
    with token: String, where isVisible: (UInt32) -> Bool
  ) throws -> JobID? {
    let states: [State] = [.ingest, .queue, .active, .batches, .ready, .hold, .corrupt]
    let entries = try entries(in: states) { $0.rows == nil && isVisible($0.user) }
    for entry in entries where !tokens.withLock({ $0.knows(entry.id) }) {
      guard let folder = try? folder(of: entry.state).folder(entry.child) else { continue }
      if entry.state == .ingest {
        // It may be a duplicate, whose ID is not used further.
        if Self.token(ofIngested: folder) == token { return entry.id }
      } else if let bytes = try? folder.read(JobFile.ticket, limit: RecordLimits.ticket),
        let ticket = Ticket(bytes: bytes)
      {
        tokens.withLock { $0.add(ticket.token, of: entry.id) }
      }
    }
    tokens.withLock { $0.keep(only: Set(entries.map(\.id)), where: isVisible) }
    if let id = tokens.withLock({ $0[token] }), isVisible(id.user) { return id }
    // A later submission with the key of a job: any daemon may have added its token since the ticket was read.
    let marker = JobFile.token(token)
    return try entries.first {
      try folder(of: $0.state).has("\($0.child)/\(marker)")
    }?.id
  }

  private static func token(ofIngested folder: Folder) -> String? {
    if let bytes = try? folder.read(JobFile.ticket, limit: RecordLimits.ticket),
      let ticket = Ticket(bytes: bytes)
    {
      return ticket.token
    }
    return (try? folder.names())?.compactMap { name in
      JobFile.isDropped(name) ? DropName(String(name.drop { $0 != "." }.dropFirst()))?.token : nil
    }.first
  }

  /// The job of a report, which bears its mark.
  private func reportedJob(of token: String) throws(SystemError) -> JobID? {
    do {
      return OutputMark.read(try reports.open("\(token).json", O_RDONLY | O_NONBLOCK))
    } catch {
      guard error.code == .noSuchFileOrDirectory else { throw error }
      return nil
    }
  }
}
