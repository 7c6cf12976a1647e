import ArgumentParser
import Glibc
import ScrimCommand
import SystemPackage

/// Which spool a command means.
struct SpoolOptions: ParsableArguments {
  @Option(
    name: .customLong("spool"),
    help: ArgumentHelp(
      "Spool folder; default: the first of $SCRIM_SPOOL, ./spool and /var/spool/scrim that exists.",
      valueName: "folder"),
    completion: .directory)
  var folder: String?

  /// The spool's folder.
  ///
  /// - Throws: A ``Failure`` that says where was looked.
  func find() throws -> FilePath {
    let named =
      folder.map { ($0, "--spool") } ?? environment("SCRIM_SPOOL").map { ($0, "SCRIM_SPOOL") }
    if let (path, origin) = named {
      guard isSpool(path) else {
        if errno == EACCES { throw Self.denied(path) }
        throw Failure(
          .io,
          "\(path) (from \(origin)) is not a spool directory (it has no drop/). Is scrimd running?")
      }
      return FilePath(path)
    }
    let usual = ["spool", "/var/spool/scrim"]
    var denied: String?
    let found = usual.first { path in
      if isSpool(path) { return true }
      if errno == EACCES { denied = denied ?? path }
      return false
    }
    guard let found else {
      if let denied { throw Self.denied(denied) }
      throw Failure(
        .io,
        "No spool found: neither ./spool nor /var/spool/scrim has a drop/ folder. "
          + "Start scrimd, or set --spool or SCRIM_SPOOL.")
    }
    return FilePath(found)
  }

  /// Sets errno if it is not.
  private func isSpool(_ path: String) -> Bool {
    var about = stat()
    guard stat("\(path)/drop", &about) == 0 else { return false }
    errno = 0
    return about.st_mode & S_IFMT == S_IFDIR
  }

  /// Why a user cannot enter a spool: only members of its group can.
  ///
  /// - Parameters:
  ///   - spool: The spool's folder.
  ///   - name: What in it cannot be accessed; "" for the spool itself.
  /// - Returns: The failure, which names the group to join.
  static func denied(_ spool: String, _ name: String = "") -> Failure {
    var about = stat()
    let path = name.isEmpty ? spool : "\(spool)/\(name)"
    guard stat(path, &about) == 0 else {
      return Failure(.noPermission, "\(path): no permission to enter the folder that it is in.")
    }
    let group =
      getgrgid(about.st_gid).map { String(cString: $0.pointee.gr_name) }
      ?? "\(about.st_gid)"
    return Failure(
      .noPermission,
      "\(path): no permission. Members of the group \(group) have it: have an administrator run "
        + "usermod -aG \(group) \(Self.account), then log in again.")
  }

  /// The name of the user who runs the command, or the number.
  private static var account: String {
    getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
  }
}
