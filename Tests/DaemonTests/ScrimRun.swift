import Foundation

/// A run of `scrim` against a daemon's spool, on request as another user.
struct ScrimRun {
  let status: Int32
  let output: String
  let errors: String

  init(_ daemon: RunningDaemon, _ arguments: [String], user: UInt32? = nil) throws {
    let process = Process()
    let program = try Programs.folder().appending(path: "scrim")
    let words = arguments + ["--spool", daemon.spool.path]
    if let user {
      process.executableURL = URL(filePath: "/usr/bin/setpriv")
      process.arguments =
        ["--reuid=\(user)", "--regid=\(user)", "--clear-groups", program.path] + words
    } else {
      process.executableURL = program
      process.arguments = words
    }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let texts = try [output, errors].map {
      String(decoding: try $0.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
    process.waitUntilExit()
    self.status = process.terminationStatus
    self.output = texts[0]
    self.errors = texts[1]
  }
}
