import SystemPackage

/// Whole files into memory, from one file to another, and whole onto the disk.
enum FileBytes {
  private static let piece = 1 << 20

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - limit: The most bytes that are read.
  /// - Returns: The bytes, at most `limit`.
  /// - Throws: An `Errno`.
  static func read(_ path: FilePath, upTo limit: Int = .max) throws -> [UInt8] {
    let file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    return try file.closeAfter { try read(file, upTo: limit) }
  }

  static func read(_ file: FileDescriptor, upTo limit: Int = .max) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let wanted = min(piece, limit - bytes.count)
      let got = try [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      if got.isEmpty { break }
      bytes += got
    }
    return bytes
  }

  /// Copies all that a descriptor holds, from its start.
  static func copy(_ source: FileDescriptor, to target: FileDescriptor) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while true {
      let count = try source.read(fromAbsoluteOffset: offset, into: buffer)
      if count == 0 { return }
      try target.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
  }
}
