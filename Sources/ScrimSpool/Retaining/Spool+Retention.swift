import Glibc
import ScrimLinux
package import ScrimRecords
import Synchronization
import SystemPackage

/// Done jobs with private results that their submitters have not acknowledged. Another process may take an
/// acknowledgement, so they are looked at again after a time.
struct UnacknowledgedJobs {
  private static let longestAge = Duration.seconds(3600)
  private var ids: Set<JobID> = []
  private var begin = ContinuousClock.now

  mutating func add(_ id: JobID) { ids.insert(id) }

  mutating func remove(_ id: JobID) { ids.remove(id) }

  mutating func current(at now: ContinuousClock.Instant = .now) -> Set<JobID> {
    if now - begin > Self.longestAge { (ids, begin) = ([], now) }
    return ids
  }
}

extension Spool {
  /// Deletes finished jobs beyond the retention's age, bytes or number, of each state at most a thousand or an eighth
  /// of its jobs. Unfinished jobs are never deleted.
  ///
  /// - Parameters:
  ///   - retention: What is kept.
  ///   - isStopped: Asked before each job; ends the pass.
  ///   - report: Called for a job that cannot be deleted, which does not end the pass.
  /// - Returns: Whether jobs remain to be deleted.
  /// - Throws: ``SystemError``.
  package func forget(
    _ retention: Retention, isStopped: () -> Bool, _ report: (Event) -> Void
  ) throws -> Bool {
    try forget(most: 1000, now: WallClock.milliseconds, retention, isStopped: isStopped, report)
  }

  @discardableResult
  package func forget(
    most: Int, now: Int, _ retention: Retention, isStopped: () -> Bool = { false },
    _ report: (Event) -> Void = { _ in }
  ) throws -> Bool {
    var isMore = false
    var errors = PassErrors()
    for (folder, age, bytes, jobs) in [
      (done, retention.done, retention.doneBytes, retention.doneJobs),
      (failed, retention.failed, retention.failedBytes, retention.failedJobs),
    ] {
      let limit = now - age.wholeMilliseconds
      var ids: [JobID] = []
      try folder.eachName { name in
        var rest = name[...]
        if let id = JobID(head: &rest), rest.isEmpty { ids.append(id) }
      }
      // Of these, no time is spent on the same ones again in each pass.
      let pending = folder === done ? unacknowledged.withLock { $0.current() } : []
      ids = ids.filter { !pending.contains($0) }.sorted()
      // Each pass lists them all: deleting only a thousand of very many would be slower than new ones are done.
      let most = max(most, ids.count / 8)
      let old = ids.prefix { $0.time < limit }.count
      let surplus = max(old, jobs > 0 ? ids.count - jobs : 0)
      let (beyond, isMeasured) = try beyond(
        bytes, ids.dropFirst(surplus), in: folder, most: most, isStopped: isStopped)
      let all = ids.prefix(surplus) + beyond
      if folder === done {
        excess.withLock { $0 = all.prefix(most).reversed() }
        defer { excess.withLock { $0 = [] } }
        while !isStopped(), let id = excess.withLock({ $0.popLast() }) {
          errors.during(id.description, report) { try forget(id, in: folder) }
        }
      } else {
        for id in all.prefix(most) where !isStopped() {
          errors.during(id.description, report) { try forget(id, in: folder) }
        }
      }
      isMore = isMore || all.count > most || !isMeasured
    }
    let limit = now - retention.reports.wholeMilliseconds
    for name in try reports.names() {
      guard let about = try reports.status(of: name) else { continue }
      guard Int(about.st_mtim.tv_sec) * 1000 < limit else { continue }
      errors.during("reports/\(name)", report) { try reports.removeFile(name) }
    }
    errors.note { try removeEvents(before: now - retention.failed.wholeMilliseconds) }
    try errors.rethrow()
    return isMore || isStopped()
  }

  /// Deletes two of the done jobs that a pass of ``forget(_:isStopped:)`` still has to delete, if it has more than a
  /// hundred. To be called after each delivery: several threads may deliver faster than the pass's one deletes.
  ///
  /// - Throws: ``SystemError``.
  package func shareForgetting() throws {
    let ids = excess.withLock { ids -> [JobID] in
      guard ids.count > 100 else { return [] }
      defer { ids.removeLast(2) }
      return ids.suffix(2)
    }
    for id in ids { try forget(id, in: done) }
  }

  private func forget(_ id: JobID, in folder: Folder) throws {
    guard let job = try lock(id, in: folder) else {
      return
    }
    // Results with private delivery stay until they are acknowledged.
    if folder === done,
      try job.folder.names().contains(where: { JobFile.output(ofResult: $0) != nil })
    {
      return unacknowledged.withLock { $0.add(id) }
    }
    try withExtendedLifetime(job) { try delete(job) }
    eventLog.add(JobEvent(.removed, id))
  }

  /// The oldest jobs, without which the others are within the limit of bytes. Each job is measured once, at most
  /// `most` per scan, so that many jobs take several scans; a job that is not measured yet counts as 0 bytes.
  private func beyond(
    _ bytes: Int, _ ids: ArraySlice<JobID>, in folder: Folder, most: Int, isStopped: () -> Bool
  ) throws -> (excess: ArraySlice<JobID>, isMeasured: Bool) {
    guard bytes < .max else { return ([], true) }
    let known = sizes.withLock { $0[folder.name] ?? [:] }
    // Only those that are still present.
    var present: [JobID: Int] = [:]
    var fresh = 0
    for id in ids {
      if let size = known[id] {
        present[id] = size
      } else if fresh < most, !isStopped() {
        fresh += 1
        present[id] = size(of: id, in: folder)
      }
    }
    var sum = present.values.reduce(0, +)
    let excess = ids.prefix { id in
      guard sum > bytes else { return false }
      sum -= present[id] ?? 0
      return true
    }
    let measured = present
    sizes.withLock { $0[folder.name] = measured }
    return (excess, present.count == ids.count)
  }

  /// Bytes of a job's folder; 0 if it cannot be read.
  func size(of id: JobID, in folder: Folder) -> Int {
    (try? Tree.snapshot(at: id.description, in: folder)).map { Int($0.bytes) } ?? 0
  }

  /// Deletes names in `drop/` that intake ignores and that have not changed for a time: copies that were given up.
  ///
  /// - Returns: The number of names that were deleted.
  /// - Throws: ``SystemError``.
  @discardableResult
  package func removePartialDrops(
    _ retention: Retention, now: Int = WallClock.milliseconds
  ) throws -> Int {
    let limit = Int64(now - retention.partial.wholeMilliseconds) * 1_000_000
    var count = 0
    for name in try drop.names() where DropName.isIgnored(name) {
      guard let snapshot = try? Tree.snapshot(at: name, in: drop), snapshot.changed > 0,
        snapshot.changed < limit
      else { continue }
      do {
        try drop.removeTree(name)
        count += 1
      } catch {
        // Folders of others that this account may not write to stay.
        guard error.isOwnersDoing else { throw error }
      }
    }
    return count
  }
}
