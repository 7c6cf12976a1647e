import Glibc
import ScrimJSON
package import ScrimLinux
package import SystemPackage

/// Builds a bundle in a spool's `drop/` under a name that the daemon passes over. It appears with one rename once all
/// its bytes are on the disk.
package struct BundleWriter {
  private let drop: FilePath
  private let part: FilePath
  private var folders: Set<FilePath> = []
  private var places: [String] = []

  /// Puts a job into a spool.
  ///
  /// - Parameters:
  ///   - name: The job's name.
  ///   - token: Distinguishes this submission's report from those of others of the same name.
  ///   - document: `job.json`.
  ///   - options: `submission.json`, which is left out if they are the default.
  ///   - files: The files with their places.
  ///   - spool: The spool's folder.
  /// - Throws: What failed; nothing is left then.
  package static func drop(
    _ name: String, token: String, document: [UInt8], options: SubmissionOptions,
    files: [(place: String, file: OwnedDescriptor)], into spool: FilePath
  ) throws(Errno) {
    var bundle = try BundleWriter(in: spool)
    do {
      try bundle.add(document, as: "job.json")
      if !options.isDefault { try bundle.add(options.json.bytes(), as: SubmissionOptions.file) }
      for (place, file) in files { try bundle.add(file, as: place) }
      try bundle.finish(as: "\(name)@\(token).scrim")
    } catch {
      bundle.discard()
      throw error
    }
  }

  /// - Parameter spool: The spool's folder.
  /// - Throws: What failed.
  private init(in spool: FilePath) throws(Errno) {
    // The daemon is in the spool's group: it must be able to read and to move what is dropped.
    umask(0o007)
    drop = spool.appending("drop")
    part = drop.appending(".\(RandomName.make(characters: 16)).part")
    try Self.makeFolder(part)
    folders = [part]
  }

  /// Adds a file.
  private mutating func add(_ bytes: [UInt8], as place: String) throws(Errno) {
    try add(as: place) { (path) throws(Errno) in try FileCopy.write(.own(bytes), to: path) }
  }

  /// Adds a copy of a file. Of two spellings of one place the first counts; the daemon says which is wrong.
  private mutating func add(_ file: OwnedDescriptor, as place: String) throws(Errno) {
    try add(as: place) { (path) throws(Errno) in try FileCopy.copy(file, to: path) }
  }

  private mutating func add(
    as place: String, _ make: (FilePath) throws(Errno) -> Void
  ) throws(Errno) {
    let path = part.appending(place)
    try makeFolders(path.removingLastComponent())
    do {
      try make(path)
      places.append(place)
    } catch .fileExists {}
  }

  private mutating func makeFolders(_ folder: FilePath) throws(Errno) {
    guard !folders.contains(folder), folder.starts(with: part) else { return }
    try makeFolders(folder.removingLastComponent())
    try Self.makeFolder(folder)
    folders.insert(folder)
  }

  private static func makeFolder(_ folder: FilePath) throws(Errno) {
    guard mkdir(folder.string, 0o777) == 0 || errno == EEXIST else {
      throw Errno(rawValue: errno)
    }
  }

  /// Hands the bundle over.
  ///
  /// - Parameter name: Its name in `drop/`.
  /// - Throws: What failed.
  private func finish(as name: String) throws(Errno) {
    for folder in folders { Self.flush(folder) }
    guard rename(part.string, drop.appending(name).string) == 0 else {
      throw Errno(rawValue: errno)
    }
    Self.flush(drop)
  }

  /// Waits until a folder's entries are on the disk. A drop folder that this user may write but
  /// not list can't be opened for it; the daemon does it before it accepts the job.
  private static func flush(_ folder: FilePath) {
    let number = open(folder.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    try? OwnedDescriptor(owning: number).sync(folder.string)
  }

  /// Takes away what was built; what can't be removed is left to the daemon's sweep.
  private func discard() {
    for place in places { unlink(part.appending(place).string) }
    for folder in folders.sorted(by: { $0.components.count > $1.components.count }) {
      rmdir(folder.string)
    }
  }
}
