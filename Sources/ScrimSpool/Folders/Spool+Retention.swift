import Glibc
import ScrimLinux
import Synchronization
import SystemPackage

/// How long finished jobs are kept.
public struct Retention: Sendable, Hashable {
  /// Jobs that came out, and their second links.
  public var done: Duration
  public var failed: Duration
  /// Reports of submissions.
  public var reports: Duration
  /// Bytes that the jobs of each of the two may have; beyond, the oldest go.
  public var doneBytes: Int
  public var failedBytes: Int

  public init(
    done: Duration = .seconds(7 * 86_400), failed: Duration = .seconds(30 * 86_400),
    reports: Duration = .seconds(86_400), doneBytes: Int = .max, failedBytes: Int = .max
  ) {
    self.done = done
    self.failed = failed
    self.reports = reports
    self.doneBytes = doneBytes
    self.failedBytes = failedBytes
  }
}

extension Spool {
  /// Deletes finished jobs that are older than the retention or more than it keeps, at most `most`
  /// of each kind. Those that are not finished are never touched.
  ///
  /// - Throws: ``SystemError``.
  public func forget(_ retention: Retention, most: Int = 1000) throws {
    try forget(most: most, now: Clock.now, retention)
  }

  package func forget(most: Int, now: Int, _ retention: Retention) throws {
    for (folder, age, bytes) in [
      (done, retention.done, retention.doneBytes),
      (failed, retention.failed, retention.failedBytes),
    ] {
      let ids = try folder.names().compactMap(JobID.init).sorted()
      let limit = now - age.wholeMilliseconds
      let old = ids.prefix { $0.time < limit }.prefix(most)
      for id in old { try forget(id, in: folder) }
      let rest = Array(ids.dropFirst(old.count))
      for id in try beyond(bytes, rest, in: folder, most: most) { try forget(id, in: folder) }
    }
    let limit = now - retention.reports.wholeMilliseconds
    for name in try reports.names() {
      guard let about = try reports.status(of: name) else { continue }
      if Int(about.st_mtim.tv_sec) * 1000 < limit { try reports.removeFile(name) }
    }
  }
}

extension Spool {
  private func forget(_ id: JobID, in folder: Folder) throws {
    guard let job = try Job.lock(id.description, in: folder, id: id, attempt: 0) else { return }
    sizes.withLock { $0[id] = nil }
    do {
      try withExtendedLifetime(job) { try folder.removeTree(id.description) }
    } catch let error as SystemError
      where error.code == .permissionDenied || error.code == .notPermitted
    {
      // What its owner keeps from us stays; it must not keep the daemon from all else.
    }
  }

  /// The oldest jobs, without which the others have no more than so many bytes. A job is measured
  /// once, and no more than `most` of them at a time, so that many take several scans.
  private func beyond(
    _ bytes: Int, _ ids: [JobID], in folder: Folder, most: Int
  ) throws -> ArraySlice<JobID> {
    guard bytes < .max else { return [] }
    var known = sizes.withLock { $0 }
    for id in ids.filter({ known[$0] == nil }).prefix(most) {
      known[id] = Int(try Tree.look(at: id.description, in: folder).bytes)
    }
    let measured = known
    sizes.withLock { $0.merge(measured) { _, new in new } }
    var sum = ids.reduce(0) { $0 + (measured[$1] ?? 0) }
    return ids.prefix { id in
      guard sum > bytes else { return false }
      sum -= measured[id] ?? 0
      return true
    }.prefix(most)
  }
}

extension Duration {
  /// Rounded down.
  package var wholeMilliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
