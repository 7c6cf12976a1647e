import Logging
import ScrimDocument
import ScrimJSON
import ScrimService
import ScrimWorkerClient
import ScrimWorkers

/// Logs what happens to workers.
struct WorkerLog: Sendable {
  private let logger: Logger

  init(_ logger: Logger) {
    self.logger = logger
  }

  func write(_ event: WorkerEvent) {
    switch event {
    case .started(let process, let lacking), .evaluatorStarted(let process, let lacking):
      var metadata: Logger.Metadata = ["pid": "\(process)"]
      if !lacking.isEmpty { metadata["sandbox-lacks"] = "\(lacking.joined(separator: ", "))" }
      logger.debug("worker started", metadata: metadata)
    case .replaced(let process, let reason):
      logger.notice("worker replaced", metadata: ["pid": "\(process)", "reason": "\(reason)"])
    case .pluginsChanged(let changes):
      logger.notice("plugins changed", metadata: ["changes": "\(changes.joined(separator: ", "))"])
    case .pluginRefused(let file): refused(file.path, file.reason)
    case .pluginsScanned(let found):
      for file in found.refused { refused(file.path, file.reason) }
    case .output(let line): write(line)
    case .environmentUnknown: break
    }
  }

  /// A line that a worker wrote to standard error.
  func write(_ line: WorkerOutputLog.Line) {
    var metadata: Logger.Metadata = ["pid": "\(line.process)"]
    if let plugin = line.plugin { metadata["plugin"] = "\(plugin)" }
    switch line.content {
    case .text(let text): metadata["line"] = "\(quotedLine(text))"
    case .dropped(let count): metadata["dropped-lines"] = "\(count)"
    }
    logger.warning("worker output", metadata: metadata)
  }

  private func refused(_ path: String, _ reason: String) {
    logger.warning("plugin refused", metadata: ["path": "\(path)", "reason": "\(reason)"])
  }
}
