import ScrimDocument
import ScrimLinux
import ScrimProtocol

/// A `scrim-worker` that was started and has its fonts, but not its plugins: once these have changed, what
/// is left of a start is to load them.
package final class StandbyWorker {
  private let worker: StartedWorker
  private let program: WorkerProgram
  private let started: [StartedFile?]

  /// Starts the program, and does not wait for it.
  ///
  /// - Throws: ``WorkerError`` notStarted.
  package init(_ program: WorkerProgram) throws(WorkerError) {
    var standby = program
    standby.options.isStandby = true
    self.program = program
    started = Self.snapshot(of: program)
    worker = try Worker.start(standby)
  }

  /// Whether a worker that is started now would be the same. Its sandbox opens those folders and files that
  /// were there when it started: one that has been put in their place is not to be seen from inside.
  package var isUpToDate: Bool { Self.snapshot(of: program) == started }

  /// Has it load the plugins that there are now, and waits until it is ready.
  ///
  /// - Throws: ``WorkerError`` notReady.
  package func loaded() throws(WorkerError) -> Worker {
    do {
      try worker.channel.send(WorkerRequest.load.json)
    } catch {
      throw WorkerError(.notReady, "a standby scrim-worker exited: \(error)")
    }
    return try Worker(worker, memoryLimit: program.options.memory)
  }

  /// What is opened or mapped at start: of a folder which it is, of a file also when it was written.
  private struct StartedFile: Equatable {
    let identity: FileIdentity
    let version: FileVersion?

    init?(_ path: String) {
      guard let version = FileVersion(at: path) else { return nil }
      identity = version.identity
      self.version = version.kind == .folder ? nil : version
    }
  }

  private static func snapshot(of program: WorkerProgram) -> [StartedFile?] {
    let kit = program.path.dropLast(program.path.fileName.count) + "libScrimKit.so"
    return ([program.path, String(kit)] + program.options.plugins).map(StartedFile.init)
  }
}
