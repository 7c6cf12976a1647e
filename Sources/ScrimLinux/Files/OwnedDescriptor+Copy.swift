import Glibc
import SystemPackage

extension OwnedDescriptor {
  /// Maximum bytes per read.
  private static let chunk = 1 << 18

  /// Reads once at an offset, independent of the descriptor's position; retries after a signal.
  ///
  /// - Returns: The number of bytes, 0 at the end of the file; negative, with errno, on failure.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    while true {
      let count = pread(raw, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// Reads from the descriptor's position to the end, also from a pipe.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of bytes.
  ///   - what: What is read, for messages.
  /// - Returns: The bytes.
  /// - Throws: ``SystemError``; EFBIG if there are more than `limit`.
  package func readStream(limit: Int, of what: String) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try readNext(1 << 16, of: what)
      if part.isEmpty { return bytes }
      bytes += part
      guard bytes.count <= limit else { throw SystemError(.fileTooLarge, "read \(what)") }
    }
  }

  /// Reads at the descriptor's position, and waits for the first byte.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes.
  ///   - what: What is read, for messages.
  /// - Returns: The bytes; none at the end only.
  /// - Throws: ``SystemError``.
  package func readNext(_ count: Int, of what: String) throws(SystemError) -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { (buffer, filled) throws(SystemError) in
      while true {
        let part = Glibc.read(raw, buffer.baseAddress, count)
        if part < 0, errno == EINTR { continue }
        filled = try check(part, "read \(what)")
        return
      }
    }
  }

  /// A part of the file.
  ///
  /// - Parameters:
  ///   - offset: Where it begins.
  ///   - count: Its maximum length, bytes.
  ///   - what: What is read, for messages.
  /// - Returns: The bytes; fewer than `count` only at the end of the file.
  /// - Throws: ``SystemError``.
  package func bytes(at offset: Int, count: Int, of what: String) throws(SystemError) -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: count) { (buffer, filled) throws(SystemError) in
      while filled < count {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let part = try check(read(into: rest, at: offset + filled), "read \(what)")
        if part == 0 { break }
        filled += part
      }
    }
  }

  /// Passes the file's bytes in chunks, from the beginning to the end or until `body` returns false.
  ///
  /// - Throws: ``SystemError``, including those of `body`.
  package func eachChunk(
    of what: String, _ body: (UnsafeRawBufferPointer) throws(SystemError) -> Bool
  ) throws(SystemError) {
    let size = try Int(status(of: what).st_size)
    let capacity = min(Self.chunk, max(1 << 12, size))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while true {
      let count = try check(read(into: buffer, at: offset), "read \(what)")
      guard count > 0 else { return }
      offset += count
      guard try body(UnsafeRawBufferPointer(rebasing: buffer[..<count])) else { return }
    }
  }

  /// Copies the file's bytes, from the beginning, to the current position of another descriptor.
  ///
  /// - Parameters:
  ///   - target: The descriptor to write to; it is not flushed.
  ///   - limit: Maximum number of bytes.
  ///   - what: The file, as named in messages.
  ///   - name: The copy, as named in messages.
  ///   - visit: Called with each chunk before it is written.
  /// - Returns: The number of bytes; `nil` if the file has more than `limit`. In this case the copy is incomplete.
  /// - Throws: ``SystemError``, including those of `visit`.
  @discardableResult
  package func copy(
    to target: OwnedDescriptor, limit: Int = .max, of what: String, as name: String,
    visit: (UnsafeRawBufferPointer) throws(SystemError) -> Void = { _ in }
  ) throws(SystemError) -> Int? {
    var copied = 0
    var isComplete = true
    try eachChunk(of: what) { (chunk) throws(SystemError) in
      guard chunk.count <= limit - copied else {
        isComplete = false
        return false
      }
      try visit(chunk)
      try target.write(chunk, to: name)
      copied += chunk.count
      return true
    }
    return isComplete ? copied : nil
  }
}
