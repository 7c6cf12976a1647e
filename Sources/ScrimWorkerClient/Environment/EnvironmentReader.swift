package import ScrimDocument
import ScrimLinux
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

  private struct State {
    var hashes: [String: (version: FileVersion, sha256: String)] = [:]
    var program: WorkerProgram?
    var reading: Reading?
    /// Of all files and folders that the reading depends on.
    var versions: [String: FileVersion?] = [:]
    var plugins: PluginFolders?
    var nextLook = ContinuousClock.now
  }

  private let hashing: Hashing
  private let state = Mutex(State())

  /// For so long a reading is not compared with the files, as in workers the installed fonts.
  private static let interval = Duration.seconds(2)

  package init(_ hashing: Hashing) {
    self.hashing = hashing
  }

  /// The environment as it is now, or was two seconds ago. Other threads that ask meanwhile wait.
  ///
  /// - Throws: ``WorkerError`` or ``WorkerFailure`` if no worker reports its files; `SystemError` for a file that
  ///   cannot be read.
  package func read(_ program: WorkerProgram) throws -> Reading {
    try state.withLock { state in
      if let reading = state.reading, state.program == program {
        if state.nextLook > .now { return reading }
        if isCurrent(state, program) {
          state.nextLook = .now + Self.interval
          return reading
        }
      }
      state.reading = nil
      let begin = ContinuousClock.now
      let environment = try read(program, &state)
      let reading = Reading(environment: environment, begin: begin)
      (state.program, state.reading) = (program, reading)
      state.nextLook = .now + Self.interval
      return reading
    }
  }

  private func isCurrent(_ state: State, _ program: WorkerProgram) -> Bool {
    state.plugins == PluginFolders(program.options.plugins)
      && state.versions.allSatisfy { FileVersion(at: $0.key) == $0.value }
  }

  private func read(_ program: WorkerProgram, _ state: inout State) throws -> RenderEnvironment {
    var bare = program
    bare.options.plugins = []
    bare.options.loaded = []
    bare.options.isStandby = false
    let files = try Worker(bare).environmentFiles()
    let plugins = PluginFolders(program.options.plugins)
    var versions: [String: FileVersion?] = [:]
    var parts: Set<RenderEnvironment.Part> = []
    func add(_ kind: RenderEnvironment.Kind, _ path: String, as name: String? = nil) throws {
      let version = FileVersion(at: path)
      versions[path] = version
      // fontconfig lists the folders of its configuration, too, and configured files that are missing.
      guard let version, version.kind != .folder else { return }
      let sha256: String
      if let known = state.hashes[path], known.version == version {
        sha256 = known.sha256
      } else {
        sha256 = try hashing.file(path)
        state.hashes[path] = (version, sha256)
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
    state.versions = versions
    state.plugins = plugins
    // Of files that are no longer there nothing is remembered.
    state.hashes = state.hashes.filter { versions[$0.key] != nil }
    return try RenderEnvironment(parts, sha256: hashing.bytes)
  }
}
