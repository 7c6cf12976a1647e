import Glibc
import ScrimCommand
import ScrimRecords
import ScrimSpool

/// The spool: its folders, and whether this user may use them.
enum SpoolChecks {
  /// The least permissions of the folders that submitters use.
  private static let modes: [(name: String, least: mode_t)] = [
    ("drop", 0o730), ("out", 0o750), ("reports", 0o710),
  ]

  static func folders(_ installation: Installation, _ findings: inout Findings) {
    let spool = installation.spool
    guard let root = Installation.status(of: spool) else {
      guard errno == ENOENT else { return findings.couldNotSee("the spool \(spool)") }
      return findings.add(
        "\(spool) does not exist",
        remedy: "systemctl start scrimd, or --spool FOLDER")
    }
    if let name = FilesystemCheck.networkFileSystem(of: spool) {
      findings.add(
        "\(spool) is on \(name), a network file system",
        remedy: "spool.path = a folder on a local disk")
    }
    guard Glibc.access(spool, X_OK) == 0 else {
      return findings.couldNotSee("the folders of \(spool)")
    }
    for (name, least) in modes {
      let path = "\(spool)/\(name)"
      guard let about = Installation.status(of: path) else {
        findings.add("\(path) is missing", remedy: "systemctl restart scrimd")
        continue
      }
      if about.st_uid != root.st_uid {
        findings.add(
          "\(path) belongs to uid \(about.st_uid), the spool to uid \(root.st_uid)",
          remedy: "chown \(root.st_uid):\(root.st_gid) \(path)")
      }
      if about.st_gid != root.st_gid {
        findings.add(
          "\(path) belongs to the group \(about.st_gid), the spool to \(root.st_gid)",
          remedy: "chgrp \(root.st_gid) \(path)")
      }
      let mode = about.st_mode & 0o7777
      if mode & least != least {
        let right = String(mode | least, radix: 8)
        findings.add(
          "\(path) has mode \(String(mode, radix: 8)): submitters cannot use it",
          remedy: "chmod \(right) \(path)")
      }
    }
  }

  /// Whether this user may drop jobs and read reports.
  static func access(_ installation: Installation, _ findings: inout Findings) {
    let spool = installation.spool
    guard !installation.isRoot, let root = Installation.status(of: spool),
      root.st_uid != geteuid(),
      Glibc.access(spool, X_OK) != 0 || Glibc.access("\(spool)/drop", W_OK | X_OK) != 0
    else { return }
    let name = getgrgid(root.st_gid).map { String(cString: $0.pointee.gr_name) } ?? "\(root.st_gid)"
    let isMember = UserGroup.contains(geteuid(), group: name)
    let user = Installation.run("id -un").output.prefix { $0 != "\n" }
    findings.add(
      "you may not submit to \(spool), whose group is \(name)",
      remedy: isMember
        ? "log in again: this session began before you became a member"
        : "usermod --append --groups \(name) \(user), then log in again")
  }
}
