import Foundation
import ProgramTesting

/// scrim-node as a process, with a spool that no daemon serves unless one is started.
package final class NodeProgram {
  private let folder: URL
  private let process = Process()
  private var daemon: Process?

  /// Starts it.
  ///
  /// - Parameters:
  ///   - url: The queue's.
  ///   - name: The node's.
  /// - Throws: If it cannot be started.
  package init(url: String, name: String = "n1") throws {
    folder = URL(filePath: NSTemporaryDirectory()).appending(path: "node-\(UUID().uuidString)")
    for place in ["spool/drop", "spool/reports", "state"] {
      try FileManager.default.createDirectory(
        at: folder.appending(path: place), withIntermediateDirectories: true)
    }
    let settings = folder.appending(path: "node.toml")
    try Data(
      """
      [queue]
      url = "\(url)"
      [node]
      name = "\(name)"
      lease-seconds = 5
      [spool]
      path = "\(folder.path())/spool"
      [state]
      path = "\(folder.path())/state"
      [log]
      level = "debug"

      """.utf8
    ).write(to: settings)
    let log = folder.appending(path: "log")
    try Data().write(to: log)
    process.executableURL = CommandRun.programs.appending(path: "scrim-node")
    process.arguments = ["--config", settings.path(), "--log-format", "text"]
    process.standardInput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
  }

  /// Starts scrimd on its spool.
  package func startDaemon() throws {
    let settings = folder.appending(path: "scrim.toml")
    try Data(
      "[access]\nbridge-users = [\"\(getuid())\"]\n[disk]\nfree-bytes = 0\nfree-percent = 0\n".utf8
    )
    .write(to: settings)
    let log = folder.appending(path: "scrimd.log")
    try Data().write(to: log)
    let daemon = Process()
    daemon.executableURL = CommandRun.programs.appending(path: "scrimd")
    daemon.arguments = [
      "--config", settings.path(), "--spool", folder.appending(path: "spool").path(), "--workers",
      "1",
    ]
    daemon.standardInput = FileHandle.nullDevice
    daemon.standardError = try FileHandle(forWritingTo: log)
    daemon.standardOutput = daemon.standardError
    try daemon.run()
    self.daemon = daemon
  }

  /// Ends scrimd by SIGKILL.
  package func killDaemon() {
    guard let daemon else { return }
    kill(daemon.processIdentifier, SIGKILL)
    daemon.waitUntilExit()
  }

  deinit {
    if let daemon, daemon.isRunning {
      daemon.terminate()
      daemon.waitUntilExit()
    }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The names in a folder of its spool.
  package func spoolNames(_ name: String) -> [String] {
    let path = folder.appending(path: "spool/\(name)").path()
    return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// Renames a folder of its spool.
  package func moveSpoolFolder(_ name: String, to other: String) throws {
    let spool = folder.appending(path: "spool")
    try FileManager.default.moveItem(
      at: spool.appending(path: name), to: spool.appending(path: other))
  }

  /// Makes a folder in place of a file of its store.
  package func takePlaceInStore(_ name: String) throws {
    let place = folder.appending(path: "state/blobs/\(name)")
    try FileManager.default.createDirectory(
      at: place.appending(path: "full"), withIntermediateDirectories: true)
  }

  /// What it wrote to standard error.
  package var log: String {
    (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
  }

  /// Whether the log has a text within a time.
  package func logs(_ text: String, within seconds: Double = 20) -> Bool {
    isTrue(within: seconds) { self.log.contains(text) }
  }

  /// The exit status, if it ends by itself.
  package var ownExitStatus: Int32? {
    isTrue(within: 20) { !self.process.isRunning } ? process.terminationStatus : nil
  }

  /// Ends it by SIGTERM.
  ///
  /// - Returns: Its exit status.
  package func stop() -> Int32 {
    process.terminate()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
