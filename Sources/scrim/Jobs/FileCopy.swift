import Glibc
import ScrimLinux
import SystemPackage

/// Copies of files on the disk.
enum FileCopy {
  private static let piece = 1 << 20

  /// Copies a file's bytes to a new file, and waits until they are on the disk.
  ///
  /// - Parameters:
  ///   - source: Read from the beginning, wherever it stands.
  ///   - path: Must not exist yet.
  /// - Throws: The `Errno` of what failed.
  static func copy(_ source: OwnedDescriptor, to path: FilePath) throws(Errno) {
    let number = open(path.string, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    let target = OwnedDescriptor(owning: number)
    do {
      var offset = 0
      while true {
        let bytes = try piece(of: source, at: offset)
        if bytes.isEmpty { break }
        try target.write(bytes, to: path.string)
        offset += bytes.count
      }
      try target.sync(path.string)
    } catch {
      throw error.code
    }
  }

  private static func piece(
    of source: OwnedDescriptor, at offset: Int
  ) throws(SystemError) -> [UInt8] {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: piece) { buffer, count in
      var got = 0
      repeat {
        got = pread(source.raw, buffer.baseAddress, buffer.count, off_t(offset))
        code = got < 0 ? errno : 0
      } while code == EINTR
      count = max(0, got)
    }
    guard code == 0 else { throw SystemError(Errno(rawValue: code), "read a file") }
    return bytes
  }
}
