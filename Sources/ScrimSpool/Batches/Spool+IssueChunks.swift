import Glibc
import ScrimJSON
import ScrimLinux
package import ScrimRecords
import Synchronization
import SystemPackage

/// Makes jobs of a batch's rows: chunks, a few at a time.
///
/// Rows that no job has are folders in the batch's `todo/`, named `FIRST-LAST`, one at the beginning. A chunk is such a
/// folder, renamed to `queue/ID-FIRST-LAST.0`. Rows that are to remain are made a folder `rest.FIRST-LAST` inside of it
/// first, and moved back afterwards. So each row is in exactly one folder at any time, whatever crashes: in `todo/`, in
/// a job that has a `rest.` of it or renders it, or in `ended/`.
extension Spool {
  /// Rows of the largest chunk. Each has one commit, so that larger ones would hardly be faster.
  private static let mostRows = 256
  /// Rows of the smallest, unless fewer are left.
  private static let leastRows = 4

  /// Has chunks of each batch wait in `queue/`.
  ///
  /// - Parameter count: The number of chunks of a batch that are to wait: that of the workers.
  /// - Returns: Whether chunks were added.
  /// - Throws: ``SystemError``; the batches after the one concerned have to wait for the next call.
  @discardableResult
  package func issueChunks(_ count: Int) throws -> Bool {
    let ids = try currentBatches()
    guard !ids.isEmpty else { return false }
    try listQueue(ifOlderThan: .seconds(5))
    var isChanged = false
    for id in ids where !knownBatches.withLock({ $0.held.contains(id) }) {
      let waiting = waiting.withLock { $0.count(ofBatch: id) }
      guard waiting < count else { continue }
      isChanged = try issue(count - waiting, of: id, workers: count) || isChanged
    }
    return isChanged
  }

  private func issue(_ count: Int, of id: JobID, workers: Int) throws -> Bool {
    let start = flusher.start()
    guard let batch = try lockedBatch(id), try !batch.isStopped() else { return false }
    return try withExtendedLifetime(batch) {
      let todo = try batch.folder.folder(BatchFile.todo)
      var tokens = try todo.names().compactMap { RowRange($0) }.sorted()
      guard !tokens.isEmpty else { return false }
      let ticket = try SpoolJob(
        AttemptName(id, attempt: 0), folder: batch.folder, state: batches,
        folderName: id.description, start: start
      ).ticket()
      var chunks: [(rows: RowRange, name: AttemptName)] = []
      // One after the other, so that their order is that of the rows.
      while chunks.count < count, let token = tokens.first {
        let remaining = tokens.reduce(0) { $0 + $1.count }
        let rows = Self.part(of: token, remaining: remaining, workers: workers)
        let folder = try todo.folder(token.description)
        // What an issue that was interrupted before its rename has left.
        for name in try folder.names() where name.hasPrefix(BatchFile.restPrefix) {
          try folder.removeTree(name)
        }
        // Of a row whose worker crashed.
        let attempt = try folder.has(JobFile.history) ? 1 : 0
        if rows != token {
          _ = try folder.makeFolder(BatchFile.rest(Self.rest(of: token, after: rows)))
        }
        try batch.folder.link(JobFile.ticket, to: folder, as: JobFile.ticket)
        try steps.reached(.chunkPrepared)
        // The folder of the rest must not come to the disk after the rename.
        try flusher.flush([.names(folder), .names(todo)], since: start)
        let name = AttemptName(
          JobID(id, rows: rows), attempt: attempt, priority: ticket.priority)
        try todo.move(token.description, to: queue, as: name.description)
        try steps.reached(.chunkIssued)
        if rows != token { try moveRest(of: folder, rows, to: todo) }
        chunks.append((rows, name))
        tokens = try todo.names().compactMap { RowRange($0) }.sorted()
      }
      waiting.withLock { waiting in
        for chunk in chunks { waiting.add(chunk.name) }
      }
      return true
    }
  }

  /// The rows of the next chunk: a part of all `remaining` ones, so that all workers end at about the same time. What
  /// an earlier chunk did not get to is divided no further than that: each chunk has its flushes.
  private static func part(of token: RowRange, remaining: Int, workers: Int) -> RowRange {
    let share = (remaining + 2 * workers - 1) / (2 * max(1, workers))
    let count = min(token.count, max(leastRows, min(mostRows, share)))
    return RowRange(token.first, token.first + count - 1)
  }

