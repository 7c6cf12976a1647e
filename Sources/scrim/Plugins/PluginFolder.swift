import Glibc
import ScrimCommand
import ScrimLinux
import ScrimProtocol
import ScrimWorkerClient
import SystemPackage

/// A folder of plugins, in which Scrim's own plugins are listed by `plugins.sha256`.
struct PluginFolder {
  static let fast = "glibc-hwcaps/x86-64-v3"
  private static let checksums = "plugins.sha256"

  let path: String
  private let folder: Folder
  /// File names of the plugins that came with Scrim.
  private let firstParty: Set<String>

  /// - Parameter path: `nil` for the folder of the installation.
  /// - Throws: A `Failure` if there is none.
  init(_ path: String?) throws {
    do {
      guard let found = try path ?? WorkerProgram.find().options.plugins.last else {
        throw Failure(.missing, "no folder of plugins.")
      }
      self.path = found
      folder = try Folder.open(path: found)
      let bytes =
        try folder.has(Self.checksums) ? folder.read(Self.checksums, limit: 1 << 20) : []
      firstParty = Set(
        String(decoding: bytes, as: UTF8.self).split(separator: "\n")
          .compactMap { $0.split(separator: " ").last.map(String.init) })
    } catch let error as SystemError {
      throw Failure(.missing, "\(error).")
    } catch let error as WorkerError {
      throw Failure(.missing, "\(error.message).")
    }
  }

  /// Whether a plugin came with Scrim.
  func isFirstParty(_ file: String) -> Bool { firstParty.contains(file) }

  /// Whether a name is that of a plugin's file.
  static func isPlugin(_ file: String) -> Bool {
    file.hasPrefix("lib") && file.hasSuffix(".so") && !file.contains("/")
  }

  /// The files of third-party plugins, sorted.
  ///
  /// - Throws: `SystemError`.
  func thirdParty() throws(SystemError) -> [String] {
    // A build folder has what plugins link, too.
    try folder.names().filter {
      Self.isPlugin($0) && !isFirstParty($0) && !$0.hasPrefix("libScrim")
    }.sorted()
  }

  /// Fails early, before minutes of checks.
  ///
  /// - Throws: A `Failure` if this user may not install here.
  func requireWritable() throws {
    guard access(path, W_OK) != 0 else { return }
    let error = SystemError.current("write to \(path)")
    let hint = error.code == .permissionDenied ? " Use sudo: root owns an installation." : ""
    throw Failure(.io, "\(error).\(hint)")
  }

  /// Writes plugins next to their places, flushed, with the folder's owner and mode 0644, and when all are written
  /// renames them: workers that run earlier ones keep these. A build for newer processors that belongs to an earlier
  /// version is deleted.
  ///
  /// - Throws: `SystemError`; an error while writing leaves the folder as it was.
  func install(_ plugins: [PluginSource]) throws(SystemError) {
    var written: [(target: Folder, temporary: String, file: String)] = []
    do {
      let owner = try folder.descriptor.status(of: path)
      for plugin in plugins {
        if let fast = plugin.fast {
          written.append(try write(fast, as: plugin.file, to: fastFolder(), owner))
        }
        written.append(try write(plugin.bytes, as: plugin.file, to: folder, owner))
      }
      for plugin in plugins where plugin.fast == nil { removeFast(plugin.file) }
      while let next = written.first {
        try next.target.replace(next.temporary, to: next.target, as: next.file)
        written.removeFirst()
        try next.target.sync()
      }
    } catch {
      for rest in written { try? rest.target.removeFile(rest.temporary) }
      throw error
    }
  }

  private func write(
    _ bytes: [UInt8], as file: String, to target: Folder, _ owner: stat
  ) throws(SystemError) -> (target: Folder, temporary: String, file: String) {
    let temporary = ".\(file).\(RandomName.make(characters: 8)).new"
    do {
      let made = try target.open(temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
      try made.write(bytes, to: file)
      if geteuid() == 0 {
        try check(fchown(made.raw, owner.st_uid, owner.st_gid), "set the owner of \(file)")
      }
      try made.sync(file)
    } catch {
      try? target.removeFile(temporary)
      throw error
    }
    return (target, temporary, file)
  }

  private func fastFolder() throws(SystemError) -> Folder {
    var parent = folder
    for name in Self.fast.split(separator: "/").map(String.init) {
      parent =
        try parent.has(name) ? parent.folder(name) : parent.makeFolder(name, mode: 0o755)
    }
    return parent
  }

  /// Deletes a plugin in both builds.
  ///
  /// - Throws: `SystemError`.
  func remove(_ file: String) throws(SystemError) {
    try folder.removeFile(file)
    removeFast(file)
    try folder.sync()
  }

  private func removeFast(_ file: String) { unlink("\(path)/\(Self.fast)/\(file)") }
}
