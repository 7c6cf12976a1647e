import Glibc
package import ScrimLinux
package import SystemPackage

/// A file that an option names: every program writes such files here.
///
/// A regular file, or none, is written beside its place and renamed, whole or not at all; it keeps the permissions of
/// the file that it replaces. A symbolic link is followed. Everything else (a device, pipe or socket, the open file
/// behind `/dev/stdout` or `/dev/fd/N`) is opened and written, and never replaced.
package struct OutputFile {
  /// As the user gave it.
  private let name: String
  private let isStandardOutput: Bool

  /// - Parameter option: What an option said; `-` is standard output, and `./-` a file of this name.
  package init(option: String) {
    name = option
    isStandardOutput = option == "-"
  }

  /// - Parameter path: A path; folders that are missing are made.
  package init(at path: FilePath) {
    name = path.string
    isStandardOutput = false
  }

  /// Writes bytes.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - deadline: How long a pipe or socket may take; `nil` for no limit.
  /// - Returns: What was written.
  /// - Throws: A ``Failure`` that names the path; no part of a regular file is left then.
  @discardableResult
  package func write(
    _ bytes: ImmutableBytes, until deadline: ContinuousClock.Instant? = nil
  ) throws -> WrittenFile {
    try failing {
      try write(
        deadline,
        whole: { (part, access) throws(Errno) in
          try FileCopy.write(bytes, to: part, access: access)
        }, chunks: { (body) throws(SystemError) in try bytes.eachChunk(of: "an output", body) })
    }
  }

  /// Copies a file.
  ///
  /// - Parameters:
  ///   - source: Read from the beginning.
  ///   - deadline: How long a pipe or socket may take; `nil` for no limit.
  /// - Returns: What was written.
  /// - Throws: A ``Failure`` that names the path; no part of a regular file is left then.
  @discardableResult
  package func write(
    _ source: OwnedDescriptor, until deadline: ContinuousClock.Instant? = nil
  ) throws -> WrittenFile {
    try failing {
      try write(
        deadline,
        whole: { (part, access) throws(Errno) in
          try FileCopy.copy(source, to: part, access: access)
        },
        chunks: { (body) throws(SystemError) in
          try source.eachChunk(of: "an output") { (chunk) throws(SystemError) in
            try body(chunk)
            return true
          }
        })
    }
  }

  /// Opens the file for lines that are added one by one, and that a reader may follow: a regular file is emptied.
  ///
  /// - Parameter deadline: How long a pipe may wait for its reader; `nil` for no limit.
  /// - Returns: The open file.
  /// - Throws: A ``Failure`` that names the path.
  package func openLines(until deadline: ContinuousClock.Instant? = nil) throws -> OwnedDescriptor {
    try failing {
      switch try target(until: deadline) {
      case .opened(let file): return file
      case .replaceable(let path, _):
        let number = open(path.string, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY | O_CLOEXEC, 0o666)
        guard number >= 0 else { throw Errno(rawValue: errno) }
        return OwnedDescriptor(owning: number)
      }
    }
  }

  private func write(
    _ deadline: ContinuousClock.Instant?,
    whole: (_ part: FilePath, FileCopy.Access) throws(Errno) -> Void,
    chunks: (_ body: (UnsafeRawBufferPointer) throws(SystemError) -> Void) throws(SystemError) ->
      Void
  ) throws -> WrittenFile {
    switch try target(until: deadline) {
    case .opened(let file):
      try chunks { (chunk) throws(SystemError) in
        try file.writeStream(chunk, until: deadline, to: name)
      }
      let isSame = try FileIdentity(file.status(of: name)) == Self.standardOutput
      return WrittenFile(shown: isSame || isStandardOutput ? nil : FilePath(name), file: nil)
    case .replaceable(let path, let old):
      try replace(path, old, whole)
      return WrittenFile(shown: FilePath(name), file: path)
    }
  }

  private func target(until deadline: ContinuousClock.Instant?) throws -> OutputTarget {
    if isStandardOutput { return .opened(try OutputTarget.duplicate(STDOUT_FILENO)) }
    guard !name.hasSuffix("/"), FilePath(name).lastComponent != nil else {
      throw Failure(.io, "\(name) is not a file name.")
    }
    return try OutputTarget(FilePath(name), until: deadline)
  }

  private static var standardOutput: FileIdentity? {
    var about = stat()
    return fstat(STDOUT_FILENO, &about) == 0 ? FileIdentity(about) : nil
  }

  private func replace(
    _ path: FilePath, _ old: stat?,
    _ fill: (_ part: FilePath, FileCopy.Access) throws(Errno) -> Void
  ) throws(Errno) {
    let folder = path.removingLastComponent()
    // A name of its own: the file's may be as long as names can be.
    let part = folder.appending(".\(RandomName.make(characters: 16)).part")
    // What a link points to is in a folder of others.
    if !folder.isEmpty, path == FilePath(name) { try Self.makeFolders(folder) }
    do throws(Errno) {
      try fill(part, old.map { .like($0) } ?? .umask)
      guard rename(part.string, path.string) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      unlink(part.string)
      throw error
    }
  }

  private static func makeFolders(_ folder: FilePath) throws(Errno) {
    if FileStatus(of: folder)?.isFolder ?? false { return }
    let parent = folder.removingLastComponent()
    if !parent.isEmpty { try makeFolders(parent) }
    guard mkdir(folder.string, 0o777) == 0 || errno == EEXIST else {
      throw Errno(rawValue: errno)
    }
  }

  private func failing<Result>(_ body: () throws -> Result) throws(Failure) -> Result {
    do {
      return try body()
    } catch let failure as Failure {
      throw failure
    } catch {
      let code = (error as? SystemError)?.code ?? error as? Errno
      let name = isStandardOutput ? "standard output" : name
      switch code {
      case .timedOut:
        throw Failure(.timedOut, "\(name) cannot be written: nothing read it before the time-out.")
      case .brokenPipe:
        throw Failure(.io, "\(name) cannot be written: its reader has closed it.")
      case .connectionRefused:
        throw Failure(.io, "\(name) cannot be written: nothing listens on this socket.")
      case .protocolWrongTypeForSocket:
        throw Failure(.io, "\(name) cannot be written: it is not a stream socket.")
      case .badFileDescriptor:
        throw Failure(.io, "\(name) cannot be written: it is not open for writing.")
      case .tooManySymbolicLinkLevels:
        throw Failure(.io, "\(name) cannot be written: its symbolic links have no end.")
      case let code?: throw Failure(.io, "\(name) cannot be written: \(code).")
      case nil: throw Failure(.io, "\(name) cannot be written: \(error).")
      }
    }
  }
}

/// An output that was written.
package struct WrittenFile {
  /// The path to print, as the user gave it; `nil` if it is standard output, where it would be among the bytes.
  package let shown: FilePath?
  /// The regular file, links followed; `nil` if the bytes went into a device, pipe, socket or open file.
  package let file: FilePath?

  /// Waits until the file's name is on the disk; its bytes are.
  ///
  /// - Throws: A ``Failure`` that names the folder.
  package func flushName() throws {
    guard let file else { return }
    let folder = file.removingLastComponent()
    do {
      try OwnedDescriptor.open(folder.isEmpty ? "." : folder.string, O_RDONLY | O_DIRECTORY)
        .sync(folder.string)
    } catch {
      throw Failure(.io, "\(folder) cannot be flushed: \(error).")
    }
  }
}

extension Console {
  /// Prints the path of an output, unless it went to standard output.
  package func result(_ written: WrittenFile) {
    if let path = written.shown { result(path: path) }
  }
}
