import Glibc
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimSupervisor
import SystemPackage

/// What a running daemon says of itself through the spool's `status.sock`.
struct DaemonStatus {
  private static let limit = 4 << 20

  let content: JSON

  /// Asks; `nil` when no daemon answers.
  ///
  /// - Parameter spool: The spool's folder.
  init?(of spool: FilePath) {
    guard let daemon = try? StreamSocket.connect(to: "status.sock", inFolder: spool.string),
      let content = try? JSON(parsing: Self.readAll(daemon))
    else { return nil }
    self.content = content
  }

  /// Whether it is known that no daemon is there: one that this user may not ask counts as there.
  ///
  /// - Parameter spool: The spool's folder.
  /// - Returns: Whether jobs would lie there until a daemon is started.
  static func isAbsent(from spool: FilePath) -> Bool {
    guard access(spool.appending("status.sock").string, W_OK) == 0 else { return errno == ENOENT }
    return DaemonStatus(of: spool) == nil
  }

  /// In one line for people.
  var words: String {
    let workers = content["workers"]?.array ?? []
    let busy = workers.count { $0["job"]?.string != nil }
    let systemError = content["trouble"]?.string.map { ", paused: \($0)" } ?? ""
    return "process \(content["pid"]?.integer ?? 0), \(busy) of \(workers.count) workers busy, "
      + "\(content["done"]?.integer ?? 0) done and \(content["failed"]?.integer ?? 0) failed "
      + "since it started\(systemError)"
  }

  /// What else an operator wants to see, a line each.
  var details: [String] {
    var lines: [String] = []
    let users = content["waitingByUser"]?.object ?? []
    if !users.isEmpty {
      let list = users.map { "\($0.key): \($0.value.integer ?? 0)" }.joined(separator: ", ")
      lines.append("waiting by user: \(list)")
    }
    for age in content["oldestSeconds"]?.object ?? [] {
      lines.append("oldest in \(age.key): \(age.value.integer ?? 0) s")
    }
    for refused in (content["refusedPlugins"]?.array ?? []).compactMap(RefusedFile.init(json:)) {
      lines.append("plugin refused: \(refused.path): \(refused.reason)")
    }
    for disabled in disabledPlugins {
      let effects = disabled.plugin.effects.joined(separator: ", ")
      lines.append(
        "plugin disabled \(disabled.scope) after crashes in 3 jobs: \(disabled.plugin.path) (\(effects))"
      )
    }
    let lacking = (content["lacking"]?.array ?? []).compactMap(\.string)
    if !lacking.isEmpty { lines.append("sandbox lacks: \(lacking.joined(separator: ", "))") }
    if let free = content["freeBytes"]?.integer { lines.append("free: \(free >> 20) MiB") }
    if let pressure = content["pressure"]?.string {
      lines.append("intake suspended: \(pressure)")
    }
    return lines
  }

  /// The plugins that it does not use any more.
  var disabledPlugins: [DisabledPlugin] {
    (content["disabledPlugins"]?.array ?? []).compactMap(DisabledPlugin.init(json:))
  }

  private static func readAll(_ line: OwnedDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    // A daemon that hangs is one that does not answer.
    while try !Readiness.wait(for: [line.raw], timeout: .seconds(2)).isEmpty {
      let count = read(line.raw, &piece, piece.count)
      guard count > 0, bytes.count < limit else { break }
      bytes += piece[..<count]
    }
    return bytes
  }
}
