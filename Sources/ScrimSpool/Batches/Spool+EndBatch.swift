import Glibc
import ScrimJSON
import ScrimLinux
package import ScrimRecords
import Synchronization
import SystemPackage

/// Stops and ends batches.
extension Spool {
  /// Why rows of a batch are not rendered: the content of its `stop`.
  package enum StopReason: Sendable, Hashable {
    case cancelled(by: UInt32)
    /// A row had an error, and the submission asked to stop then.
    case error

    init?(_ text: String) {
      if text == "error" {
        self = .error
      } else if let user = UInt32(text) {
        self = .cancelled(by: user)
      } else {
        return nil
      }
    }

    var text: String {
      switch self {
      case .cancelled(let user): "\(user)"
      case .error: "error"
      }
    }

    /// As in reports.
    var words: String {
      switch self {
      case .cancelled(let user): "\(JobReport.cancelled)\(user)"
      case .error: "stopped after an error, as the submission's onError asks"
      }
    }
  }

  /// Stops a batch: rows that no worker has are skipped. Chunks that are rendered are finished, and delivered.
  ///
  /// - Throws: ``SystemError``.
  package func stop(_ batch: Batch, _ reason: StopReason) throws {
    let start = flusher.start()
    if try !batch.isStopped() {
      func write() throws {
        try batch.folder.write(Array(reason.text.utf8), as: BatchFile.stop, isFlushed: false)
      }
      do {
        try write()
      } catch let error as SystemError where error.code == .noSpace {
        // A batch that waits for space must be possible to cancel.
        try Reserve.release(in: root)
        try write()
      }
      try flusher.flush(
        [.entry(BatchFile.stop, batch.folder), .names(batch.folder)], since: start)
      try steps.reached(.batchStopped)
    }
    try skipRows(of: batch)
  }

  private func skipRows(of batch: Batch) throws {
    let ended = try batch.folder.folder(BatchFile.ended)
    let todo = try batch.folder.folder(BatchFile.todo)
    for entry in try entries(
      in: [.queue, .hold], where: { $0.batch == batch.id && $0.rows != nil })
    {
      let name = entry.name ?? AttemptName(entry.id, attempt: 0)
      guard let job = try lock(entry.child, in: folder(of: entry.state), name) else { continue }
      try withExtendedLifetime(job) { try skip(job, of: batch) }
    }
    guard let locked = try lockedBatch(batch.id, waits: true) else { return }
    try withExtendedLifetime(locked) {
      for name in try todo.names() {
        guard let rows = RowRange(name) else { continue }
        try todo.move(name, to: ended, as: EndedName(skipped: rows).description)
        try steps.reached(.rowsSkipped)
      }
    }
  }

  /// Skips the rows of a chunk that has not been begun.
  ///
  /// - Throws: ``SystemError``.
  package func skip(_ job: SpoolJob, of batch: Batch) throws {
    guard let rows = job.id.rows else { return }
    try returnRows(of: job, to: batch)
    try job.state.move(
      job.folderName, to: batch.folder.folder(BatchFile.ended),
      as: EndedName(skipped: rows).description)
    try steps.reached(.rowsSkipped)
  }

