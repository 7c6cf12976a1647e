import Glibc
import ScrimCommand
import ScrimJSON
import ScrimWorkerClient

/// An installation as this user sees it: effective configuration, spool, and the service's unit.
struct Installation {
  let file: String
  /// The effective configuration, as `scrimd --check` prints it; empty if there is none or it has errors.
  let configuration: JSON
  /// The errors of the configuration.
  let configurationErrors: [String]
  let spool: String
  /// Properties of the unit; empty if systemd does not know it.
  let unit: [String: String]

  init(file: String, spool: String?) {
    self.file = file
    let scrimd = quoted(forShell: WorkerProgram.ownFolder() + "/scrimd")
    let isReadable = access(file, R_OK) == 0
    let (status, output) =
      isReadable ? Self.run("\(scrimd) --check --config \(quoted(forShell: file))") : (0, "{}")
    configuration = (status == 0 ? try? JSON(parsing: Array(output.utf8)) : nil) ?? [:]
    configurationErrors = status == 0 ? [] : output.split(separator: "\n").map(String.init)
    self.spool =
      spool ?? environment("SCRIM_SPOOL") ?? configuration["spool"]?["path"]?.string
      ?? "/var/spool/scrim"
    unit = Self.unit("scrimd", ["ProtectHome", "PrivateTmp", "ProtectSystem", "ReadWritePaths"])
  }

  /// Properties of a unit; none if systemd does not know it.
  static func unit(_ name: String, _ properties: [String]) -> [String: String] {
    let names = (["LoadState"] + properties).joined(separator: ",")
    var unit: [String: String] = [:]
    for line in run("systemctl show \(name) --property=\(names)").output.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      unit[String(line[..<equals])] = String(line[line.index(after: equals)...])
    }
    return unit["LoadState"] == "loaded" ? unit : [:]
  }

  var isRoot: Bool { geteuid() == 0 }

  func text(_ table: String, _ key: String) -> String {
    configuration[table]?[key]?.string ?? ""
  }

  func texts(_ table: String, _ key: String) -> [String] {
    (configuration[table]?[key]?.array ?? []).compactMap(\.string)
  }

  /// A file's status; `nil` with `errno` if there is none.
  static func status(of path: String) -> stat? {
    var about = stat()
    return stat(path, &about) == 0 ? about : nil
  }

  /// Whether a path is a folder or below it.
  static func isBelow(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
  }

  /// Runs a shell's line; standard error is part of the output.
  static func run(_ line: String) -> (status: Int32, output: String) {
    guard let pipe = popen("{ \(line); } 2>&1 </dev/null", "r") else { return (127, "") }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = fread(&piece, 1, piece.count, pipe), count > 0 {
      bytes += piece[..<count]
    }
    let end = pclose(pipe)
    return (end & 0x7F == 0 ? end >> 8 & 0xFF : 128, String(decoding: bytes, as: UTF8.self))
  }
}
