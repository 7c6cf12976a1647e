import Glibc
import ScrimJSON
import ScrimLinux
import SystemPackage

/// The walks over what was dropped: whether it may be read, whether it changed, to the disk, and
/// the one copy.
enum Tree {
  /// Folders in folders that a bundle may have.
  static let deepest = 8
  /// Names that are looked at, files and folders; a bundle with more is refused.
  static let maxNames = 1024

  /// What can be seen of a file or tree without reading it.
  struct Snapshot: Hashable {
    var names = 0
    var bytes: Int64 = 0
    /// The latest change of content, name or permissions: nanoseconds since 1970.
    var changed: Int64 = 0
    /// Mixes names' inodes, sizes and changes.
    var fingerprint = 0
  }

  static func snapshot(at name: String, in folder: Folder) throws(SystemError) -> Snapshot {
    var snapshot = Snapshot()
    try add(name, in: folder, depth: 0, to: &snapshot)
    return snapshot
  }

  private static func add(
    _ name: String, in folder: Folder, depth: Int, to snapshot: inout Snapshot
  ) throws(SystemError) {
    guard snapshot.names < maxNames, let about = try folder.status(of: name) else { return }
    let changed = Int64(about.st_ctim.tv_sec) * 1_000_000_000 + Int64(about.st_ctim.tv_nsec)
    var hasher = Hasher()
    hasher.combine(snapshot.fingerprint)
    hasher.combine(about.st_ino)
    hasher.combine(about.st_size)
    hasher.combine(changed)
    snapshot.names += 1
    snapshot.bytes += Int64(about.st_size)
    snapshot.changed = max(snapshot.changed, changed)
    snapshot.fingerprint = hasher.finalize()
    guard about.st_mode & S_IFMT == S_IFDIR, depth < deepest else { return }
    let inner = try folder.folder(name)
    for child in try inner.names().sorted() {
      try add(child, in: inner, depth: depth + 1, to: &snapshot)
    }
  }

  /// Writes all of it to the disk. What cannot be opened for reading cannot be accepted either:
  /// this is where it is found out, before anything was moved.
  static func sync(
    _ name: String, in folder: Folder, depth: Int = 0
  ) throws(SystemError) {
    guard let about = try folder.status(of: name) else { return }
    switch about.st_mode & S_IFMT {
    case S_IFREG:
      try folder.open(name, O_RDONLY | O_NONBLOCK).sync("\(folder.name)/\(name)")
    case S_IFDIR where depth < deepest:
      let inner = try folder.folder(name)
      // Deleting what is in it, later, needs leave to write.
      try check(
        faccessat(inner.descriptor.raw, ".", W_OK | X_OK, AT_EACCESS), "write to \(inner.name)")
      for child in try inner.names() { try sync(child, in: inner, depth: depth + 1) }
      try inner.sync()
    default:
      // Links, pipes and devices are refused when the job is accepted; they hold nothing to flush.
      break
    }
  }
}

/// Copies what was dropped, once, so that nobody can change it afterwards.
struct TreeCopy {
  let limits: SpoolLimits
  private var files = 0
  private var names = 0

  init(limits: SpoolLimits) {
    self.limits = limits
  }

  /// Copies a dropped document.
  ///
  /// - Throws: ``SpoolError`` refused; ``SystemError``.
  mutating func document(_ name: String, of source: Folder, to target: Folder) throws {
    try file(
      name, of: source, to: target, as: "job.json", called: "the job", limit: limits.jobBytes)
  }

  /// Copies a bundle, which must hold `job.json`.
  ///
  /// - Throws: ``SpoolError`` refused; ``SystemError``.
  mutating func bundle(_ source: Folder, to target: Folder) throws {
    guard let about = try source.status(of: "job.json") else {
      throw SpoolError(.refused, "the bundle has no job.json.")
    }
    if FileKind(about) == .folder {
      throw SpoolError(.refused, "\"job.json\" is a folder, not a file.")
    }
    try folder(source, to: target, path: [])
  }

  private mutating func folder(_ source: Folder, to target: Folder, path: [String]) throws {
    guard path.count < Tree.deepest else {
      throw SpoolError(.refused, "the bundle has folders nested more than \(Tree.deepest) deep.")
    }
    let (inside, garbled) = try source.namesAndGarbled()
    if let garbled = garbled.first {
      throw SpoolError(.refused, "\(called(path + [garbled])) has a name that is not UTF-8.")
    }
    for name in inside.sorted() {
      names += 1
      guard names <= Tree.maxNames else {
        throw SpoolError(.refused, "the bundle has more than \(Tree.maxNames) names.")
      }
      guard let about = try source.status(of: name) else { continue }
      let place = path + [name]
      if FileKind(about) == .folder {
        let inner = try whileStill(called(place)) { try source.folder(name) }
        try folder(inner, to: target.makeFolder(name), path: place)
      } else if place == ["job.json"] {
        try file(
          name, of: source, to: target, as: name, called: called(place), limit: limits.jobBytes)
      } else {
        files += 1
        guard files <= limits.files else {
          throw SpoolError(.refused, "the bundle has more than \(limits.files) files.")
        }
        try file(
          name, of: source, to: target, as: name, called: called(place), limit: limits.fileBytes)
      }
    }
    try target.sync()
  }

  /// A file of the bundle, as messages call it.
  private func called(_ path: [String]) -> String {
    quoted(path.joined(separator: "/"))
  }

  private func file(
    _ name: String, of source: Folder, to target: Folder, as copy: String, called: String,
    limit: Int
  ) throws {
    let (input, about) = try whileStill(called) {
      // Looked at before it is opened: a socket can't be, and a device may do something then.
      if let about = try source.status(of: name) { try check(about, called) }
      let input = try source.open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
      return (input, try input.status(of: name))
    }
    try check(about, called)
    let output = try target.open(copy, O_WRONLY | O_CREAT | O_EXCL)
    var rest = limit
    var chunk = [UInt8](repeating: 0, count: min(1 << 18, max(1 << 12, Int(about.st_size))))
    while true {
      let count = read(input.raw, &chunk, chunk.count)
      if count == 0 { break }
      if count < 0 && errno == EINTR { continue }
      try ScrimLinux.check(count, "read \(name)")
      rest -= count
      guard rest >= 0 else {
        throw SpoolError(.refused, "\(called) has more than \(limit) bytes.")
      }
      try output.write(chunk[..<count], to: copy)
    }
    try output.sync(copy)
  }

  /// Who has a bundle's folder open can still exchange what is in it, forbid it to be read, or have a
  /// lease on it: that is the job's fault, not the machine's.
  private func whileStill<Result>(_ called: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SystemError {
      switch error.code {
      case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels,
        .noSuchAddressOrDevice, .permissionDenied, .resourceTemporarilyUnavailable:
        throw SpoolError(.refused, "\(called) was changed during intake.")
      default: throw error
      }
    }
  }

  private func check(_ about: stat, _ called: String) throws(SpoolError) {
    let kind = FileKind(about)
    guard kind == .file else {
      throw SpoolError(.refused, "\(called) is \(kind.rawValue), not a file.")
    }
    // A second name could be another user's file, or let its owner change it afterwards.
    guard about.st_nlink == 1 else {
      throw SpoolError(.refused, "\(called) has more than one hard link: copy it.")
    }
  }
}
