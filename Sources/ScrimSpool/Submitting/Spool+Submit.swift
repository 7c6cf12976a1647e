import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// The part of accepting a job that `submission.json` in its bundle asks for.
extension Spool {
  /// Reads what a copied bundle asks for.
  ///
  /// - Throws: ``SpoolError`` refused; ``SystemError``.
  func submission(of job: SpoolJob) throws -> SubmissionOptions {
    let bundle = try job.bundle()
    guard try bundle.has(BundleFile.options) else { return SubmissionOptions() }
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
        "\(BundleFile.options): tenant: \(Account.name(of: user)) may not submit for tenants; "
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
      "\(BundleFile.options): attempts: \(Account.name(of: user)) may not limit attempts; "
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
      let differences = try differences(of: job, ticket, from: earlier)
      guard differences.isEmpty else {
        throw SpoolError(
          .refused,
          "\(BundleFile.options): key: the key \(quoted(key)) belongs to job \(id), submitted with "
            + "\(differences.joined(separator: " and ")): use a new key for a new job.")
      }
      if let token = ticket.token { try deliverReport(of: id, under: token) }
      return id
    }
  }
}

extension Spool {
  /// In what a submission differs from the earlier one with its key, as in "another name".
  private func differences(
    of job: SpoolJob, _ ticket: Ticket, from earlier: Ticket
  ) throws -> [String] {
    let names = earlier.name == ticket.name ? [] : ["another name"]
    if let content = ticket.content, let before = earlier.content {
      return names + content.differences(from: before).map(\.difference)
    }
    // Release 0.1.0 recorded one digest of all files.
    let content = try Digest.sha256(ofBundle: job.bundle())
    return names + (earlier.bundleDigest == content ? [] : ["another document or other files"])
  }
}

extension SubmissionOptions {
  /// Reads the file in a bundle.
  ///
  /// - Throws: ``SpoolError`` refused; ``SystemError``.
  init(reading bundle: Folder) throws {
    do {
      self = try SubmissionOptions(parsing: bundle.read(BundleFile.options, limit: Self.maxBytes))
    } catch let error as Diagnostic {
      throw SpoolError(.refused, error.message)
    } catch let error as SystemError where error.isTooLarge {
      throw SpoolError(.refused, "\(BundleFile.options) has more than \(Self.maxBytes) bytes.")
    } catch let error as SystemError where error.code == .isDirectory {
      throw SpoolError(.refused, "\(BundleFile.options) is a folder, not a file.")
    }
  }
}

extension AttemptName {
  /// The name of a job that was just accepted.
  init(_ id: JobID, _ ticket: Ticket) {
    self.init(id, attempt: 0, priority: ticket.priority, notBefore: ticket.notBefore)
  }
}
