import Glibc

/// Directory listings.
extension Folder {
  /// The names in the folder, unsorted. Names that are not UTF-8 are left out.
  public func names() throws(SystemError) -> [String] {
    try namesAndGarbled().names
  }

  /// The names in the folder, and those that are not UTF-8, with � in place of invalid bytes. The latter are for
  /// messages only; no file can be opened by them.
  public func namesAndGarbled() throws(SystemError) -> (names: [String], garbled: [String]) {
    var names: [String] = []
    var garbled: [String] = []
    try eachName { bytes in
      if let name = String(validating: bytes, as: UTF8.self) {
        names.append(name)
      } else {
        garbled.append(String(decoding: bytes, as: UTF8.self))
      }
    }
    return (names, garbled)
  }

  /// The bytes of every name in the folder, without a terminating zero.
  func rawNames() throws(SystemError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    try eachName { names.append(Array($0)) }
    return names
  }

  /// The names in the folder at a path, unsorted, with � in place of bytes that are not UTF-8.
  ///
  /// - Throws: ``SystemError``.
  package static func names(at path: String) throws(SystemError) -> [String] {
    let number = try check(
      Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), "list \(path)")
    var names: [String] = []
    try eachName(ofOwned: number, path) { names.append(String(decoding: $0, as: UTF8.self)) }
    return names
  }

  /// Passes the bytes of every name in the folder to `body`, unsorted, without storing them: for folders with very
  /// many names.
  public func eachName(_ body: (UnsafeRawBufferPointer) -> Void) throws(SystemError) {
    // A separate file description: reading moves its position.
    let number = try check(
      openat(descriptor.raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "list \(name)")
    try Self.eachName(ofOwned: number, name, body)
  }

  /// Passes names to `body`, unsorted, from a position on, until it returns false.
  ///
  /// - Parameters:
  ///   - position: What an earlier call for this folder has returned; 0 for its beginning.
  ///   - body: Called with the bytes of each name; returns whether to continue.
  /// - Returns: The position after the last name that was passed; `nil` if it returned true for all.
  /// - Throws: ``SystemError``.
  package func eachName(
    from position: Int, _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(SystemError) -> Int? {
    let number = try check(
      openat(descriptor.raw, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), "list \(name)")
    return try Self.eachName(ofOwned: number, name, from: position, body)
  }

  /// - Parameters:
  ///   - number: A folder's descriptor, which is closed.
  ///   - name: The folder's name, for messages.
  ///   - body: Called with the bytes of each name except `.` and `..`.
  /// - Throws: ``SystemError``.
  private static func eachName(
    ofOwned number: Int32, _ name: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(SystemError) {
    _ = try eachName(ofOwned: number, name, from: 0) { bytes in
      body(bytes)
      return true
    }
  }

  private static func eachName(
    ofOwned number: Int32, _ name: String, from position: Int,
    _ body: (UnsafeRawBufferPointer) -> Bool
  ) throws(SystemError) -> Int? {
    guard let stream = fdopendir(number) else {
      let error = SystemError.current("list \(name)")
      close(number)
      throw error
    }
    defer { closedir(stream) }
    if position > 0 { seekdir(stream, position) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .current("list \(name)") }
        return nil
      }
      let continues = withUnsafeBytes(of: &entry.pointee.d_name) { bytes -> Bool in
        let end = bytes.firstIndex(of: 0) ?? bytes.count
        let child = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        let isItselfOrAbove =
          child.count <= 2 && child.allSatisfy { $0 == UInt8(ascii: ".") }
        return isItselfOrAbove || body(child)
      }
      guard continues else { return telldir(stream) }
    }
  }
}
