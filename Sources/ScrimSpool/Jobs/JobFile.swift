import ScrimLinux

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
  /// An output or report that is to be moved to the output folder; its name there follows.
  private static let resultPrefix = "result."
  /// The second link of one.
  private static let keptPrefix = "kept."

  /// Longest name of an output, bytes, with `%2F` for each slash.
  static let longestOutput = 240

  static func result(_ file: String) -> String { resultPrefix + escaped(file) }

  static func kept(_ file: String) -> String { keptPrefix + escaped(file) }

  /// The output's name, if this is the name of a result.
  static func output(ofResult name: String) -> String? {
    guard name.hasPrefix(resultPrefix) else { return nil }
    return unescaped(name.dropFirst(resultPrefix.count))
  }

  /// The output's name, if this is the name of a second link.
  static func output(ofKept name: String) -> String? {
    guard name.hasPrefix(keptPrefix) else { return nil }
    return unescaped(name.dropFirst(keptPrefix.count))
  }

  /// What an attempt leaves: nothing of it is of use to the next one.
  static func isOfAttempt(_ name: String) -> Bool {
    name == report || name.hasPrefix(resultPrefix) || name.hasPrefix(keptPrefix)
      || BatchFile.isOfAttempt(name)
  }

  static func escaped(_ file: String) -> String {
    guard file.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }) else {
      return file
    }
    var text = ""
    for character in file.unicodeScalars {
      switch character {
      case "/": text += "%2F"
      case "%": text += "%25"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return text.split(separator: "%2F", omittingEmptySubsequences: false)
      .map { $0.split(separator: "%25", omittingEmptySubsequences: false).joined(separator: "%") }
      .joined(separator: "/")
  }
}

extension SpoolJob {
  /// Deletes what an attempt has written.
  ///
  /// - Throws: ``SystemError``.
  func deleteResults() throws(SystemError) {
    for name in try folder.names() where JobFile.isOfAttempt(name) { try folder.removeTree(name) }
  }
}
