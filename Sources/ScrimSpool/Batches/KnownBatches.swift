import ScrimLinux
package import ScrimRecords
import Synchronization

extension BatchProgress {
  mutating func add(_ name: EndedName, of record: BatchRecord) {
    ended += name.rows.count
    done += name.done
    failed += name.failed
    guard name.isSkipped || name.isLost else { return }
    let wanted = record.wanted(in: name.rows).reduce(0) { $0 + $1.count }
    if name.isLost { failed += wanted } else { skipped += wanted }
  }
}

/// The batches in `batches/` when the folder was last listed. A cache; the folders are authoritative.
struct KnownBatches {
  private(set) var ids: [JobID] = []
  private(set) var listed: ContinuousClock.Instant?
  /// Batches of which a chunk waits for a plugin.
  var held: Set<JobID> = []

  mutating func replace(with ids: [JobID], at now: ContinuousClock.Instant = .now) {
    listed = now
    self.ids = ids.sorted()
    let present = Set(ids)
    held = held.filter { present.contains($0) }
  }

  mutating func add(_ id: JobID) {
    if !ids.contains(id) { ids.append(id) }
  }

  mutating func remove(_ id: JobID) {
    ids.removeAll { $0 == id }
    held.remove(id)
  }
}

extension Spool {
  private static let longestAge = Duration.seconds(5)

  /// The batches, the oldest first; listed again if the last list is older than 5 s.
  ///
  /// - Throws: ``SystemError``.
  func currentBatches(ifOlderThan age: Duration = longestAge) throws(SystemError) -> [JobID] {
    let known = knownBatches.withLock { known in
      known.listed.map { ContinuousClock.now - $0 < age } ?? false ? known.ids : nil
    }
    if let known { return known }
    var ids: [JobID] = []
    try batches.eachName { bytes in
      var rest = bytes[...]
      if let id = JobID(head: &rest), rest.isEmpty, id.rows == nil { ids.append(id) }
    }
    let found = ids
    return knownBatches.withLock { known in
      known.replace(with: found)
      return known.ids
    }
  }

  /// How far a batch is, from the names of its chunks that have ended.
  ///
  /// - Throws: ``SpoolError`` corrupt; ``SystemError``.
  package func progress(of batch: Batch) throws -> BatchProgress {
    var progress = BatchProgress(of: batch.id)
    progress.rows = batch.record.wantedCount
    for name in try batch.folder.folder(BatchFile.ended).names() {
      if let name = EndedName(name) { progress.add(name, of: batch.record) }
    }
    return progress
  }

  /// How far the batches are that are in `batches/`, at most `most` of them, the oldest first.
  ///
  /// - Throws: ``SystemError``.
  package func batchProgress(most: Int) throws -> [BatchProgress] {
    try currentBatches().prefix(most).compactMap { id in
      guard let batch = try? batch(id) else { return nil }
      return try? progress(of: batch)
    }
  }
}
