package import ScrimDocument
package import ScrimLinux
import ScrimProtocol
import Synchronization

/// Reads the environment of a worker program. A file is read once, and again only after it has changed.
///
/// Which libraries and fonts there are is reported by a worker that loads no plugin: one with a third-party plugin
/// could name any file.
package final class EnvironmentReader: Sendable {
  /// An environment, and since when it is known to be the current one.
  package struct Reading: Sendable {
    package let environment: RenderEnvironment
    /// Workers that were started before may have older files open.
    package let begin: ContinuousClock.Instant
  }

  /// What was found by the last reading.
  private struct Known {
    let program: WorkerProgram
    let reading: Result<Reading, any Error>
    /// Of all files and folders that the reading depends on.
    let versions: [String: FileVersion?]
    let plugins: PluginFolders
    /// When it is compared with the files again.
    var nextLook = ContinuousClock.now + EnvironmentReader.interval

    var isCurrent: Bool {
      plugins == PluginFolders(program.options.plugins)
        && versions.allSatisfy { FileVersion(at: $0.key) == $0.value }
    }
  }

  private let hashing: Hashing
  private let last = Mutex<Known?>(nil)
  /// Of files as they were at the last reading. Locked during a reading.
  private let hashes = Mutex<[String: (version: FileVersion, sha256: String)]>([:])

  /// For so long a reading is not compared with the files, as in workers the installed fonts.
  private static let interval = Duration.seconds(2)

  package init(_ hashing: Hashing) {
    self.hashing = hashing
  }

  /// The environment as it is now, or was two seconds ago. Other threads that ask meanwhile wait.
  ///
  /// - Parameters:
  ///   - program: The worker program.
  ///   - stop: Once set, nothing more is read.
  /// - Returns: The environment.
  /// - Throws: ``WorkerError`` or ``WorkerFailure`` if no worker reports its files; `SystemError` for a file that
  ///   cannot be read. For two seconds the error is that of the last reading.
  package func read(_ program: WorkerProgram, stop: ShutdownEvent? = nil) throws -> Reading {
    if let last = current(program) { return try last.get() }
    return try hashes.withLock { hashes in
      // Another thread may have read it meanwhile.
      if let last = current(program) { return try last.get() }
      let begin = ContinuousClock.now
      var versions: [String: FileVersion?] = [:]
      let plugins = PluginFolders(program.options.plugins)
      let reading = Result {
        let environment = try read(program, plugins, stop, &versions, &hashes)
        return Reading(environment: environment, begin: begin)
      }
      last.withLock {
        $0 = Known(program: program, reading: reading, versions: versions, plugins: plugins)
      }
      return try reading.get()
    }
  }

  /// The environment, if ``read(_:stop:)`` has read it, and no file has changed since. Does not wait for a reading.
  package func known(of program: WorkerProgram) -> Reading? {
    try? current(program)?.get()
  }

  /// The last reading; `nil` if there is none, or files have changed since.
  private func current(_ program: WorkerProgram) -> Result<Reading, any Error>? {
    last.withLock { last in
      guard let known = last, known.program == program else { return nil }
      if known.nextLook > .now { return known.reading }
      guard case .success = known.reading, known.isCurrent else { return nil }
      last?.nextLook = .now + Self.interval
      return known.reading
    }
  }

  private func read(
    _ program: WorkerProgram, _ plugins: PluginFolders, _ stop: ShutdownEvent?,
    _ versions: inout [String: FileVersion?],
    _ hashes: inout [String: (version: FileVersion, sha256: String)]
  ) throws -> RenderEnvironment {
    var bare = program
    bare.options.plugins = []
    bare.options.loaded = []
    bare.options.isStandby = false
    let files = try Worker(bare).environmentFiles(stop: stop)
    var parts: Set<RenderEnvironment.Part> = []
    func add(_ kind: RenderEnvironment.Kind, _ path: String, as name: String? = nil) throws {
      let version = FileVersion(at: path)
      versions[path] = version
      // fontconfig lists the folders of its configuration, too, and configured files that are missing.
      guard let version, version.kind != .folder else { return }
      let sha256: String
      if let known = hashes[path], known.version == version {
        sha256 = known.sha256
      } else {
        if let stop, stop.isSet { throw WorkerFailure.stopped }
        sha256 = try hashing.file(path)
        hashes[path] = (version, sha256)
      }
      parts.insert(.init(kind: kind, name: name ?? path.fileName, sha256: sha256))
    }
    /// Both builds of a library, whichever this processor uses: they give the same bytes.
    func addLibrary(_ kind: RenderEnvironment.Kind, _ path: String) throws {
      let name = path.fileName
      var folder = path.dropLast(name.utf8.count)
      if folder.hasSuffix("\(PluginFolders.variants)/") {
        folder = folder.dropLast(PluginFolders.variants.utf8.count + 1)
      }
      try add(kind, folder + name)
      try add(
        kind, "\(folder)\(PluginFolders.variants)/\(name)", as: "\(PluginFolders.variants)/\(name)")
    }
    try add(.programs, program.path)
    for path in files.libraries { try addLibrary(.programs, path) }
    for path in plugins.files { try addLibrary(.effects, path) }
    for path in files.fonts { try add(.fonts, path) }
    // A font that is added or removed changes its folder only.
    for path in files.folders { versions[path] = FileVersion(at: path) }
    // Of files that are no longer there nothing is remembered.
    hashes = hashes.filter { versions[$0.key] != nil }
    return try RenderEnvironment(parts, sha256: hashing.bytes)
  }
}
