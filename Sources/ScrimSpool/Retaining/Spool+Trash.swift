import ScrimLinux
import ScrimRecords
import SystemPackage

/// Deletes finished jobs. Each leaves its state with one rename, so that a crash leaves no part of one there. What is
/// in `trash/` has no state, and the next scan deletes the rest of it.
extension Spool {
  /// Deletes a job that this process has locked.
  ///
  /// - Throws: ``SystemError``.
  func delete(_ job: SpoolJob) throws {
    try job.state.move(job.folderName, to: trash, as: job.folderName)
    try steps.reached(.trashed)
    try deleteTrashed(job)
  }

  /// Deletes the jobs whose deletion a crash interrupted.
  ///
  /// - Throws: ``SystemError``.
  func emptyTrash(_ report: (Event) -> Void) throws {
    var errors = PassErrors()
    for name in try trash.names() {
      // One that is locked is being deleted. Those from `corrupt/` have more in their names than an ID.
      var rest = name.utf8[...]
      guard let id = JobID(head: &rest) else { continue }
      _ = errors.during(name, report) {
        guard let job = try lock(name, in: trash, AttemptName(id, attempt: 0)) else { return }
        try withExtendedLifetime(job) { try deleteTrashed(job) }
      }
    }
    try errors.rethrow()
  }

  private func deleteTrashed(_ job: SpoolJob) throws {
    // While the ticket is there, which names it.
    try removeKey(of: job)
    do {
      try trash.removeTree(job.folderName)
    } catch {
      // What its submitter made undeletable stays; no other account sees it.
      guard error.isOwnersDoing else { throw error }
    }
  }
}
