import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// Reports to submitters why their entries stay in `drop/`: the log is for operators.
extension Spool {
  /// Writes the report of an entry that the daemon cannot read or move, where its submitter finds it:
  /// `reports/TOKEN.json`, or without a token `out/NAME.failed.json`. The job's own report replaces it once the
  /// entry can be taken.
  ///
  /// - Throws: ``SystemError``.
  func reportLeft(_ name: String, of user: UInt32, _ reason: String) throws {
    guard let dropped = DropName(name) else { return }
    let id = JobID(time: WallClock.milliseconds, owner: Owner(user: user))
    let diagnostic = Diagnostic(code: Self.unreadable, message: "\(reason) \(Self.remedy)")
    let report: JSON = [
      "status": "failed", "job": .string(dropped.job), "attempts": .integer(0),
      "errors": .array([diagnostic.json]),
    ]
    let readers = ReportReaders.submitter(user)
    let temporary = "left.\(id)"
    let file = try keys.writeNew(report.bytes(pretty: true), as: temporary, mode: readers.mode)
    defer { try? keys.removeTree(temporary) }
    if supportsAccessLists { try readers.grant(on: file) }
    try OutputMark.set(id, on: file)
    if let token = dropped.token {
      return try unlessDenied { try link(temporary, of: keys, as: "\(token).json", for: id) }
    }
    let (out, name) = (try outputFolder(of: id.owner), "\(dropped.job).failed.json")
    try whileDelivering {
      let ownership = try ownership(name, in: out, before: id)
      guard ownership == .free || ownership == .own else { return }
      try unlessDenied { try keys.replace(temporary, to: out, as: name) }
    }
  }

  /// The code of these reports.
  package static let unreadable = "unreadable-drop"

  private static let remedy =
    "The daemon's account has to read its files, and to write its folders (chmod -R g+rwX): then it is taken."
}
