import ArgumentParser
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
        throw Failure(
          .io,
          "\(path) (from \(origin)) is not a spool directory (it has no drop/). Is scrimd running?")
      }
      return FilePath(path)
    }
    let usual = ["spool", "/var/spool/scrim"]
    guard let found = usual.first(where: isSpool) else {
      throw Failure(
        .io,
        "No spool found: neither ./spool nor /var/spool/scrim has a drop/ folder. "
          + "Start scrimd, or set --spool or SCRIM_SPOOL.")
    }
    return FilePath(found)
  }

  private func isSpool(_ path: String) -> Bool {
    FileStatus(of: FilePath(path).appending("drop"))?.isFolder ?? false
  }
}
