import Glibc
package import ScrimJSON
import ScrimLinux
package import ScrimRecords
import SystemPackage

/// Moves jobs from `ready/` to `out/` and `done/`.
///
/// Each output is *moved*: the name `result.FILE` in the job's folder disappears when the output appears in `out/`.
/// After a crash nothing is delivered twice, even if a reader has removed the output in the meantime. A second link
/// stays as `kept.FILE`.
extension Spool {
  /// The outcome of a delivery.
  package enum Delivery: Sendable {
    /// The files now in `out/`, without those that a later job's files had superseded.
    case delivered([String])
    /// An output cannot be delivered; the job is in `failed/`.
    case conflict(Diagnostic)
  }

  /// Delivers a committed job, resuming at the step at which a crash interrupted it.
  ///
  /// - Throws: ``SpoolError`` corrupt; ``SystemError``.
  package func deliver(_ job: SpoolJob) throws -> Delivery {
    let ticket = try job.ticket()
    if let (report, diagnostic) = try job.failure() {
      try fail(job, ticket, report)
      return .conflict(diagnostic)
    }
    return try deliver(job, ticket)
  }

  /// Delivers a job.
  ///
  /// - Parameters:
  ///   - job: The job, in `ready/`.
  ///   - ticket: Its ticket.
  ///   - outputs: Its outputs, if this process has just committed it; otherwise those that are not delivered yet.
  /// - Returns: The outcome.
  /// - Throws: ``SystemError``.
  package func deliver(
    _ job: SpoolJob, _ ticket: Ticket, outputs: [String]? = nil
  ) throws -> Delivery {
    let report = ticket.reportName(.done)
    if ticket.delivery == .private { return try deliverPrivately(job, ticket, report) }
    // Checking a name's owner and taking the name must be atomic, also among several daemons.
    var folders: [Folder] = []
    let out = try outputFolder(of: job.id.owner)
    let outcome: Delivery = try whileDelivering {
      let files =
        try outputs
        ?? job.folder.names().compactMap(JobFile.output(ofResult:)).filter { $0 != report }.sorted()
      var places: [(file: String, place: OutputPlace)] = []
      var moved: [String] = []
      for file in files {
        do throws(SystemError) {
          places.append((file, try outputPlace(of: file, for: job.id.owner, in: out)))
        } catch {
          let isNoFolder =
            error.code == .notDirectory || error.code == .tooManySymbolicLinkLevels
          guard isNoFolder || error.isDeniedByName else { throw error }
          return .conflict(
            Diagnostic(
              code: "output-denied",
              message:
                "\(quoted(file)) cannot be delivered: a folder on its path is a file, or the output folder "
                + "refuses it (\(error.code))."))
        }
      }
      if let (file, _) = try places.first(where: {
        try ownership($0.place.name, in: $0.place.folder, before: job.id) == .foreign
      }) {
        return .conflict(
          Diagnostic(
            code: "output-taken",
            message:
              "\(quoted(file)) already exists in the output folder and belongs to another user."))
      }
      folders = places.map(\.place.folder).filter { $0 !== out }
      for (file, place) in places {
        do {
          if try move(file, of: job, to: place) { moved.append(file) }
        } catch let error as SystemError where error.isDeniedByName {
          return .conflict(
            Diagnostic(
              code: "output-denied",
              message: "\(quoted(file)) cannot be delivered: the output folder refuses it "
                + "(\(error.code)). It or a file of that name there may be write-protected."))
        }
      }
      try steps.reached(.outputsMoved)
      try moveReport(report, of: job, ticket, to: out)
      try removeFailureReport(of: ticket, in: out, before: job.id)
      return .delivered(moved)
    }
    switch outcome {
    case .conflict(let diagnostic):
      try fail(inDelivery: job, ticket, diagnostic)
    case .delivered:
      let scopes = [out, reports, job.folder] + folders
      try flusher.flush(scopes.map { .names($0) } + eventScopes(of: job), since: job.start)
      try steps.reached(.deliveryFlushed)
      try ready.move(job.id.description, to: done, as: job.id.description)
    }
    try steps.reached(.delivered)
    return outcome
  }

  /// Ends a job whose outputs cannot be delivered, or not all of them: its report names those that were.
  private func fail(inDelivery job: SpoolJob, _ ticket: Ticket, _ diagnostic: Diagnostic) throws {
    let moved = try deliveredOutputs(of: job)
    try fail(
      job, ticket,
      JobReport.failed(
        job.name, ticket, [diagnostic], history: try job.history(), delivered: moved))
  }

  /// The outputs that were moved before a delivery ended with an error.
  private func deliveredOutputs(of job: SpoolJob) throws -> [String] {
    let names = try Set(job.folder.names())
    let out = try outputFolder(of: job.id.owner)
    return try names.compactMap(JobFile.output(ofKept:)).filter { file in
      guard !names.contains(JobFile.result(file)) else { return false }
      // It was not moved if a later job's file has the name. A reader may have taken it.
      guard let place = try? OutputPlace(existing: file, in: out) else { return true }
      return try ownership(place.name, in: place.folder, before: job.id) != .overtaken
    }.sorted()
  }

