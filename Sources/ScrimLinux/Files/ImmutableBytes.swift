import SystemPackage

/// Bytes that cannot change while they are used: this process's own, or those of a sealed memory file.
public enum ImmutableBytes: Sendable {
  case own([UInt8])
  /// A sealed memory file of `count` bytes.
  case file(OwnedDescriptor, count: Int)

  /// The bytes of a memory file.
  ///
  /// - Throws: ``SystemError`` EPERM if it is not sealed.
  public init(ofSealed file: OwnedDescriptor) throws(SystemError) {
    self = .file(file, count: try MemoryFile.size(ofSealed: file))
  }

  /// How many there are, 0 or more.
  public var count: Int {
    switch self {
    case .own(let bytes): bytes.count
    case .file(_, let count): count
    }
  }

  /// All bytes.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of bytes.
  ///   - what: What is read, for messages.
  /// - Returns: The bytes.
  /// - Throws: ``SystemError``; EFBIG if there are more than `limit`.
  package func read(limit: Int, of what: String) throws(SystemError) -> [UInt8] {
    switch self {
    case .own(let bytes):
      guard bytes.count <= limit else { throw SystemError(.fileTooLarge, "read \(what)") }
      return bytes
    case .file(let file, _): return try file.readAll(limit: limit, of: what)
    }
  }

  /// Copies the bytes to the current position of a descriptor, which is not flushed.
  ///
  /// - Parameters:
  ///   - target: The descriptor.
  ///   - what: What is read, for messages.
  ///   - name: The copy, for messages.
  ///   - visit: Called with each chunk before it is written.
  /// - Throws: ``SystemError``, including those of `visit`.
  package func copy(
    to target: OwnedDescriptor, of what: String, as name: String,
    visit: (UnsafeRawBufferPointer) throws(SystemError) -> Void = { _ in }
  ) throws(SystemError) {
    switch self {
    case .file(let file, let count):
      try file.copy(to: target, limit: count, of: what, as: name, visit: visit)
    case .own(let bytes):
      try bytes.withUnsafeBufferPointer { (all) throws(SystemError) in
        try visit(UnsafeRawBufferPointer(all))
        try target.write(UnsafeRawBufferPointer(all), to: name)
      }
    }
  }

  /// Passes the bytes in chunks, from the beginning to the end.
  ///
  /// - Throws: ``SystemError``, including those of `body`.
  package func eachChunk(
    of what: String, _ body: (UnsafeRawBufferPointer) throws(SystemError) -> Void
  ) throws(SystemError) {
    switch self {
    case .file(let file, _):
      try file.eachChunk(of: what) { (chunk) throws(SystemError) in
        try body(chunk)
        return true
      }
    case .own(let bytes):
      try bytes.withUnsafeBufferPointer { (all) throws(SystemError) in
        try body(UnsafeRawBufferPointer(all))
      }
    }
  }
}
