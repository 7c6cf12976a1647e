import Glibc
package import ScrimJSON
import ScrimLinux
package import ScrimRecords
import Synchronization
import SystemPackage

/// Commits and delivers chunks.
extension Spool {
  /// Writes the lines of a chunk's rows next to the stored outputs, flushes both, and commits the chunk.
  ///
  /// - Parameters:
  ///   - job: The chunk, in `active/`.
  ///   - batch: Its batch.
  ///   - rows: The rows that it has rendered: all, or the first of them. The others are given to later chunks.
  ///   - reports: The rows' reports, of those that are wanted.
  ///   - crashed: The row after them, if its worker crashed: it gets a chunk of its own.
  /// - Returns: The chunk, which is to be delivered.
  /// - Throws: ``SystemError``.
  package func commit(
    _ job: SpoolJob, of batch: Batch, rows: RowRange, _ reports: [RowReport],
    crashed: (row: Int, history: History)? = nil
  ) throws -> SpoolJob {
    guard let all = job.id.rows else { return job }
    try write(reports, of: job, batch)
    var next = rows.last + 1
    if let (row, history) = crashed, row == next, row <= all.last {
      let folder = try job.folder.makeFolder(BatchFile.rest(RowRange(row, row)))
      try folder.writeNew(history.bytes(), as: JobFile.history)
      next += 1
    }
    if next <= all.last {
      _ = try job.folder.makeFolder(BatchFile.rest(RowRange(next, all.last)))
    }
    try flusher.flush([.tree(job.folder)], since: job.start)
    try steps.reached(.resultsWritten)
    let name = AttemptName(JobID(job.id, rows: rows), attempt: job.attempt)
    try active.move(job.name.description, to: ready, as: name.id.description)
    // Before anything shows in `out/`, or a second rendering would deliver twice.
    try flusher.flush([.names(ready), .names(active)], since: job.start)
    try steps.reached(.committed)
    let committed = job.moved(to: ready, as: name, in: name.id.description)
    try returnRows(of: committed, to: batch)
    return committed
  }

  /// Commits a chunk whose rows are given up.
  ///
  /// - Parameters:
  ///   - job: The chunk, in `active/`.
  ///   - batch: Its batch.
  ///   - errors: Why.
  /// - Returns: The chunk, which is to be delivered, and the number of rows.
  /// - Throws: ``SystemError``.
  package func commitFailure(
    _ job: SpoolJob, of batch: Batch, _ errors: [Diagnostic]
  ) throws -> (job: SpoolJob, failed: Int) {
    guard let rows = job.id.rows else { throw SpoolError(.corrupt, "\(job.id) has no rows") }
    try returnRows(of: job, to: batch)
    let reports = batch.record.wanted(in: rows).flatMap(\.rows).map {
      RowReport($0, failed: errors)
    }
    func write() throws -> SpoolJob {
      try job.deleteResults()
      return try commit(job, of: batch, rows: rows, reports)
    }
    do {
      return (try write(), reports.count)
    } catch let error as SystemError where error.code == .noSpace {
      try Reserve.release(in: root)
      return (try write(), reports.count)
    }
  }

  private func write(_ reports: [RowReport], of job: SpoolJob, _ batch: Batch) throws {
    try job.folder.writeNew(
      reports.flatMap { $0.line(batch.record) }, as: BatchFile.rows)
  }

  /// Delivers a committed chunk, resuming at the step at which a crash interrupted it. A row whose output cannot be
  /// delivered fails, and keeps no other from its delivery. Private outputs stay in the chunk's folder, as
  /// `result.FILE`.
  ///
  /// - Parameters:
  ///   - job: The chunk, in `ready/`.
  ///   - batch: Its batch.
  ///   - counts: How many rows are done and failed; `nil` to read it.
  /// - Returns: The chunk's name in the batch, and the files in `out/`.
  /// - Throws: ``SpoolError`` corrupt; ``SystemError``.
  @discardableResult
  package func deliverChunk(
    _ job: SpoolJob, of batch: Batch, counts: (done: Int, failed: Int)? = nil
  ) throws -> (done: Int, failed: Int, files: [String]) {
    guard let rows = job.id.rows else { throw SpoolError(.corrupt, "\(job.id) has no rows") }
    try returnRows(of: job, to: batch)
    let (files, folders) =
      try job.ticket().delivery == .private ? ([], []) : moveOutputs(of: job)
    try steps.reached(.outputsMoved)
    let denied = try job.folder.names().filter { $0.hasPrefix(BatchFile.deniedPrefix) }
    var (done, failed) = try counts ?? self.counts(of: job)
    if !denied.isEmpty { (done, failed) = try fail(denied, of: job, batch) }
    let scopes = [job.folder] + folders
    try flusher.flush(
      scopes.map { .names($0) } + [.entry(BatchFile.rows, job.folder)], since: job.start)
    try steps.reached(.deliveryFlushed)
    let name = EndedName(rows, done: done, failed: failed)
    let ended = try batch.folder.folder(BatchFile.ended)
    try ready.move(job.folderName, to: ended, as: name.description)
    try steps.reached(.chunkEnded)
    // Not needed any more: a ticket has a limited number of links.
    try job.folder.removeTree(JobFile.ticket)
    return (done, failed, files)
  }

