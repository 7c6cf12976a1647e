import Glibc
import ScrimLinux

/// Sends systemd a daemon's state, if systemd started it: ready, alive, reloading, stopping.
package struct ServiceManager: Sendable {
  private let socket: String?
  /// Half of systemd's watchdog timeout.
  package let heartbeat: Duration?

  package init() {
    socket = getenv("NOTIFY_SOCKET").map { String(cString: $0) }
    let limit = getenv("WATCHDOG_USEC").flatMap { Int(String(cString: $0)) }
    heartbeat = limit.map { .microseconds($0 / 2) }
  }

  package func ready() { tell("READY=1") }
  package func stopping() { tell("STOPPING=1") }
  package func reloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    tell("RELOADING=1\nMONOTONIC_USEC=\(Int(time.tv_sec) * 1_000_000 + Int(time.tv_nsec) / 1000)")
  }
  package func status(_ text: String) { tell("STATUS=\(text)") }
  package func alive() {
    if heartbeat != nil { tell("WATCHDOG=1") }
  }

  private func tell(_ message: String) {
    // A failure to send is ignored; systemd acts by its own timeouts.
    if let socket { _ = try? DatagramSocket.send(message, to: socket) }
  }
}
