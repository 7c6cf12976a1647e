import Glibc
import ScrimLinux
import SystemPackage

/// How long finished jobs are kept.
public struct Retention: Sendable, Hashable {
  /// Jobs that came out, and their second links.
  public var done: Duration
  public var failed: Duration
  /// Reports of submissions.
  public var reports: Duration

  public init(
    done: Duration = .seconds(7 * 86_400), failed: Duration = .seconds(30 * 86_400),
    reports: Duration = .seconds(86_400)
  ) {
    self.done = done
    self.failed = failed
    self.reports = reports
  }
}

extension Spool {
  /// Deletes finished jobs that are older than the retention, at most `most` of them.
  ///
  /// - Throws: ``SystemError``.
  public func forget(_ retention: Retention, most: Int = 1000) throws {
    try forget(most: most, now: Clock.now, retention)
  }

  package func forget(most: Int, now: Int, _ retention: Retention) throws {
    for (folder, age) in [(done, retention.done), (failed, retention.failed)] {
      let limit = now - age.wholeMilliseconds
      for id in try folder.names().compactMap(JobID.init).filter({ $0.time < limit }).prefix(most) {
        guard let job = try Job.lock(id.description, in: folder, id: id, attempt: 0) else {
          continue
        }
        do {
          try withExtendedLifetime(job) { try folder.removeTree(id.description) }
        } catch let error as SystemError
          where error.code == .permissionDenied || error.code == .notPermitted
        {
          // What its owner keeps from us stays; it must not keep the daemon from all else.
          continue
        }
      }
    }
    let limit = now - retention.reports.wholeMilliseconds
    for name in try reports.names() {
      guard let about = try reports.status(of: name) else { continue }
      if Int(about.st_mtim.tv_sec) * 1000 < limit { try reports.removeFile(name) }
    }
  }
}

extension Duration {
  /// Rounded down.
  package var wholeMilliseconds: Int {
    Int(components.seconds) * 1000 + Int(components.attoseconds / 1_000_000_000_000_000)
  }
}
