public import Glibc
import SystemPackage

/// An open descriptor, closed when the last one that holds it lets go.
public final class OwnedDescriptor: Sendable {
  /// The number, valid as long as this object lives.
  public let raw: Int32

  /// Takes the descriptor over.
  public init(owning raw: Int32) {
    self.raw = raw
  }

  deinit {
    // EINTR or EIO: the number is free all the same on Linux, and there is nobody to tell.
    _ = close(raw)
  }
}

extension OwnedDescriptor {
  /// Reads up to `limit` bytes from the beginning, wherever the descriptor stands.
  ///
  /// - Throws: ``SystemError``; EFBIG when there is more than `limit`.
  public func readAll(limit: Int, of what: String) throws(SystemError) -> [UInt8] {
    let size = try Int(status(of: what).st_size)
    guard size <= limit else { throw SystemError(.fileTooLarge, "read \(what)") }
    // One byte more than the file says it has, so that a file that grows meanwhile is noticed.
    let capacity = min(size, limit) + 1
    var failure: SystemError?
    var bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      while count < capacity {
        let part = pread(
          raw, buffer.baseAddress.map { $0 + count }, capacity - count, off_t(count))
        if part == 0 { break }
        if part < 0 {
          if errno == EINTR { continue }
          failure = .current("read \(what)")
          break
        }
        count += part
      }
    }
    if let failure { throw failure }
    guard bytes.count <= limit else { throw SystemError(.fileTooLarge, "read \(what)") }
    if bytes.count == capacity {
      bytes += try rest(after: capacity, limit: limit, of: what)
    }
    return bytes
  }

  /// What was appended while the file was read.
  private func rest(
    after start: Int, limit: Int, of what: String
  ) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let part = pread(raw, &chunk, chunk.count, off_t(start + bytes.count))
      if part == 0 { return bytes }
      if part < 0 && errno == EINTR { continue }
      try check(part, "read \(what)")
      bytes += chunk[..<part]
      guard start + bytes.count <= limit else {
        throw SystemError(.fileTooLarge, "read \(what)")
      }
    }
  }

  /// Writes all bytes where the descriptor stands.
  public func write(_ bytes: some Sequence<UInt8>, to what: String) throws(SystemError) {
    let all = Array(bytes)
    var done = 0
    while done < all.count {
      let part = all.withUnsafeBytes { buffer in
        Glibc.write(raw, buffer.baseAddress.map { $0 + done }, all.count - done)
      }
      if part < 0 && errno == EINTR { continue }
      done += try check(part, "write \(what)")
    }
  }

  /// Waits until content and size are on the disk. After a failure the content must be written
  /// anew to another file: the kernel reports a lost page only once.
  public func sync(_ what: String) throws(SystemError) {
    try check(fsync(raw), "sync \(what) to disk")
  }

  public func status(of what: String) throws(SystemError) -> stat {
    var about = stat()
    try check(fstat(raw, &about), "stat \(what)")
    return about
  }
}
