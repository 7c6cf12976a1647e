import Glibc
import ScrimCommand
import ScrimWorkerClient

/// The Swift package that effects are built with.
enum SDK {
  /// Finds the one that belongs to this program: where an installation puts it, or among the sources
  /// around a build folder.
  ///
  /// - Returns: The package's folder, an absolute path.
  /// - Throws: A ``Failure`` where there is none.
  static func find() throws -> String {
    let here = WorkerProgram.ownFolder()
    let installed = "\(here)/../share/scrim/ScrimKit"
    let candidates = [installed] + folders(above: here).map { "\($0)/Sources/ScrimKit" }
    guard let found = candidates.first(where: { access("\($0)/Package.swift", R_OK) == 0 }),
      let path = resolved(found)
    else {
      throw Failure(.missing, "SDK not found in \(installed) or in a source tree around \(here).")
    }
    return path
  }

  private static func folders(above path: String) -> [String] {
    var folders: [String] = []
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      folders.append(String(rest))
    }
    return folders
  }
}
