import Glibc
import ScrimDocument
import ScrimLinux
import ScrimProtocol
import ScrimRecords
import ScrimWorkerClient

/// Which files of a folder are Scrim's own plugins: those whose SHA-256 `plugins.sha256` beside them has, as
/// `sha256sum` writes it. The build and the installation write that file.
///
/// All others are third-party plugins, also in the same folder: what replaced one of Scrim's own is one.
struct FirstPartyChecksums {
  static let fileName = "plugins.sha256"
  private static let longest = 1 << 16

  private let folder: String
  /// By path below the folder.
  private let sums: [String: String]

  /// - Parameter folder: Of the installation, or of a build. Where it has no such file, nothing is
  ///   first-party.
  init(of folder: String) {
    self.folder = folder
    var sums: [String: String] = [:]
    if let opened = try? Folder.open(path: folder),
      let text = try? opened.read(Self.fileName, limit: Self.longest)
    {
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].utf8.count == 64 else { continue }
        // A second space, or a star, says how the file was read.
        sums[String(parts[1].drop { $0 == " " || $0 == "*" })] = String(parts[0])
      }
    }
    self.sums = sums
  }

  /// Whether a file, and the build for other CPUs that the worker would load in its place, are
  /// Scrim's own.
  ///
  /// - Parameter path: Of a file in the folder.
  /// - Returns: False for a file that is not in the folder, too.
  func has(_ path: String) -> Bool {
    let name = String(path.dropFirst(folder.utf8.count + 1))
    guard path == "\(folder)/\(name)", matches(name) else { return false }
    let variant = "glibc-hwcaps/x86-64-v3/\(name)"
    return access("\(folder)/\(variant)", F_OK) != 0 || matches(variant)
  }

  private func matches(_ name: String) -> Bool {
    guard let sum = sums[name] else { return false }
    return (try? Digest.sha256(ofFile: "\(folder)/\(name)")) == sum
  }
}

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
