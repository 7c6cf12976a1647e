import Glibc
import ScrimCommand
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimProtocol
import ScrimWorkerClient

/// The files that make a picture, told apart without reading them: the job, what it names, and the
/// plugins.
struct WatchedFiles: Equatable {
  private let job: String
  private let data: String?
  private let pluginPaths: [String]
  private var states: [String: FileVersion?]
  private(set) var plugins: PluginFolders

  /// Looks at the files.
  ///
  /// - Parameters:
  ///   - job: The job's document, or the folder of its bundle.
  ///   - data: The data of a template.
  ///   - plugins: Folders of plugins that come before those of the installation.
  ///   - document: The job as it was read, which names more of them.
  init(of job: String, data: String?, plugins: [String], document: [UInt8]) {
    self.job = job
    self.data = data
    let program = try? WorkerProgram.find(plugins: plugins, besidesInstalled: true)
    pluginPaths = program?.options.plugins ?? plugins
    self.plugins = PluginFolders(pluginPaths)
    states = [:]
    record(at: named(in: document))
  }

  /// What was seen of the data.
  var dataVersion: FileVersion? { data.flatMap { states[$0] ?? nil } }

  /// The job, its data, and what a document names.
  private func named(in document: [UInt8]) -> [String] {
    [Self.document(of: job)] + (data.map { [$0] } ?? []) + Self.sources(of: document, job)
  }

  /// The same files as they are now.
  func refreshed() -> WatchedFiles {
    var now = self
    now.plugins = PluginFolders(pluginPaths)
    now.record(at: Array(states.keys))
    return now
  }

  /// What was seen of them, and of those that a newer document names.
  func naming(_ document: [UInt8]) -> WatchedFiles {
    var other = self
    let names = Set(named(in: document))
    other.states = states.filter { names.contains($0.key) }
    other.record(at: names.filter { states[$0] == nil })
    return other
  }

  /// The folders in which something happens when one of the files changes, also where a link leads.
  var folders: Set<String> {
    var folders = Set(pluginPaths.map { $0.hasSuffix(".so") ? Self.folder(of: $0) : $0 })
    folders.formUnion(pluginPaths.map { "\($0)/glibc-hwcaps/x86-64-v3" })
    for path in states.keys {
      folders.insert(Self.folder(of: path))
      if let real = realpath(path, nil) {
        folders.insert(Self.folder(of: String(cString: real)))
        free(real)
      }
    }
    return folders
  }

  private mutating func record(at paths: [String]) {
    for path in paths { states[path] = .some(FileVersion(at: path)) }
  }

  private static func document(of job: String) -> String {
    isFolder(job) ? "\(job)/job.json" : job
  }

  /// What a document names, as far as it can be read: relative names start in its assets.
  private static func sources(of document: [UInt8], _ job: String) -> [String] {
    guard let node = try? Node.parse(document) else { return [] }
    let folder = isFolder(job) ? job : folder(of: job)
    let base = node.assets.map { "\(folder)/\($0)" } ?? folder
    return node.sources.filter { !SourceName.isURL($0.name) }.map {
      $0.name.hasPrefix("/") ? $0.name : "\(base)/\($0.name)"
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
