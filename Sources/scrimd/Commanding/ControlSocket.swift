import ScrimLinux
import ScrimSpool

/// Answers requests about jobs over `control.sock`: a packet with a ``JobRequest`` gets one with a ``JobAnswer``.
final class ControlSocket {
  private static let name = "control.sock"

  private let folder: Folder
  private let service: ControlService
  private var threads: [Thread] = []

  /// To be created by the daemon that has the spool's ``StatusSocket``.
  ///
  /// - Parameters:
  ///   - spool: The spool.
  ///   - commands: Carries out the requests.
  ///   - isTrusted: Whether connections are reserved for a user.
  /// - Throws: `SystemError`.
  init(
    _ spool: Spool, _ commands: JobCommands, isTrusted: @escaping @Sendable (UInt32) -> Bool
  ) throws(SystemError) {
    folder = spool.root
    let service = try ControlService(
      PacketSocket.listen(as: Self.name, in: spool.root, mode: 0o660), commands,
      isTrusted: isTrusted)
    self.service = service
    threads.append(try Thread { service.serveConnections() })
    for _ in 0..<ControlService.threads {
      threads.append(try Thread { service.performRequests() })
    }
  }

  /// Waits for the requests that were begun.
  deinit {
    // Before the last clients are refused, so that they see that no daemon listens.
    try? folder.removeFile(Self.name)
    service.end()
    for thread in threads { thread.join() }
  }
}
