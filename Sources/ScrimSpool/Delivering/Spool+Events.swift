import Glibc
import ScrimLinux
import ScrimRecords
import SystemPackage

/// Events for the programs that an operator has called when jobs end: a copy of each finished job's report, as
/// `events/ID.json`. The hooks' account takes them from there.
extension Spool {
  /// Lets the hooks' account, if the rules name one, take events.
  ///
  /// - Throws: ``SystemError``; ENOTSUP if the file system does not support access control lists.
  func shareEvents(_ rules: SpoolRules) throws(SystemError) {
    guard let account = rules.hooksAccount else { return }
    try AccessList.grant(account, AccessList.all, on: events.descriptor)
  }

  /// Writes the event of a job that ends, before its report shows. After a crash an event that was taken already is
  /// written again. That of an earlier end, before a retry, is replaced if it has not been taken.
  ///
  /// - Parameters:
  ///   - report: The name of the report in the job's folder.
  ///   - job: The job.
  /// - Throws: ``SystemError``.
  func writeEvent(_ report: String, of job: SpoolJob) throws {
    guard let account = rules.hooksAccount, job.state !== hold else { return }
    let name = Self.eventName(job.id)
    let temporary = ".\(name)"
    let bytes = try job.folder.read(report, limit: RecordLimits.report)
    // The hooks' account may have put a folder there.
    try unlessDenied {
      let file = try events.writeNew(bytes, as: temporary)
      try AccessList.grant(account, AccessList.read, on: file)
      try OutputMark.set(job.id, on: file)
      try events.replace(temporary, to: events, as: name)
    }
    try steps.reached(.eventWritten)
  }

  /// What to flush so that a job's event stays.
  func eventScopes(of job: SpoolJob) -> [Flusher.Scope] {
    rules.hooksAccount == nil || job.state === hold
      ? [] : [.entry(Self.eventName(job.id), events), .names(events)]
  }

  /// Deletes events that the hooks' account has not taken.
  ///
  /// - Parameter limit: Only those that are older, milliseconds since 1970.
  /// - Throws: ``SystemError``.
  func removeEvents(before limit: Int) throws {
    for name in try events.names() {
      // A temporary name is left after a crash.
      let whole = name.hasPrefix(".") ? name.dropFirst() : name[...]
      guard whole.hasSuffix(".json"), JobID(String(whole.dropLast(5))) != nil,
        let about = try events.status(of: name), FileKind(about) == .file,
        Int(about.st_mtim.tv_sec) * 1000 < limit
      else { continue }
      try events.removeFile(name)
    }
  }

  private static func eventName(_ id: JobID) -> String { "\(id).json" }
}
