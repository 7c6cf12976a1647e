import Foundation
import Testing

/// Notifications to the service manager, and SIGHUP.
@Suite(.serialized) struct ReloadTests {
  @Test func theConfigurationIsReadAgain() throws {
    let daemon = try RunningDaemon()
    let manager = try Manager()
    func log(_ line: String) throws {
      try daemon.wait(for: line) {
        // A socket's queue holds only ten messages.
        manager.listen()
        return daemon.text("test.stderr").contains(line)
      }
    }
    try daemon.configure("", freeBytes: 1 << 50)
    try daemon.drop("a.json", Jobs.small)
    try daemon.start(["--workers", "1"], environment: ["NOTIFY_SOCKET": manager.path])
    try log("intake suspended")
    try daemon.configure("[intake]\nwatch = false\n[log]\nlevel = \"debug\"\n")
    kill(daemon.process.processIdentifier, SIGHUP)
    try log("configuration reloaded")
    try log("change requires a restart key=intake.watch")
    try daemon.wait(for: "a report") { daemon.isReported("a") }
    try log("debug accepted")

    let worker = daemon.workers()
    try daemon.configure("[log]\nlevel = \"loud\"\n")
    kill(daemon.process.processIdentifier, SIGHUP)
    try log("configuration not reloaded")
    try daemon.drop("b.json", Jobs.small)
    try daemon.wait(for: "a report") { daemon.isReported("b") }
    #expect(daemon.workers() == worker)
    #expect(daemon.stop() == 0)

    manager.listen()
    let heard = manager.heard
    let states = heard.compactMap { $0.split(separator: "\n").first }
      .filter { !$0.hasPrefix("STATUS=") }
    #expect(
      states == ["READY=1", "RELOADING=1", "READY=1", "RELOADING=1", "READY=1", "STOPPING=1"])
    let times = heard.compactMap { $0.split(separator: "\n").dropFirst().first }
    #expect(times.count == 2)
    for time in times {
      #expect(time.wholeMatch(of: /MONOTONIC_USEC=[1-9][0-9]*/) != nil, "\(time)")
    }
    #expect(heard.contains { $0.hasPrefix("STATUS=1 waiting, 0 running") })
  }

  /// Receives notifications as systemd does.
  private final class Manager {
    let path: String
    private let line: Int32
    private(set) var heard: [String] = []

    private struct CannotListen: Error {}

    init() throws {
      // A socket's path is limited to 107 bytes.
      path =
        FileManager.default.temporaryDirectory
        .appending(path: "scrim-\(UInt32.random(in: 0...(.max)))").path
      line = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else {
        throw CannotListen()
      }
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let bound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(line, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      guard bound == 0 else { throw CannotListen() }
    }

    deinit {
      close(line)
      unlink(path)
    }

    /// Receives all pending messages.
    func listen() {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(line, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return }
        heard.append(String(decoding: bytes[..<count], as: UTF8.self))
      }
    }
  }
}