  /// - Returns: The files in `out/`, and the folders that have changed.
  private func moveOutputs(of job: SpoolJob) throws -> (files: [String], folders: [Folder]) {
    let out = try outputFolder(of: job.id.owner)
    return try whileDelivering { try moveOutputs(of: job, to: out) }
  }

  private func moveOutputs(
    of job: SpoolJob, to out: Folder
  ) throws -> (files: [String], folders: [Folder]) {
    var moved: [String] = []
    var folders = [out]
    for file in try job.folder.names().compactMap(JobFile.output(ofResult:)).sorted() {
      let result = JobFile.result(file)
      func deny() throws {
        try job.folder.replace(
          result, to: job.folder, as: BatchFile.deniedPrefix + ResultName.escaped(file))
      }
      let place: OutputPlace
      do throws(SystemError) {
        place = try outputPlace(of: file, for: job.id.owner, in: out)
      } catch {
        guard
          error.code == .notDirectory || error.code == .tooManySymbolicLinkLevels
            || error.isDeniedByName
        else { throw error }
        try deny()
        continue
      }
      let ownership: Ownership
      do {
        ownership = try move(result, of: job, to: place)
      } catch let error as SystemError {
        guard error.isDeniedByName else { throw error }
        try deny()
        continue
      }
      switch ownership {
      case .foreign: try deny()
      // A later job's file has the name, and stays.
      case .overtaken: try job.folder.removeFile(result)
      case .free, .own:
        moved.append(file)
        if place.folder !== out { folders.append(place.folder) }
      }
      try steps.reached(.outputMoved)
    }
    return (moved, folders)
  }

  /// Moves an output to a name that is free, or has an earlier job's file of the owner.
  ///
  /// - Returns: Whose name it was.
  private func move(
    _ result: String, of job: SpoolJob, to place: OutputPlace
  ) throws -> Ownership {
    do {
      // Most names are free: nothing is looked up twice then.
      try job.folder.move(result, to: place.folder, as: place.name)
      return .free
    } catch {
      guard error.code == .fileExists else { throw error }
    }
    let ownership = try ownership(place.name, in: place.folder, before: job.id)
    if ownership == .free || ownership == .own {
      try job.folder.replace(result, to: place.folder, as: place.name)
    }
    return ownership
  }

  /// Replaces the lines of rows whose outputs were denied.
  private func fail(
    _ denied: [String], of job: SpoolJob, _ batch: Batch
  ) throws -> (done: Int, failed: Int) {
    let files = Set(denied.map { String($0.dropFirst(BatchFile.deniedPrefix.count)) })
    var lines: [UInt8] = []
    var (done, failed) = (0, 0)
    for line in try job.folder.read(BatchFile.rows, limit: Self.longestRows)
      .split(separator: UInt8(ascii: "\n"))
    {
      let json = try JSON(parsing: Array(line))
      let own = (json["outputs"]?.array ?? []).compactMap { $0["file"]?.string }
      let isDone = json["status"]?.string == RowReport.Status.done.rawValue
      guard let row = json["row"]?.integer, isDone,
        let file = own.first(where: { files.contains(ResultName.escaped($0)) })
      else {
        if isDone { done += 1 } else { failed += 1 }
        lines += line + [UInt8(ascii: "\n")]
        continue
      }
      failed += 1
      let diagnostic = Diagnostic(
        code: "output-denied",
        message:
          "\(quoted(file)) cannot be delivered: a file of that name belongs to another user, or the output "
          + "folder refuses it.")
      lines += RowReport(row, failed: [diagnostic]).line(batch.record)
    }
    try job.folder.write(lines, as: BatchFile.rows, isFlushed: false)
    return (done, failed)
  }

  private func counts(of job: SpoolJob) throws -> (done: Int, failed: Int) {
    var (done, failed) = (0, 0)
    for line in try job.folder.read(BatchFile.rows, limit: Self.longestRows)
      .split(separator: UInt8(ascii: "\n"))
    {
      if RowLine(line).status == .done { done += 1 } else { failed += 1 }
    }
    return (done, failed)
  }

  /// Bytes of the lines of a chunk.
  static let longestRows = 1 << 30
}
