import FoundationEssentials
import Glibc
import ScrimCommand
import ScrimLinux
import ScrimProtocol

/// A temporary folder in which plugins are loaded and checked before they are installed.
struct PluginStage: ~Copyable {
  private let path: String

  /// - Throws: A `Failure` if it cannot be created.
  init() throws {
    path =
      FileManager.default.temporaryDirectory.path
      + "/scrim-plugin.\(RandomName.make(characters: 16))"
    guard mkdir(path, 0o700) == 0 else {
      throw Failure(.io, "\(SystemError.current("create \(path)")).")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes plugins, loads them in a sandboxed worker of their own, and checks their effects.
  ///
  /// - Parameters:
  ///   - name: The name of the folder of these files.
  ///   - files: Each plugin's file name and content.
  ///   - isChecked: Whether "scrim effects check" is run.
  ///   - console: Shows the progress, and what failed.
  /// - Returns: The names of the effects.
  /// - Throws: A `Failure` if a plugin is refused or a check failed.
  func check(
    _ name: String, _ files: [(name: String, bytes: [UInt8])], isChecked: Bool, _ console: Console
  ) throws -> [String] {
    let folder = "\(path)/\(name)"
    guard mkdir(folder, 0o700) == 0 else {
      throw Failure(.io, "\(SystemError.current("create \(folder)")).")
    }
    for file in files {
      let path = "\(folder)/\(file.name)"
      guard FileManager.default.createFile(atPath: path, contents: Data(file.bytes)) else {
        throw Failure(.io, "\(SystemError.current("write \(path)")).")
      }
    }
    let worker = try LocalWorker(plugins: files.map { "\(folder)/\($0.name)" }, isAlone: true)
    let listing = try worker.effects()
    if let refused = listing.refused.first {
      throw Failure(.dataError, "\(fileName(refused.path)): \(refused.reason)")
    }
    let effects = listing.effects.map(\.name)
    guard !effects.isEmpty else {
      throw Failure(.dataError, "\(files[0].name): no usable effect.")
    }
    if isChecked { try checkEffects(effects, folder, console) }
    return effects
  }

  private func checkEffects(_ effects: [String], _ folder: String, _ console: Console) throws {
    let verdicts = try EffectChecks(plugin: folder, parts: []).run(effects, console)
    let failed = verdicts.filter { !$0.passes }
    guard let first = failed.first else { return }
    for verdict in failed { for line in verdict.lines { console.note(line) } }
    throw Failure(
      first.hasCrashed ? .crash : .dataError,
      "not installed: \(failed.count) of \(verdicts.count) effects failed a check.")
  }
}

/// The last component of a path.
func fileName(_ path: String) -> String {
  String(path.split(separator: "/").last ?? "")
}
