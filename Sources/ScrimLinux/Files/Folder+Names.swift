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

  /// - Parameters:
  ///   - number: A folder's descriptor, which is closed.
  ///   - name: The folder's name, for messages.
  ///   - body: Called with the bytes of each name except `.` and `..`.
  /// - Throws: ``SystemError``.
  private static func eachName(
    ofOwned number: Int32, _ name: String, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(SystemError) {
    guard let stream = fdopendir(number) else {
      let error = SystemError.current("list \(name)")
      close(number)
      throw error
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw .current("list \(name)") }
        return
      }
      withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        let end = bytes.firstIndex(of: 0) ?? bytes.count
        let child = UnsafeRawBufferPointer(rebasing: bytes[..<end])
        let isItselfOrAbove =
          child.count <= 2 && child.allSatisfy { $0 == UInt8(ascii: ".") }
        if !isItselfOrAbove { body(child) }
      }
    }
  }
}
