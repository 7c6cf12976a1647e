import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimQueue
import ScrimSpool

/// Copies the results of a job out of the queue into a ``DeliveryFolder``.
struct ResultStage {
  let client: QueueClient
  let folder: DeliveryFolder

  /// Copies and flushes outputs and report, and makes them ready.
  ///
  /// - Returns: False if the job has no results any more: it was deleted or is being tried again.
  /// - Throws: ``Failure`` dataError if it can never be delivered; ``QueueError``, `SystemError`.
  func copy(_ job: QueueJobDetails) throws -> Bool {
    let id = job.job.id
    guard job.job.state.hasEnded, let text = job.report else { return false }
    if let violation = DropName.violation(in: job.job.name) {
      // A node refuses such a job: it can only have been cancelled, or have failed.
      throw Failure(.dataError, "job \(id) cannot be delivered: its name \(violation).")
    }
    let staged = try folder.stage()
    do {
      let isDone = job.job.state == .done
      for output in isDone ? try client.outputs(of: id) : [] {
        try copy(output, of: id, to: staged)
      }
      let suffix = isDone ? ReportName.doneSuffix : ReportName.failedSuffix
      let report = try staged.writeNew(
        Self.report(text, of: id), as: ResultName.name(of: job.job.name + suffix), mode: Self.mode)
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

  private func copy(_ output: QueueOutput, of id: Int, to staged: Folder) throws {
    let steps = output.file.split(separator: "/", omittingEmptySubsequences: false)
    guard steps.allSatisfy({ DropName.isFileName(String($0)) }),
      !ReportName.isReserved(output.file),
      ResultName.escaped(output.file).utf8.count <= ResultName.longestOutput
    else {
      throw Failure(
        .dataError, "job \(id): \(quoted(output.file)) is not a valid name for an output file.")
    }
    let file = try staged.open(
      ResultName.name(of: output.file), O_WRONLY | O_CREAT | O_EXCL, mode: Self.mode)
    let digest = try Digest()
    var bytes = 0
    try client.read(output, of: id) { chunk in
      try digest.add(chunk)
      try file.write(chunk, to: output.file)
      bytes += chunk.count
    }
    guard bytes == output.bytes, try Array(digest.value()) == output.hash else {
      throw Failure(
        .dataError, "job \(id): \(output.file) is damaged in the queue: submit it again.")
    }
    try ReadyResults.mark(file, job: id)
    try file.sync(output.file)
  }

  /// The report with the queue's ID in place of the local spool's.
  private static func report(_ text: String, of id: Int) -> [UInt8] {
    guard let members = (try? JSON(parsing: Array(text.utf8)))?.object else {
      return Array(text.utf8)
    }
    let own = members.filter { $0.key != "id" } + [.init("id", .string(String(id)))]
    return JSON.object(own).bytes(pretty: true)
  }
}
