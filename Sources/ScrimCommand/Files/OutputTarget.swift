import Glibc
import ScrimLinux
import SystemPackage

/// What a path of an output refers to, links followed.
enum OutputTarget {
  /// A regular file, or none yet.
  case replaceable(FilePath, old: stat?)
  /// A device, pipe, socket or open file, which is written at its position.
  case opened(OwnedDescriptor)

  /// As the kernel.
  private static let maxLinks = 40
  /// statfs(2), f_type.
  private static let procFileSystem: Int64 = 0x9FA0
  private static let pause: useconds_t = 10_000

  /// - Parameters:
  ///   - path: The path.
  ///   - deadline: How long a pipe may wait for its reader; `nil` for no limit.
  /// - Throws: `Errno`, `SystemError`.
  init(_ path: FilePath, until deadline: ContinuousClock.Instant?) throws {
    var path = path
    for _ in 0..<Self.maxLinks {
      var about = stat()
      guard lstat(path.string, &about) == 0 else {
        guard errno == ENOENT else { throw Errno(rawValue: errno) }
        self = .replaceable(path, old: nil)
        return
      }
      switch FileKind(about) {
      case .file:
        self = .replaceable(path, old: about)
        return
      case .folder: throw Errno.isDirectory
      case .pipe:
        self = .opened(try Self.open(path, like: about, O_NONBLOCK, until: deadline))
        return
      case .device:
        self = .opened(try Self.open(path, like: about))
        return
      case .socket:
        let folder = path.removingLastComponent()
        self = .opened(
          try StreamSocket.connect(
            to: path.lastComponent?.string ?? "", inFolder: folder.isEmpty ? "." : folder.string))
        return
      case .link:
        if let folder = try Self.processFolder(of: path) {
          self = .opened(try Self.openDescriptor(path, in: folder, until: deadline))
          return
        }
        path = path.removingLastComponent().pushing(try Self.link(path))
      }
    }
    throw Errno.tooManySymbolicLinkLevels
  }

  /// A descriptor of this process, under a number of its own.
  ///
  /// - Throws: EBADF unless the process was started with it, open for writing.
  static func duplicate(_ number: Int32) throws(Errno) -> OwnedDescriptor {
    let flags = fcntl(number, F_GETFL)
    let access = flags & O_ACCMODE
    // What the process opened itself is closed on exec.
    guard flags >= 0, access != O_RDONLY, fcntl(number, F_GETFD) & FD_CLOEXEC == 0 else {
      throw .badFileDescriptor
    }
    let copy = fcntl(number, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else { throw Errno(rawValue: errno) }
    return OwnedDescriptor(owning: copy)
  }

  private static func link(_ path: FilePath) throws(Errno) -> FilePath {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path.string, &target, target.count)
    guard count >= 0 else { throw Errno(rawValue: errno) }
    let bytes = target[..<count].map(UInt8.init(truncatingIfNeeded:))
    return FilePath(String(decoding: bytes, as: UTF8.self))
  }

  /// The folder of a process's open files in which a link is, without links: "/proc/4711/fd"; `nil` for another link.
  private static func processFolder(of path: FilePath) throws -> FilePath? {
    let folder = path.removingLastComponent()
    let place = try OwnedDescriptor.openPath(folder.isEmpty ? "." : folder.string)
    guard try place.fileSystemType(of: folder.string) == procFileSystem else { return nil }
    let name = try withExtendedLifetime(place) { try link(FilePath("/proc/self/fd/\(place.raw)")) }
    return name.lastComponent == "fd" ? name : nil
  }

  /// Opens what is behind a link of `/proc/PID/fd`: this process's own descriptor with its position, or another
  /// process's file at its end.
  private static func openDescriptor(
    _ path: FilePath, in folder: FilePath, until deadline: ContinuousClock.Instant?
  ) throws -> OwnedDescriptor {
    if folder.starts(with: FilePath("/proc/\(getpid())")) {
      guard let number = path.lastComponent.flatMap({ Int32($0.string) }) else {
        throw Errno.badFileDescriptor
      }
      return try duplicate(number)
    }
    var about = stat()
    guard stat(path.string, &about) == 0 else { throw Errno(rawValue: errno) }
    let flags = FileKind(about) == .pipe ? O_APPEND | O_NONBLOCK : O_APPEND
    return try open(path, like: about, flags, until: deadline)
  }

  /// Opens a file that must still be the one that was looked at. A pipe has a reader before it is opened.
  private static func open(
    _ path: FilePath, like about: stat, _ flags: Int32 = 0,
    until deadline: ContinuousClock.Instant? = nil
  ) throws -> OwnedDescriptor {
    while true {
      // Without a deadline the kernel waits for a pipe's reader.
      let waiting = deadline == nil ? flags & ~O_NONBLOCK : flags
      let number = Glibc.open(path.string, O_WRONLY | O_NOCTTY | O_CLOEXEC | waiting)
      if number >= 0 {
        let file = OwnedDescriptor(owning: number)
        guard try FileIdentity(file.status(of: path.string)) == FileIdentity(about) else {
          throw Errno.resourceTemporarilyUnavailable
        }
        return file
      }
      let isUnread = errno == ENXIO && flags & O_NONBLOCK != 0
      guard errno == EINTR || isUnread else { throw Errno(rawValue: errno) }
      guard let deadline else { continue }
      guard .now < deadline else { throw Errno.timedOut }
      usleep(pause)
    }
  }
}