  /// Takes a batch on after a chunk has ended, or after a crash: skips rows of one that was stopped or, if its
  /// submission asks for that, has a row with an error, and ends it once all its chunks have.
  ///
  /// - Returns: The outcome if the batch has ended.
  /// - Throws: ``SpoolError`` corrupt; ``SystemError``.
  package func advance(_ id: JobID) throws -> BatchOutcome? {
    let batch: Batch
    do {
      batch = try self.batch(id)
    } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
      return nil
    }
    if try batch.isStopped() {
      try skipRows(of: batch)
    } else if batch.record.stopsOnError, try progress(of: batch).failed > 0 {
      // By its chunks' names, which a crash leaves.
      try stop(batch, .error)
    }
    // As long as there are rows to give out, chunks need not be counted.
    guard try batch.folder.folder(BatchFile.todo).names().isEmpty else { return nil }
    if try progress(of: batch).ended < batch.record.span.count {
      try endCorruptChunks(of: batch)
      guard try progress(of: batch).ended >= batch.record.span.count else { return nil }
    }
    return try end(id)
  }

  /// Ends the chunks of a batch that are in `corrupt/`, for which it would wait forever: their rows have failed.
  private func endCorruptChunks(of batch: Batch) throws {
    let start = flusher.start()
    let chunks = try corrupt.names().compactMap { name -> (name: String, rows: RowRange)? in
      var rest = name.utf8[...]
      guard let id = JobID(head: &rest), id.batch == batch.id, let rows = id.rows else {
        return nil
      }
      return (name, rows)
    }
    guard !chunks.isEmpty, let locked = try lockedBatch(batch.id, waits: true) else { return }
    try withExtendedLifetime(locked) {
      let ended = try batch.folder.folder(BatchFile.ended)
      let todo = try batch.folder.folder(BatchFile.todo)
      let known = try ended.names().compactMap { EndedName($0)?.rows }
      for chunk in chunks where !known.contains(where: chunk.rows.overlaps) {
        // Rows that are not its own were not moved back to `todo/` yet.
        if let folder = try? corrupt.folder(chunk.name) {
          try moveRest(of: folder, chunk.rows, to: todo)
        }
        _ = try ended.makeFolder(EndedName(lost: chunk.rows).description)
        try steps.reached(.rowsLost)
      }
      try flusher.flush([.names(ended), .names(todo)], since: start)
    }
  }

  private func end(_ id: JobID) throws -> BatchOutcome? {
    let start = flusher.start()
    guard let batch = try lockedBatch(id, waits: true) else { return nil }
    let job = SpoolJob(
      AttemptName(id, attempt: 1), folder: batch.folder, state: batches,
      folderName: id.description, start: start)
    return try withExtendedLifetime(batch) {
      // The cache is of this process only.
      let progress = try progress(of: batch)
      guard progress.ended == batch.record.span.count else { return nil }
      let ticket = try job.ticket()
      do {
        try writeReport(of: job, ticket, batch, progress)
      } catch let error as SystemError where error.code == .noSpace {
        try Reserve.release(in: root)
        try writeReport(of: job, ticket, batch, progress)
      }
      let written = [
        JobFile.report, JobFile.result(ticket.rowsName), JobFile.result(ticket.reportName(.done)),
      ]
      let ended = try batch.folder.folder(BatchFile.ended)
      // Private images are in the folders of the chunks.
      try flusher.flush(
        written.map { .entry($0, job.folder) } + [.names(ended), .names(job.folder)], since: start)
      try keepEarlierRows(ticket, batch, id)
      try steps.reached(.batchReported)
      try batches.move(id.description, to: ready, as: id.description)
      try flusher.flush([.names(ready), .names(batches)], since: start)
      try steps.reached(.batchEnded)
      knownBatches.withLock { $0.remove(id) }
      let delivery = try deliver(job.moved(to: ready), ticket)
      if try done.has(id.description) {
        // Its lines are in the delivered file; private images are in it until they are acknowledged.
        if ticket.delivery == .out { try batch.folder.removeTree(BatchFile.ended) }
        for name in [BatchFile.todo, BatchFile.index, BatchFile.collisions] {
          try batch.folder.removeTree(name)
        }
      }
      return BatchOutcome(id: id, ticket: ticket, progress: progress, delivery: delivery)
    }
  }

  /// Gives the list of an earlier batch a name of its own, where that of a batch with some of the rows would replace
  /// it: what has been rendered well is in it.
  private func keepEarlierRows(_ ticket: Ticket, _ batch: Batch, _ id: JobID) throws {
    guard ticket.delivery == .out, !batch.record.selection.isEmpty else { return }
    let out = try outputFolder(of: id.owner)
    let file = try? out.open(ticket.rowsName, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    guard let earlier = file.flatMap(OutputMark.read), earlier.owner == id.owner, earlier != id
    else { return }
    try out.link(ticket.rowsName, to: out, as: ticket.rowsName(of: earlier))
  }

  /// Errors that the report of a batch lists.
  private static let mostErrors = 100

  private func writeReport(
    of job: SpoolJob, _ ticket: Ticket, _ batch: Batch, _ progress: BatchProgress
  ) throws {
    try job.deleteReport(ticket)
    let file = ticket.rowsName
    let readers = ReportReaders.submitter(ticket.user)
    let output = try job.folder.writeNew([], as: JobFile.result(file), mode: readers.mode)
    if supportsAccessLists { try readers.grant(on: output) }
    try OutputMark.set(job.id, on: output)
    let errors = try writeRows(of: batch, to: output)
    let report = JobReport.batch(
      job.name, ticket, batch.record, progress, errors: errors,
      stopped: try stopReason(of: batch)?.words, milliseconds: max(0, now - ticket.time))
    try write(report, of: job, ticket, for: errors.isEmpty ? .group : readers)
  }

  private func stopReason(of batch: Batch) throws -> StopReason? {
    guard try batch.isStopped() else { return nil }
    let bytes = try batch.folder.read(BatchFile.stop, limit: 64)
    return StopReason(String(decoding: bytes, as: UTF8.self))
  }

  /// Writes the lines of all chunks, in the order of their rows.
  ///
  /// - Returns: The first errors.
  private func writeRows(of batch: Batch, to output: OwnedDescriptor) throws -> [Diagnostic] {
    let ended = try batch.folder.folder(BatchFile.ended)
    var errors: [Diagnostic] = []
    for name in try ended.names().compactMap(EndedName.init).sorted() {
      guard !name.isSkipped else {
        for rows in batch.record.wanted(in: name.rows) {
          try writeSkipped(rows, of: batch, to: output)
        }
        continue
      }
      let chunk = try ended.folder(name.description)
      guard try !name.isLost && chunk.has(BatchFile.rows) else {
        let error = name.isLost ? Self.lostChunk : Self.lostRecord
        for row in batch.record.wanted(in: name.rows).flatMap(\.rows) {
          let report = RowReport(row, failed: [error])
          if errors.count < Self.mostErrors { errors += report.errors }
          try output.write(report.line(batch.record), to: BatchFile.rows)
        }
        continue
      }
      guard name.failed > 0 && errors.count < Self.mostErrors else {
        try chunk.open(BatchFile.rows, O_RDONLY).copy(
          to: output, of: BatchFile.rows, as: BatchFile.rows)
        continue
      }
      let bytes = try chunk.read(BatchFile.rows, limit: Self.longestRows)
      for line in bytes.split(separator: UInt8(ascii: "\n")) where RowLine(line).status == .failed {
        guard errors.count < Self.mostErrors else { break }
        let json = try? JSON(parsing: Array(line))
        let found = (json?["errors"]?.array ?? []).compactMap { Diagnostic(json: $0) }
        errors += found.prefix(Self.mostErrors - errors.count)
      }
      try output.write(bytes, to: BatchFile.rows)
    }
    return errors
  }

  private static let lostChunk = Diagnostic(
    code: "row-lost",
    message:
      "not rendered: the folder of the row's chunk is damaged; it is in corrupt/. Submit the row again."
  )
  private static let lostRecord = Diagnostic(
    code: "row-lost",
    message:
      "the record of the row is missing in the spool: its images may have been delivered or not. Submit the row again."
  )

  private func writeSkipped(
    _ rows: RowRange, of batch: Batch, to output: OwnedDescriptor
  ) throws {
    var buffer: [UInt8] = []
    for row in rows.rows {
      buffer += RowReport(row, .skipped).line(batch.record)
      if buffer.count > 1 << 18 {
        try output.write(buffer, to: BatchFile.rows)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try output.write(buffer, to: BatchFile.rows)
  }
}

/// A batch that has ended.
package struct BatchOutcome: Sendable {
  package let id: JobID
  package let ticket: Ticket
  package let progress: BatchProgress
  package let delivery: Spool.Delivery
}

extension SpoolJob {
  /// Deletes what an end of the batch that was interrupted has written.
  fileprivate func deleteReport(_ ticket: Ticket) throws(SystemError) {
    for name in [
      JobFile.report, JobFile.result(ticket.rowsName), JobFile.result(ticket.reportName(.done)),
    ] {
      try folder.removeTree(name)
    }
  }
}
