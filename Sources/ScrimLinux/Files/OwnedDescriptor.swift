import CLinux
public import Glibc
import SystemPackage

/// An open descriptor, closed when the last reference is released.
public final class OwnedDescriptor: Sendable {
  /// The number, valid as long as this object lives.
  public let raw: Int32

  /// Takes ownership of the descriptor.
  public init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    // EINTR or EIO: on Linux the descriptor is closed nevertheless, and the error cannot be reported.
    _ = close(raw)
  }
}

extension OwnedDescriptor {
  /// Standard input, under a number of its own: number 0, once closed, would be given to the next file.
  ///
  /// - Throws: ``SystemError``.
  public static func standardInput() throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(
      owning: try check(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), "read standard input"))
  }

  /// Reads up to `limit` bytes from the beginning, independent of the descriptor's position.
  ///
  /// - Throws: ``SystemError``; EFBIG if there are more than `limit`.
  public func readAll(limit: Int, of what: String) throws(SystemError) -> [UInt8] {
    let size = try Int(status(of: what).st_size)
    guard size <= limit else { throw SystemError(.fileTooLarge, "read \(what)") }
    // One byte more than the file's size, to detect a file that grows in the meantime.
    let capacity = min(size, limit) + 1
    var bytes = try [UInt8](unsafeUninitializedCapacity: capacity) {
      (buffer, count) throws(SystemError) in
      while count < capacity {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let part = try check(read(into: rest, at: count), "read \(what)")
        if part == 0 { break }
        count += part
      }
    }
    guard bytes.count <= limit else { throw SystemError(.fileTooLarge, "read \(what)") }
    if bytes.count == capacity {
      bytes += try rest(after: capacity, limit: limit, of: what)
    }
    return bytes
  }

  /// The bytes appended while the file was read.
  private func rest(
    after start: Int, limit: Int, of what: String
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let offset = start + bytes.count
      let part = try check(
        chunk.withUnsafeMutableBytes { read(into: $0, at: offset) }, "read \(what)")
      if part == 0 { return bytes }
      bytes += chunk[..<part]
      guard start + bytes.count <= limit else {
        throw SystemError(.fileTooLarge, "read \(what)")
      }
    }
  }

  /// Writes all bytes at the descriptor's position.
  public func write(_ bytes: some Sequence<UInt8>, to what: String) throws(SystemError) {
    let all = Array(bytes)
    try write(all.count, to: what) { done in
      all.withUnsafeBytes { Glibc.write(raw, $0.baseAddress.map { $0 + done }, $0.count - done) }
    }
  }

  func write(_ bytes: UnsafeRawBufferPointer, to what: String) throws(SystemError) {
    try write(bytes.count, to: what) { done in
      Glibc.write(raw, bytes.baseAddress.map { $0 + done }, bytes.count - done)
    }
  }

  /// Calls `part` with the number of bytes written until all are.
  private func write(
    _ count: Int, to what: String, _ part: (_ done: Int) -> Int
  ) throws(SystemError) {
    var done = 0
    while done < count {
      let written = part(done)
      if written < 0 && errno == EINTR { continue }
      done += try check(written, "write \(what)")
    }
  }

  /// Flushes content and size to disk. After a failure the content must be written to another file: the kernel
  /// reports a lost page only once.
  public func sync(_ what: String) throws(SystemError) {
    try check(fsync(raw), "sync \(what) to disk")
  }

  /// Locks the open file (flock(2)), excluding all other file descriptions, also in this process.
  ///
  /// - Parameters:
  ///   - operation: `LOCK_EX | LOCK_NB` and so on.
  ///   - what: The file, as named in messages.
  /// - Returns: False if it is locked and the operation does not wait.
  /// - Throws: ``SystemError``.
  package func lock(_ operation: Int32, _ what: String) throws(SystemError) -> Bool {
    while flock(raw, operation) != 0 {
      if errno == EWOULDBLOCK { return false }
      if errno != EINTR { throw .current("lock \(what)") }
    }
    return true
  }

  public func status(of what: String) throws(SystemError) -> stat {
    var about = stat()
    try check(fstat(raw, &about), "stat \(what)")
    return about
  }
}

extension OwnedDescriptor {
  /// Opens a path, close-on-exec.
  ///
  /// - Parameters:
  ///   - path: The path; symbolic links are followed.
  ///   - flags: `O_RDONLY` and so on; not `O_CREAT`.
  ///   - followsMagicLinks: Whether to follow also /proc's links to open files; ELOOP otherwise.
  /// - Returns: The open file.
  /// - Throws: ``SystemError``.
  package static func open(
    _ path: String, _ flags: Int32, followsMagicLinks: Bool = true
  ) throws(SystemError) -> OwnedDescriptor {
    let number =
      followsMagicLinks
      ? Glibc.open(path, flags | O_CLOEXEC) : scrim_open_anywhere(path, flags)
    return OwnedDescriptor(owning: try check(number, "open \(path)"))
  }

  /// Opens a path without access to the file itself (O_PATH).
  ///
  /// - Throws: ``SystemError``.
  package static func openPath(_ path: String) throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(owning: try check(scrim_open_place(path), "open \(path)"))
  }

  /// Opens a path below this folder. Symbolic links that stay below the folder are followed.
  ///
  /// - Throws: ``SystemError``: EXDEV if the path leaves the folder, ELOOP for a magic link of /proc.
  package func open(
    beneath path: String, _ flags: Int32
  ) throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(owning: try check(scrim_open_beneath(raw, path, flags), "open \(path)"))
  }
}

extension OwnedDescriptor {
  /// Sets an extended attribute (xattr(7)).
  ///
  /// - Parameters:
  ///   - name: The name with its namespace: `user.scrim.job`.
  ///   - value: The bytes.
  ///   - attempt: The purpose, as the end of "cannot …".
  /// - Throws: ``SystemError``; ENOTSUP if the file system does not support such attributes.
  package func setAttribute(
    _ name: String, _ value: [UInt8], for attempt: String
  ) throws(SystemError) {
    try check(scrim_set_attribute(raw, name, value, value.count), attempt)
  }

  /// An extended attribute of at most `limit` bytes; `nil` if it is missing, empty, longer or not readable.
  package func attribute(_ name: String, limit: Int) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: limit)
    let count = scrim_get_attribute(raw, name, &value, value.count)
    return count > 0 ? Array(value[..<count]) : nil
  }

  /// The magic number of the file system (statfs(2), f_type).
  ///
  /// - Throws: ``SystemError``.
  package func fileSystemType(of what: String) throws(SystemError) -> Int64 {
    try check(scrim_file_system_type(raw), "determine the file system of \(what)")
  }
}
