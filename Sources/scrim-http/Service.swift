import Glibc
import Logging
import ScrimCommand
import ScrimHTTP
import ScrimLinux
import ScrimService

/// Runs server and workers until SIGTERM.
struct Service {
  private let logger = Logger(label: "scrim-http")
  private let level: LogLevel
  private let read: () throws -> HTTPConfiguration

  private static let interval = Duration.seconds(5)
  /// Descriptors besides those of connections.
  private static let otherDescriptors = 512

  init(level: LogLevel, read: @escaping () throws -> HTTPConfiguration) {
    self.level = level
    self.read = read
  }

  /// - Throws: `SystemError`, `WorkerError`, `KeyCaches.InUse`, `IOError`.
  func run(_ configuration: HTTPConfiguration) throws {
    let signals = try SignalFD([SIGTERM, SIGINT, SIGHUP])
    let manager = ServiceManager()
    raiseDescriptorLimit(for: configuration)
    lookForFetchProgram(for: configuration)
    let images = try ImageService(configuration, logger)
    let threads = try Thread { [logger] in
      do {
        try images.run()
      } catch {
        logger.critical("threads not started", metadata: ["reason": "\(error)"])
        _exit(74)
      }
    }
    var server: HTTPServer?
    defer {
      // Connections get the last answers before their loops end.
      images.end()
      threads.join()
      server?.close()
    }
    // The configuration has been checked.
    guard let address = ListenAddress(configuration.address) else { return }
    let started = try HTTPServer(
      address, socket: Self.passedSocket(), ConnectionLimits(configuration), images)
    server = started
    logger.notice(
      "started",
      metadata: [
        "address": "\(started.address)", "keys": "\(configuration.keys.count)",
        "workers": "\(configuration.workerCount)", "version": "\(ScrimHTTPProgram.release)",
      ])
    manager.ready()
    try wait(signals, manager, images)
    manager.stopping()
    images.beginStop()
    started.drain(limit: configuration.stopGrace)
    logger.notice("stopped")
  }

  /// Until SIGTERM or SIGINT.
  private func wait(
    _ signals: SignalFD, _ manager: ServiceManager, _ images: ImageService
  ) throws {
    while true {
      manager.alive()
      let timeout = min(manager.heartbeat ?? Self.interval, Self.interval)
      _ = try Readiness.wait(for: [signals.descriptor.raw], timeout: timeout)
      while let number = signals.next() {
        guard number == SIGHUP else { return }
        manager.reloading()
        do {
          let next = try read()
          for key in images.renew(next) {
            logger.warning("changing a key requires a restart", metadata: ["key": "\(key)"])
          }
          level.now = next.level
          lookForFetchProgram(for: next)
          logger.notice("configuration reloaded", metadata: ["keys": "\(next.keys.count)"])
        } catch {
          logger.error("configuration not reloaded", metadata: ["reason": "\(error)"])
        }
        manager.ready()
      }
    }
  }

  /// Without scrim-fetch the URLs of links and jobs are errors.
  private func lookForFetchProgram(for configuration: HTTPConfiguration) {
    let keys = configuration.keys.filter { !$0.fetchHosts.isEmpty }
    guard !keys.isEmpty, let obstacle = FetchProgram.obstacle else { return }
    logger.warning(
      "URLs are not fetched",
      metadata: [
        "reason": "\(obstacle)",
        "keys": "\(keys.map(\.name).joined(separator: ", "))",
      ])
  }

  /// Lets the process have a descriptor for each connection, as far as it may.
  private func raiseDescriptorLimit(for configuration: HTTPConfiguration) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let wanted = rlim_t(configuration.connections + Self.otherDescriptors)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = min(wanted, limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    guard limit.rlim_cur < wanted else { return }
    logger.warning(
      "fewer file descriptors than connections",
      metadata: ["descriptors": "\(limit.rlim_cur)", "connections": "\(configuration.connections)"])
  }

  /// The socket that systemd passed (sd_listen_fds(3)); `nil` if there is none.
  private static func passedSocket() -> Int32? {
    func variable(_ name: String) -> Int32? {
      getenv(name).flatMap { Int32(String(cString: $0)) }
    }
    guard variable("LISTEN_PID") == getpid(), variable("LISTEN_FDS") == 1 else { return nil }
    let first: Int32 = 3
    _ = fcntl(first, F_SETFD, FD_CLOEXEC)
    return first
  }
}
