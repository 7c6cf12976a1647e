import ScrimLinux
import ScrimRecords

/// The names in a job's folder. It has no subfolders but for a bundle, and nothing in it is seen by other steps before
/// the folder has been renamed to its state; so nothing is written under a temporary name.
enum JobFile {
  static let ticket = "ticket.json"
  /// The document of a plain job; a bundle has its own in ``bundle``.
  static let document = "job.json"
  /// The copied bundle.
  static let bundle = "bundle"
  /// Failed attempts.
  static let history = "history.json"
  static let report = "report.json"
  /// The same before it replaces another.
  static let newReport = "report.json.new"
  /// The name in `queue/` of a job that a user holds.
  static let queueName = "queue-name"
  /// The user who asked for the end of a job that was being rendered.
  static let cancellation = "cancel"

  /// The token of a further submission of the same job.
  static func token(_ token: String) -> String { tokenPrefix + token }
  static let tokenPrefix = "token."

  /// What was dropped, until it is accepted; the name that it had follows.
  static let droppedPrefix = "drop."
  /// The same, while it is deleted.
  static let deletedPrefix = "gone."

  /// Whether a name is that of what was dropped.
  static func isDropped(_ name: String) -> Bool {
    name.hasPrefix(droppedPrefix) || name.hasPrefix(deletedPrefix)
  }

  /// The second link of one.
  private static let keptPrefix = "kept."

  static func result(_ file: String) -> String { ResultName.name(of: file) }

  static func kept(_ file: String) -> String { keptPrefix + ResultName.escaped(file) }

  /// The output's name, if this is the name of a result.
  static func output(ofResult name: String) -> String? {
    ResultName.output(of: name)
  }

  /// The output's name, if this is the name of a second link.
  static func output(ofKept name: String) -> String? {
    guard name.hasPrefix(keptPrefix) else { return nil }
    return ResultName.unescaped(name.dropFirst(keptPrefix.count))
  }

  /// What an attempt leaves: nothing of it is of use to the next one.
  static func isOfAttempt(_ name: String) -> Bool {
    name == report || name == newReport || name.hasPrefix(ResultName.prefix)
      || name.hasPrefix(keptPrefix)
      || BatchFile.isOfAttempt(name)
  }
}

extension SpoolJob {
  /// Deletes what an attempt has written, but for one file.
  ///
  /// - Throws: ``SystemError``.
  func deleteResults(but kept: String? = nil) throws(SystemError) {
    for name in try folder.names() where JobFile.isOfAttempt(name) && name != kept {
      try folder.removeTree(name)
    }
  }
}
