import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimQueue
import ScrimQueueClient
import ScrimRecords

/// Copies the results of a job out of the queue into a ``DeliveryFolder``.
struct ResultStage {
  let client: QueueClient
  let folder: DeliveryFolder

  /// Copies and flushes outputs and report, and makes them ready.
  ///
  /// - Returns: False if the job has no results any more: it was deleted or is being tried again.
  /// - Throws: ``Failure`` dataError if it can never be delivered; ``QueueError``, `SystemError`.
  func copy(_ result: QueuedResult) throws -> Bool {
    let id = result.job.id
    guard result.job.state.hasEnded, let content = result.report else { return false }
    if let violation = DropName.violation(in: result.job.name) {
      // A node refuses such a job: it can only have been cancelled, or have failed.
      throw Failure(.dataError, "job \(id) cannot be delivered: its name \(violation).")
    }
    let staged = try folder.stage()
    do {
      let isDone = result.job.state == .done
      for file in isDone ? try result.files(of: client) : [] {
        try copy(file, of: id, to: staged)
      }
      let suffix = isDone ? ReportName.doneSuffix : ReportName.failedSuffix
      let report = try staged.writeNew(
        Self.report(content, of: id), as: ResultName.name(of: result.job.name + suffix),
        mode: Self.mode)
      try ReadyResults.mark(report, job: id)
      try report.sync("a report")
      try folder.commit(staged, of: id)
      return true
    } catch {
      folder.discard(staged)
      throw error
    }
  }

  private static let mode: UInt32 = 0o644

  private func copy(_ output: QueuedResult.File, of id: Int, to staged: Folder) throws {
    let steps = output.name.split(separator: "/", omittingEmptySubsequences: false)
    guard steps.allSatisfy({ DropName.isFileName(String($0)) }),
      !ReportName.isReserved(output.name),
      ResultName.escaped(output.name).utf8.count <= ResultName.longestOutput
    else {
      throw Failure(
        .dataError, "job \(id): \(quoted(output.name)) is not a valid name for an output file.")
    }
    let file = try staged.open(
      ResultName.name(of: output.name), O_WRONLY | O_CREAT | O_EXCL, mode: Self.mode)
    do {
      try output.read(client) { try file.write($0, to: output.name) }
    } catch let damage as QueuedResult.File.Damaged {
      throw Failure(.dataError, "\(damage): submit it again.")
    }
    try ReadyResults.mark(file, job: id)
    try file.sync(output.name)
  }

  /// The report with the queue's ID in place of the local spool's.
  private static func report(_ content: JSON, of id: Int) -> [UInt8] {
    let members = (content.object ?? []).filter { $0.key != "id" }
    return JSON.object(members + [.init("id", .string(String(id)))]).bytes(pretty: true)
  }
}
