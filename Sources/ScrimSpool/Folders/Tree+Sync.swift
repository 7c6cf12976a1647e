import Glibc
import ScrimLinux
import Synchronization
import SystemPackage

/// Flushes files and folders singly. Files of one folder are flushed at the same time, since a journal commits once for
/// all that wait for it: the 256 images of a chunk take 50 ms, one after the other 0.8 to 3.4 s (ext4, while another
/// process writes).
extension Tree {
  /// Files that are flushed at the same time.
  private static let mostThreads = 16
  /// A thread is started for so many files.
  private static let filesPerThread = 4

  /// Flushes a job's folder, with its files and folders, to disk. Of what was dropped, that is only a document that no
  /// other account can change, and that may become the job's own. All else was flushed before it was moved here, and
  /// its submitter may still change it.
  ///
  /// - Throws: ``SystemError``.
  static func sync(_ folder: Folder) throws(SystemError) {
    try syncEntries(of: folder, depth: 0) { name, about in
      guard JobFile.isDropped(name) else { return true }
      return FileKind(about) == .file && about.st_uid == geteuid() && about.st_mode & 0o022 == 0
    }
  }

  /// Flushes a dropped file or tree to disk. If its submitter changes it meanwhile, the rest is left out: what cannot
  /// be read any more is refused afterwards, and what can is copied.
  ///
  /// - Throws: ``SystemError``.
  static func sync(dropped name: String, in folder: Folder) throws(SystemError) {
    do {
      try sync(name, in: folder)
    } catch {
      // EINVAL: a pipe in place of the file.
      guard error.isChangedMeanwhile || error.code == .invalidArgument else { throw error }
    }
  }

  /// Flushes a file or tree to disk.
  ///
  /// - Throws: ``SystemError``.
  static func sync(_ name: String, in folder: Folder) throws(SystemError) {
    guard let about = try folder.status(of: name) else { return }
    switch FileKind(about) {
    case .file: try syncFile(name, in: folder)
    case .folder: try syncEntries(of: try folder.folder(name), depth: 1)
    // Links, pipes and devices have no data to flush.
    default: break
    }
  }

  fileprivate static func syncFile(_ name: String, in folder: Folder) throws(SystemError) {
    try folder.open(name, O_RDONLY | O_NONBLOCK).sync("\(folder.name)/\(name)")
  }

  private static func syncEntries(
    of folder: Folder, depth: Int, where isIncluded: (String, stat) -> Bool = { _, _ in true }
  ) throws(SystemError) {
    var files: [String] = []
    for child in try folder.names() {
      guard let about = try folder.status(of: child), isIncluded(child, about) else { continue }
      switch FileKind(about) {
      case .file: files.append(child)
      case .folder where depth < deepest:
        try syncEntries(of: try folder.folder(child), depth: depth + 1)
      default: break
      }
    }
    try sync(files, in: folder)
    try folder.sync()
  }

  private static func sync(_ files: [String], in folder: Folder) throws(SystemError) {
    let work = FileFlush(files, folder)
    let count = min(mostThreads, files.count / filesPerThread)
    // This thread takes part; without the others it only takes longer.
    let threads = (0..<max(0, count - 1)).compactMap { _ in try? Thread { work.run() } }
    work.run()
    for thread in threads { thread.join() }
    if let error = work.error { throw error }
  }
}

/// Files of a folder, each of which the next free thread flushes.
private final class FileFlush: Sendable {
  private let files: [String]
  private let folder: Folder
  private let next = Atomic(0)
  private let failure = Mutex<SystemError?>(nil)

  init(_ files: [String], _ folder: Folder) {
    self.files = files
    self.folder = folder
  }

  /// The first error.
  var error: SystemError? { failure.withLock { $0 } }

  func run() {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < files.count else { return }
      do throws(SystemError) {
        try Tree.syncFile(files[index], in: folder)
      } catch {
        failure.withLock { $0 = $0 ?? error }
      }
    }
  }
}