  /// Ends a committed job that cannot be delivered for a reason of its own: as failed or, if its folder does not allow
  /// that, in `corrupt/`.
  ///
  /// - Returns: What was done.
  /// - Throws: ``SystemError`` transient.
  func giveUpDelivery(of job: SpoolJob, _ reason: String) throws -> Event {
    do {
      let ticket = try job.ticket()
      let diagnostic = Diagnostic(
        code: "undeliverable",
        message:
          "the job was rendered, but cannot be delivered: \(reason). Retry it, or submit it again.")
      try fail(inDelivery: job, ticket, diagnostic)
      return .conflict(job.id, diagnostic)
    } catch let error as SystemError where error.isTransient {
      throw error
    } catch let error as SystemError {
      return try quarantine(job.folderName, in: ready, "\(reason); \(error)")
    } catch let error as SpoolError {
      return try quarantine(job.folderName, in: ready, "\(reason); \(error)")
    }
  }

  /// The outputs stay in the job's folder, as `result.FILE`, until they are acknowledged.
  private func deliverPrivately(
    _ job: SpoolJob, _ ticket: Ticket, _ report: String
  ) throws -> Delivery {
    try moveReport(report, of: job, ticket, to: nil)
    try flusher.flush(
      [.names(reports), .names(job.folder)] + eventScopes(of: job), since: job.start)
    try steps.reached(.deliveryFlushed)
    try ready.move(job.id.description, to: done, as: job.id.description)
    try steps.reached(.delivered)
    return .delivered([])
  }

  enum Ownership { case free, own, overtaken, foreign }

  /// Ownership of a name in an output folder, relative to a job. Only files of the daemon's account are its own: in its
  /// folder an owner can write any mark.
  func ownership(
    _ file: String, in folder: Folder, before id: JobID
  ) throws -> Ownership {
    guard let about = try folder.status(of: file) else { return .free }
    guard FileKind(about) == .file, about.st_uid == geteuid() else { return .foreign }
    let content: OwnedDescriptor
    do {
      content = try folder.open(file, O_RDONLY | O_NONBLOCK)
    } catch {
      // A file that this account may not read is not its own.
      guard error.isDeniedByName else { throw error }
      return .foreign
    }
    guard let other = OutputMark.read(content), other.owner == id.owner else { return .foreign }
    return other > id ? .overtaken : .own
  }

  /// - Returns: False if a later job's file has the name, and stays.
  private func move(_ file: String, of job: SpoolJob, to place: OutputPlace) throws -> Bool {
    let isOvertaken = try ownership(place.name, in: place.folder, before: job.id) == .overtaken
    let result = JobFile.result(file)
    try job.folder.link(result, to: job.folder, as: JobFile.kept(file))
    try steps.reached(.outputLinked)
    if isOvertaken {
      try job.folder.removeFile(result)
    } else {
      try job.folder.replace(result, to: place.folder, as: place.name)
    }
    try steps.reached(.outputMoved)
    return !isOvertaken
  }

  /// The report comes last: when it is visible, so are the images. If its name is another's, or the folder refuses it,
  /// it stays in the job's folder: the job has ended all the same. There is no folder if the job's results are private.
  func moveReport(
    _ report: String, of job: SpoolJob, _ ticket: Ticket, to out: Folder?
  ) throws {
    let result = JobFile.result(report)
    guard try job.folder.has(result) else { return }
    try writeEvent(result, of: job)
    for token in try submissionTokens(of: job, ticket) {
      try unlessDenied { try link(result, of: job.folder, as: "\(token).json", for: job.id) }
    }
    var isMoved = false
    if let out {
      switch try ownership(report, in: out, before: job.id) {
      case .free, .own:
        try unlessDenied {
          try job.folder.replace(result, to: out, as: report)
          isMoved = true
        }
      case .overtaken, .foreign: break
      }
    }
    if !isMoved { try job.folder.removeFile(result) }
    try steps.reached(.reportMoved)
  }

  /// The tokens of the submission and of further ones with its key.
  func submissionTokens(of job: SpoolJob, _ ticket: Ticket) throws -> [String] {
    let further = try job.folder.names().filter { $0.hasPrefix(JobFile.tokenPrefix) }
      .map { String($0.dropFirst(JobFile.tokenPrefix.count)) }
    return (ticket.token.map { [$0] } ?? []) + further
  }

  /// Removes the report of an earlier failure of the same owner's job of this name.
  private func removeFailureReport(
    of ticket: Ticket, in out: Folder, before id: JobID
  ) throws {
    let name = ticket.reportName(.failed)
    guard try ownership(name, in: out, before: id) == .own else { return }
    try unlessDenied { try out.removeFile(name) }
  }

  /// Delivers a report under the token of its submission. A held job's report is replaced by a later one of the job;
  /// another user's report is never replaced.
  func link(
    _ report: String, of folder: Folder, as name: String, for id: JobID
  ) throws {
    switch try ownership(name, in: reports, before: id) {
    case .free: break
    case .own: try reports.removeFile(name)
    case .overtaken, .foreign: return
    }
    try folder.link(report, to: reports, as: name)
  }

  func unlessDenied(_ act: () throws -> Void) throws {
    do {
      try act()
    } catch let error as SystemError where error.isDeniedByName {
      // A retry would fail as well.
    }
  }
}
