import ArgumentParser
import ScrimHTTP
import ScrimLinux
import ScrimService
import ScrimWorkerClient

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs the service. This is the default.")

  @OptionGroup var options: ServiceOptions<HTTPConfiguration>

  func run() throws {
    guard let (settings, level) = try options.start(umask: 0o077) else { return }
    do {
      try Sandbox.denyMemoryAccess()
      let file = options.file.config
      try Service(level: level) { try HTTPConfiguration(file: file) }.run(settings)
    } catch {
      HTTPConfiguration.program.complain("\(error)")
      throw ExitCode(Self.isPermanent(error) ? 78 : 74)
    }
  }

  /// Whether a restart would fail the same way.
  private static func isPermanent(_ error: any Error) -> Bool {
    switch error {
    case is KeyCaches.InUse: true
    case let error as WorkerError: error.code == .notFound || error.code == .unsandboxed
    default: false
    }
  }
}
