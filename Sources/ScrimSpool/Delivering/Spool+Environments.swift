import Glibc
package import ScrimJSON
package import ScrimLinux
import Synchronization
import SystemPackage

/// `environments/`: the files of each environment in which jobs were rendered, as `DIGEST.json`. Reports have the
/// digest only; `scrim verify` names what has changed since.
extension Spool {
  /// Of more environments the oldest are deleted.
  private static let mostEnvironments = 100

  /// Writes the list of an environment, unless there is one.
  ///
  /// - Parameters:
  ///   - digest: `sha256:` and 64 hexadecimal digits.
  ///   - list: As `scrim environment --json` prints it.
  /// - Throws: ``SystemError``.
  package func keep(environment digest: String, _ list: () -> JSON) throws(SystemError) {
    // Others wait: without the list their reports would be incomplete, too.
    try knownEnvironments.withLock { known throws(SystemError) in
      guard !known.contains(digest) else { return }
      let name = "\(digest.drop { $0 != ":" }.dropFirst()).json"
      if try !environments.has(name) {
        try deleteOldEnvironments()
        let temporary = ".\(RandomName.make(characters: 8))"
        try environments.write(list().bytes(), as: temporary, mode: Self.publicMode)
        try environments.replace(temporary, to: environments, as: name)
        try environments.sync()
      }
      known.insert(digest)
    }
  }

  private func deleteOldEnvironments() throws(SystemError) {
    var files: [(name: String, time: Int)] = []
    for name in try environments.names() where name.hasSuffix(".json") {
      guard let about = try environments.status(of: name) else { continue }
      files.append((name, about.st_mtim.tv_sec))
    }
    files.sort { $0.time > $1.time }
    for (name, _) in files.dropFirst(Self.mostEnvironments - 1) {
      do throws(SystemError) {
        try environments.removeFile(name)
      } catch  where error.code == .noSuchFileOrDirectory {
        // Another daemon of this spool has deleted it.
      }
    }
  }
}
