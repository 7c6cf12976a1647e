import Glibc
public import ScrimDocument
import ScrimLinux
import SystemPackage

/// From `ready/` to `out/` and `done/`.
///
/// Each output is *moved*: its name in `result/` is gone the moment it stands in `out/`, so that
/// after a crash nothing is delivered twice, not even when its reader has taken it away meanwhile.
/// A second link stays in `kept/`.
extension Spool {
  /// What became of a job.
  public enum Delivery: Sendable {
    /// The files that now stand in `out/`, without those that a later job had overtaken.
    case delivered([String])
    /// Somebody else's files stand in the way; the job is in `failed/`.
    case conflict(Problem)
  }

  /// Delivers a committed job, from wherever a crash left it.
  ///
  /// - Throws: ``SpoolError`` corrupt; ``SystemError``.
  public func deliver(_ job: Job) throws -> Delivery {
    let ticket = try job.ticket()
    if let (report, problem) = try job.failure() {
      try fail(job, ticket, report)
      return .conflict(problem)
    }
    let results = try job.folder.folder("result")
    // Looking whose a name is and taking it must be one step, among daemons too.
    let outcome: Delivery = try out.whileLocked {
      let files = try results.names().filter { $0 != ticket.reportName }.sorted()
      if let file = try files.first(where: { try standing($0, before: job.id) == .foreign }) {
        return .conflict(
          Problem(
            code: "output-taken",
            message: "\(quoted(file)) is in the output folder already and is not yours."))
      }
      let moved = try files.filter { try move($0, from: results, of: job) }
      if !moved.isEmpty { try out.sync() }
      try steps.reached(.outputsMoved)
      try moveReport(of: job, ticket, from: results)
      return .delivered(moved)
    }
    switch outcome {
    case .conflict(let problem):
      let report = Report.failed(job, ticket, [problem], history: try job.history())
      try fail(job, ticket, report)
    case .delivered:
      try ready.move(job.id.description, to: done, as: job.id.description)
      try ready.sync()
      try done.sync()
    }
    try steps.reached(.delivered)
    return outcome
  }

  private enum Standing { case free, own, overtaken, foreign }

  /// Whose file has a name in `out/`, seen from a job.
  private func standing(_ file: String, before id: JobID) throws -> Standing {
    guard let about = try out.status(of: file) else { return .free }
    guard about.st_mode & S_IFMT == S_IFREG,
      let other = OutputMark.read(try out.open(file, O_RDONLY | O_NONBLOCK)),
      other.user == id.user
    else { return .foreign }
    return other > id ? .overtaken : .own
  }

  /// - Returns: False when a later job's file stands there, and stays.
  private func move(_ file: String, from results: Folder, of job: Job) throws -> Bool {
    let isOvertaken = try standing(file, before: job.id) == .overtaken
    try results.link(file, to: job.folder.folder("kept"), as: file)
    try steps.reached(.outputLinked)
    if isOvertaken {
      try results.removeFile(file)
    } else {
      try results.replace(file, to: out, as: file)
    }
    try steps.reached(.outputMoved)
    return !isOvertaken
  }

  /// The report comes last: whoever sees it finds the pictures.
  func moveReport(of job: Job, _ ticket: Ticket, from results: Folder) throws {
    guard try results.has(ticket.reportName) else { return }
    if let token = ticket.token {
      // A held job's report is followed by another.
      try reports.removeTree("\(token).json")
      try results.link(ticket.reportName, to: reports, as: "\(token).json")
      try reports.sync()
    }
    switch try standing(ticket.reportName, before: job.id) {
    case .free, .own:
      try results.replace(ticket.reportName, to: out, as: ticket.reportName)
      try out.sync()
    case .overtaken, .foreign:
      // It stays readable in the job's folder.
      try results.removeFile(ticket.reportName)
    }
    try results.sync()
    try steps.reached(.reportMoved)
  }
}
