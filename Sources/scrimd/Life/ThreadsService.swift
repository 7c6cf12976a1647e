import ScrimLinux
import ServiceLifecycle

/// The daemon's threads as one service. They all end by the same call to stop, in no order, which
/// several services of a group must not.
struct ThreadsService: Service {
  let loops: [@Sendable () -> Void]
  let stop: StopSignal
  let manager: ServiceManager

  func run() async throws {
    try await withGracefulShutdownHandler {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for loop in loops { group.addTask { try await Thread.run(loop) } }
        do {
          try await group.waitForAll()
        } catch {
          // A thread that could not be started: those that run are waited for all the same.
          stop.give()
          throw error
        }
      }
    } onGracefulShutdown: {
      manager.stopping()
      stop.give()
    }
  }
}
