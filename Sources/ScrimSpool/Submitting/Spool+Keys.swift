import Glibc
import ScrimLinux
package import ScrimRecords
import SystemPackage

/// Idempotency keys: `keys/` has a second link of the ticket of each job whose submission had one, named by a hash of
/// owner and key.
extension Spool {
  /// The result of reserving a key.
  enum KeyReservation {
    case reserved
    /// The key belongs to this earlier job.
    case taken(JobID, Ticket)
  }

  /// Reserves the key of a job that is being accepted. The link lasts once `keys/` is flushed.
  ///
  /// - Throws: ``SystemError``.
  func reserveKey(_ key: String, for job: SpoolJob) throws -> KeyReservation {
    let name = try Self.keyName(key, of: job.id.owner)
    return try keys.whileLocked {
      if let (id, ticket) = try keyHolder(name) {
        if id != job.id, let entry = try find(id), entry.state != .corrupt {
          return .taken(id, ticket)
        }
        try keys.removeFile(name)
      }
      try job.folder.link(JobFile.ticket, to: keys, as: name)
      return .reserved
    }
  }

  /// The job that an owner submitted with a key; `nil` if there is none.
  ///
  /// - Throws: ``SystemError``.
  package func job(withKey key: String, of owner: Owner) throws -> JobID? {
    guard let (id, _) = try keyHolder(Self.keyName(key, of: owner)),
      let entry = try find(id), entry.state != .corrupt
    else { return nil }
    return id
  }

  /// Removes the key of a job that is about to be deleted.
  ///
  /// - Throws: ``SystemError``.
  func removeKey(of job: SpoolJob) throws {
    guard let ticket = try? job.ticket(), let key = ticket.key else { return }
    let name = try Self.keyName(key, of: job.id.owner)
    try keys.whileLocked {
      if let (id, _) = try keyHolder(name), id == job.id { try keys.removeFile(name) }
    }
  }

  /// The job of a link in `keys/`, with its ticket.
  private func keyHolder(_ name: String) throws(SystemError) -> (JobID, Ticket)? {
    let bytes: [UInt8]
    do {
      bytes = try keys.read(name, limit: RecordLimits.ticket)
    } catch {
      guard error.code == .noSuchFileOrDirectory else { throw error }
      return nil
    }
    // A damaged ticket is that of a job in `corrupt/`.
    guard let ticket = Ticket(bytes: bytes), let id = ticket.id else { return nil }
    return (id, ticket)
  }

  private static func keyName(_ key: String, of owner: Owner) throws(SystemError) -> String {
    try Digest.sha256(of: Array("\(owner)\n\(key)".utf8))
  }
}

/// Submissions with the key of an earlier job.
extension Spool {
  private static let attempts = 50
  private static let pause: useconds_t = 20_000

  /// Has the report of a job delivered under a further submission's token: at once if the job has ended, or when it
  /// ends.
  ///
  /// - Throws: ``SystemError``; EAGAIN if the job is being delivered and that takes long.
  func deliverReport(of id: JobID, under token: String) throws {
    let name = JobFile.token(token)
    for attempt in 0..<Self.attempts {
      if attempt > 0 { usleep(Self.pause) }
      // The job was deleted meanwhile: there is no report.
      guard let entry = try find(id) else { return }
      let start = flusher.start()
      let folder: Folder
      do {
        folder = try self.folder(of: entry.state).folder(entry.child)
        if try !folder.has(name) {
          try folder.writeNew([], as: name)
          try flusher.flush([.tree(folder)], since: start)
        }
      } catch {
        guard error.code == .noSuchFileOrDirectory else { throw error }
        continue
      }
      // What ends a job lists the tokens afterwards; only a job that had ended before needs this.
      guard let entry = try find(id) else { return }
      switch entry.state {
      case .drop, .ingest, .queue, .active, .batches, .corrupt: return
      case .hold where entry.isHeldByUser: return
      case .ready: continue
      case .hold, .done, .failed:
        guard try folder.has(JobFile.report) else { continue }
        try link(JobFile.report, of: folder, as: "\(token).json", for: id)
        return try flusher.flush([.names(reports)], since: start)
      }
    }
    throw SystemError(.resourceTemporarilyUnavailable, "deliver the report of job \(id)")
  }
}
