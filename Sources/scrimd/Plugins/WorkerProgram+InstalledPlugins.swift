import Glibc
import ScrimProtocol
import ScrimWorkerClient

extension WorkerProgram {
  /// The folder in which Scrim's own plugins are, as installed or built with the program.
  var installedPlugins: String? {
    let folder = String(path.dropLast(path.fileName.count + 1))
    return Self.pluginFolders(beside: folder).first { path in
      access("\(path)/\(FirstPartyChecksums.fileName)", R_OK) == 0
        && options.plugins.contains { Self.isSame($0, path) }
    }
    // As the options call it, so that paths compare.
    .flatMap { found in options.plugins.first { Self.isSame($0, found) } }
  }
}
