import Glibc
import ScrimLinux
import SystemPackage

/// The part of accepting a job that `submission.json` in its bundle asks for.
extension Spool {
  /// Reads what a copied bundle asks for.
  ///
  /// - Throws: ``SpoolError`` refused; ``SystemError``.
  func submission(of job: SpoolJob) throws -> SubmissionOptions {
    let bundle = try job.bundle()
    guard try bundle.has(SubmissionOptions.file) else { return SubmissionOptions() }
    return try SubmissionOptions(reading: bundle)
  }

  /// Gives a job to the tenant for whom it was submitted: its ID names the owner.
  ///
  /// - Throws: ``SpoolError`` refused; ``SystemError``.
  func adopt(_ job: SpoolJob, for tenant: String?) throws -> SpoolJob {
    // After a crash it may have been done before.
    guard let tenant, job.id.owner.tenant == nil else { return job }
    let user = job.id.user
    guard rules.bridgeUsers.contains(user), let owner = Owner(user: user, tenant: tenant) else {
      throw SpoolError(
        .refused,
        "\(SubmissionOptions.file): tenant: \(Account.name(of: user)) may not submit for tenants; "
          + "scrimd's configuration lists those who may in access.bridge-users.")
    }
    let id = JobID(job.id, owner: owner)
    try ingest.move(job.folderName, to: ingest, as: id.description)
    try steps.reached(.adopted)
    return job.moved(to: ingest, as: AttemptName(id, attempt: 0), in: id.description)
  }

  /// Checks who limits the attempts at a job: only a bridge, which counts them elsewhere.
  ///
  /// - Throws: ``SpoolError`` refused.
  func checkAttempts(_ submission: SubmissionOptions, of job: SpoolJob) throws(SpoolError) {
    let user = job.id.user
    guard submission.attempts != nil, !rules.bridgeUsers.contains(user) else { return }
    throw SpoolError(
      .refused,
      "\(SubmissionOptions.file): attempts: \(Account.name(of: user)) may not limit attempts; "
        + "scrimd's configuration lists those who may in access.bridge-users.")
  }

  /// Whether a job is new, or its key is that of an earlier one.
  ///
  /// - Returns: The earlier job.
  /// - Throws: ``SpoolError`` refused if the earlier job had other content; ``SystemError``.
  func earlierJob(_ job: SpoolJob, _ ticket: Ticket) throws -> JobID? {
    guard let key = ticket.key else { return nil }
    switch try reserveKey(key, for: job) {
    case .reserved: return nil
    case .taken(let id, let earlier):
      guard earlier.content == ticket.content, earlier.name == ticket.name else {
        throw SpoolError(
          .refused,
          "\(SubmissionOptions.file): key: job \(id) has this key, but another name or content: "
            + "use a new key for a new job.")
      }
      if let token = ticket.token { try deliverReport(of: id, under: token) }
      return id
    }
  }
}

extension SubmissionOptions {
  /// Reads the file in a bundle.
  ///
  /// - Throws: ``SpoolError`` refused; ``SystemError``.
  init(reading bundle: Folder) throws {
    do {
      self = try SubmissionOptions(parsing: bundle.read(Self.file, limit: Self.maxBytes))
    } catch let error as SystemError where error.isTooLarge {
      throw SpoolError(.refused, "\(Self.file) has more than \(Self.maxBytes) bytes.")
    } catch let error as SystemError where error.code == .isDirectory {
      throw SpoolError(.refused, "\(Self.file) is a folder, not a file.")
    }
  }
}

extension AttemptName {
  /// The name of a job that was just accepted.
  init(_ id: JobID, _ ticket: Ticket) {
    self.init(id, attempt: 0, priority: ticket.priority, notBefore: ticket.notBefore)
  }
}

extension Digest {
  /// SHA-256 of what a bundle shows: the names and contents of its files without `submission.json`.
  ///
  /// - Throws: ``SystemError``.
  static func sha256(ofBundle bundle: Folder) throws(SystemError) -> String {
    let digest = try Digest()
    try digest.add(bundle, path: "")
    return try digest.finish()
  }

  private func add(_ folder: Folder, path: String) throws(SystemError) {
    for name in try folder.names().sorted() {
      let place = path + name
      guard place != SubmissionOptions.file, let about = try folder.status(of: name) else {
        continue
      }
      if FileKind(about) == .folder {
        try add(try folder.folder(name), path: "\(place)/")
      } else {
        // The size separates a file's bytes from the next name.
        try add(Array("\(place)\0\(about.st_size)\0".utf8))
        let file = try folder.open(name, O_RDONLY | O_NONBLOCK)
        try file.eachChunk(of: place) { (chunk) throws(SystemError) in
          try add(chunk)
          return true
        }
      }
    }
  }
}
