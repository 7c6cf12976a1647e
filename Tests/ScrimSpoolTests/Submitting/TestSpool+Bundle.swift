import Foundation

extension TestSpool {
  /// Drops a bundle as `scrim submit` does, with `submission.json` if its content is given.
  func submit(
    _ name: String, _ submission: String?, document: String = #"{"scrim": 1}"#,
    token: String? = nil
  ) throws {
    let part = URL(filePath: "\(path)/drop/.\(name).part")
    try FileManager.default.createDirectory(at: part, withIntermediateDirectories: false)
    try Data(document.utf8).write(to: part.appending(path: "job.json"))
    if let submission {
      try Data(submission.utf8).write(to: part.appending(path: "submission.json"))
    }
    let suffix = token.map { "@\($0)" } ?? ""
    try FileManager.default.moveItem(
      at: part, to: URL(filePath: "\(path)/drop/\(name)\(suffix).scrim"))
  }
}
