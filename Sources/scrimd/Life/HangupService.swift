import ScrimLinux
import ServiceLifecycle
import UnixSignals

/// Rings at each SIGHUP, which asks the daemon to read its configuration again.
struct HangupService: Service {
  let bell: Doorbell

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      bell.ring()
    }
  }
}
