import FoundationEssentials
import Glibc
import ScrimCommand
import ScrimDocument
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
    try Self.make(path)
  }

  /// Creates a folder that a worker which is nobody's can read: root's own folders are often private.
  private static func make(_ path: String) throws {
    let mode: mode_t = geteuid() == 0 ? 0o755 : 0o700
    guard mkdir(path, mode) == 0, chmod(path, mode) == 0 else {
      throw Failure(.io, "\(SystemError.current("create \(path)")).")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes plugins, loads them in a sandboxed worker of their own, and checks what they provide.
  ///
  /// - Parameters:
  ///   - name: The name of the folder of these files.
  ///   - files: Each plugin's file name and content.
  ///   - isChecked: Whether "scrim effects check" is run.
  ///   - console: Shows the progress, and what failed.
  /// - Returns: The names of effects and contents.
  /// - Throws: A `Failure` if a plugin is refused or a check failed.
  func check(
    _ name: String, _ files: [(name: String, bytes: [UInt8])], isChecked: Bool, _ console: Console
  ) throws -> [String] {
    let folder = try write(name, files)
    let worker = try LocalWorker(plugins: files.map { "\(folder)/\($0.name)" }, isAlone: true)
    let listing = try worker.effects()
    if let refused = listing.refused.first {
      throw Failure(.dataError, "\(fileName(refused.path)): \(refused.reason)")
    }
    let effects = listing.provided.map(\.name)
    guard !effects.isEmpty else {
      throw Failure(.dataError, "\(files[0].name): no usable effect or content.")
    }
    if isChecked { try checkEffects(effects, folder, console) }
    return effects
  }

  /// Writes plugins and calls a function with their folder, which exists until it returns.
  func withFolder(
    _ files: [(name: String, bytes: [UInt8])], _ body: (String) throws -> Void
  ) throws {
    try body(try write("plugins", files))
  }

  private func write(_ name: String, _ files: [(name: String, bytes: [UInt8])]) throws -> String {
    let folder = "\(path)/\(name)"
    try Self.make(folder)
    for file in files {
      let path = "\(folder)/\(file.name)"
      guard FileManager.default.createFile(atPath: path, contents: Data(file.bytes)),
        chmod(path, 0o644) == 0
      else {
        throw Failure(.io, "\(SystemError.current("write \(path)")).")
      }
    }
    return folder
  }

  /// Whether every user may read a file, or the files of a folder.
  static func isReadableByAll(_ path: String) -> Bool {
    guard let resolved = realpath(path, nil) else { return false }
    defer { free(resolved) }
    var part = String(cString: resolved)
    var about = stat()
    guard stat(part, &about) == 0, about.st_mode & 0o004 != 0 else { return false }
    while part != "/", !part.isEmpty {
      part = part.lastIndex(of: "/").map { String(part[..<$0]) } ?? ""
      guard stat(part.isEmpty ? "/" : part, &about) == 0, about.st_mode & 0o001 != 0 else {
        return false
      }
    }
    return true
  }

  private func checkEffects(_ effects: [String], _ folder: String, _ console: Console) throws {
    let verdicts = try EffectChecks(plugin: folder, parts: []).run(effects, console)
    let failed = verdicts.filter { !$0.passes }
    guard let first = failed.first else { return }
    for verdict in failed { for line in verdict.lines { console.note(line) } }
    throw Failure(
      first.hasCrashed ? .crash : .dataError,
      "not installed: \(failed.count) of \(verdicts.count) effects and contents failed a check.")
  }
}

/// The last component of a path.
func fileName(_ path: String) -> String {
  String(path.split(separator: "/").last ?? "")
}
