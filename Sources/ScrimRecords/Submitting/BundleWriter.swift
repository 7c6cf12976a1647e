import Glibc
import ScrimJSON
package import ScrimLinux
package import SystemPackage

/// Builds a bundle under a name that others pass over, in a spool's `drop/` or in a folder of templates. It appears
/// with one rename once all its bytes are on the disk.
package struct BundleWriter {
  /// The daemon is in the spool's group: it must be able to read and to move what is dropped, whatever the umask of the
  /// submitter.
  private static let dropModes: Modes = (0o770, 0o660)
  /// The service only reads templates, and nothing changes them.
  private static let installModes: Modes = (0o755, 0o644)

  private typealias Modes = (folder: UInt32, file: UInt32)

  private let folder: FilePath
  private let modes: Modes
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
    var bundle = try BundleWriter(in: spool.appending("drop"), dropModes)
    do {
      try bundle.add(document, as: BundleFile.document)
      if !options.isDefault { try bundle.add(options.json.bytes(), as: BundleFile.options) }
      for (place, file) in files { try bundle.add(file, as: place) }
      try bundle.finish(as: "\(name)@\(token).scrim")
    } catch {
      bundle.discard()
      throw error
    }
  }

  /// Puts a job or a template into a folder of others.
  ///
  /// - Parameters:
  ///   - name: The name of its folder.
  ///   - document: `job.json`.
  ///   - files: The files with their places.
  ///   - folder: The folder of the others.
  /// - Throws: What failed, and nothing is left then; ENOTEMPTY or EEXIST if there is one of that name.
  package static func install(
    _ name: String, document: [UInt8], files: [(place: String, file: OwnedDescriptor)],
    into folder: FilePath
  ) throws(Errno) {
    var bundle = try BundleWriter(in: folder, installModes)
    do {
      try bundle.add(document, as: BundleFile.document)
      for (place, file) in files { try bundle.add(file, as: place) }
      try bundle.finish(as: name)
    } catch {
      bundle.discard()
      throw error
    }
  }

  /// - Throws: What failed.
  private init(in folder: FilePath, _ modes: Modes) throws(Errno) {
    self.folder = folder
    self.modes = modes
    part = folder.appending(".\(RandomName.make(characters: 16)).part")
    try makeFolder(part)
    folders = [part]
  }

  /// Adds a file.
  private mutating func add(_ bytes: [UInt8], as place: String) throws(Errno) {
    let mode = modes.file
    try add(as: place) { (path) throws(Errno) in
      try FileCopy.write(.own(bytes), to: path, access: .mode(mode))
    }
  }

  /// Adds a copy of a file. Of two spellings of one place the first counts; the daemon says which is wrong.
  private mutating func add(_ file: OwnedDescriptor, as place: String) throws(Errno) {
    let mode = modes.file
    try add(as: place) { (path) throws(Errno) in
      try FileCopy.copy(file, to: path, access: .mode(mode))
    }
  }

  private mutating func add(
    as place: String, _ make: (FilePath) throws(Errno) -> Void
  ) throws(Errno) {
    let path = part.appending(place)
    try makeFolders(path.removingLastComponent())
    do {
      try make(path)
      places.append(place)
    } catch .fileExists {
      // The places below it would take it away.
      guard !folders.contains(path) else { throw .isDirectory }
    }
  }

  private mutating func makeFolders(_ folder: FilePath) throws(Errno) {
    guard !folders.contains(folder), folder.starts(with: part) else { return }
    try makeFolders(folder.removingLastComponent())
    try makeFolder(folder)
    folders.insert(folder)
  }

  private func makeFolder(_ folder: FilePath) throws(Errno) {
    // Made with its mode: a service with RestrictSUIDSGID= may not set it again together with the inherited bit.
    let mask = umask(0o777 & ~mode_t(modes.folder))
    let made = mkdir(folder.string, modes.folder)
    let reason = errno
    umask(mask)
    guard made == 0 else {
      if reason == EEXIST { return }
      throw Errno(rawValue: reason)
    }
    var about = stat()
    guard lstat(folder.string, &about) == 0 else { throw Errno(rawValue: errno) }
    // Those of the group may be inherited: the folder's bit that passes it on stays.
    let mode = about.st_mode & 0o7000 | modes.folder
    guard about.st_mode & 0o7777 == mode || chmod(folder.string, mode) == 0 else {
      throw Errno(rawValue: errno)
    }
  }

  /// Hands the bundle over.
  ///
  /// - Parameter name: Its name in the folder.
  /// - Throws: What failed.
  private func finish(as name: String) throws(Errno) {
    for folder in folders { Self.flush(folder) }
    guard rename(part.string, folder.appending(name).string) == 0 else {
      throw Errno(rawValue: errno)
    }
    Self.flush(folder)
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