  private static func rest(of token: RowRange, after rows: RowRange) -> RowRange {
    RowRange(rows.last + 1, token.last)
  }

  /// Moves the rows back to `todo/` that a chunk does not render.
  ///
  /// - Parameters:
  ///   - folder: The chunk's folder.
  ///   - own: The rows that it has by its name. A rest of these was prepared for a rename that did not take place.
  ///   - todo: The batch's `todo/`.
  /// - Throws: ``SystemError``.
  func moveRest(of folder: Folder, _ own: RowRange, to todo: Folder) throws {
    for name in try folder.names() where name.hasPrefix(BatchFile.restPrefix) {
      guard let rows = RowRange(name.dropFirst(BatchFile.restPrefix.count)) else { continue }
      guard rows.first > own.last || rows.last < own.first else {
        try folder.removeTree(name)
        continue
      }
      try folder.move(name, to: todo, as: rows.description)
      try steps.reached(.rowsMoved)
    }
  }

  /// Moves the rows back that are in the folder of a chunk but not its own, since the process that was to do it has
  /// ended.
  ///
  /// - Throws: ``SystemError``.
  package func returnRows(of job: SpoolJob, to batch: Batch) throws {
    guard let rows = job.id.rows else { return }
    try moveRest(of: job.folder, rows, to: batch.folder.folder(BatchFile.todo))
  }

  /// Opens a batch and locks it, unless another thread or process has.
  ///
  /// - Returns: `nil` if it is locked, or no longer there. It is unlocked when its folder is released.
  /// - Throws: ``SystemError``.
  func lockedBatch(_ id: JobID, waits: Bool = false) throws -> Batch? {
    let batch: Batch
    do {
      batch = try self.batch(id)
    } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
      knownBatches.withLock { $0.remove(id) }
      return nil
    }
    let operation = waits ? LOCK_EX : LOCK_EX | LOCK_NB
    guard try batch.folder.descriptor.lock(operation, batch.folder.name),
      try batch.folder.isStill(id.description, in: batches)
    else { return nil }
    return batch
  }

  /// Divides a chunk whose worker crashed, or that was given up: the row at which it was gets a chunk of its own, and
  /// its neighbours are rendered without it.
  ///
  /// - Parameters:
  ///   - job: The chunk, in `active/`.
  ///   - batch: Its batch.
  ///   - row: The row that was being rendered; `nil` if that is not known, to divide the chunk in halves.
  ///   - history: The attempts of that row.
  /// - Throws: ``SystemError``.
  package func divide(
    _ job: SpoolJob, of batch: Batch, at row: Int?, history: History
  ) throws {
    guard let rows = job.id.rows else { return }
    try returnRows(of: job, to: batch)
    try job.deleteResults()
    let own: RowRange
    let attempt: Int
    if let row, rows.contains(row) {
      own = RowRange(row, row)
      attempt = job.attempt
      if row > rows.first {
        _ = try job.folder.makeFolder(BatchFile.rest(RowRange(rows.first, row - 1)))
      }
      if row < rows.last {
        _ = try job.folder.makeFolder(BatchFile.rest(RowRange(row + 1, rows.last)))
      }
      try job.folder.write(history.bytes(), as: JobFile.history, isFlushed: false)
    } else {
      let middle = rows.first + (rows.count - 1) / 2
      own = RowRange(rows.first, middle)
      attempt = 0
      if rows.last > middle {
        _ = try job.folder.makeFolder(BatchFile.rest(RowRange(middle + 1, rows.last)))
      }
      try job.folder.removeTree(JobFile.history)
    }
    try flusher.flush([.tree(job.folder)], since: job.start)
    let name = AttemptName(
      JobID(job.id, rows: own), attempt: attempt, priority: job.name.priority)
    try active.move(job.name.description, to: queue, as: name.description)
    try steps.reached(.chunkDivided)
    waiting.withLock { $0.add(name) }
    // By its new name: the others are no longer its own.
    try moveRest(of: job.folder, own, to: batch.folder.folder(BatchFile.todo))
    try flusher.flush([.names(active), .names(queue)], since: job.start)
  }
}
