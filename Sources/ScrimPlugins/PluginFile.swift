internal import Glibc
internal import ScrimLinux

/// A library's file, opened once: the checked descriptor is the one that is loaded.
final class PluginFile {
  let descriptor: Int32
  let path: String
  /// The file's identity, independent of its name.
  let identity: FileIdentity

  /// Maximum size of a plugin in bytes; far more than debug builds need.
  static let maxBytes = 512 << 20

  /// Opens a regular file.
  ///
  /// - Throws: `PluginRefusal` if it is missing or unreadable.
  init(path: String) throws(PluginRefusal) {
    // Non-blocking, so that opening a pipe does not wait for its other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw PluginFile.unreadable(errno) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = errno
      close(descriptor)
      throw PluginFile.unreadable(error)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw PluginRefusal(.unreadable, "It is not a regular file.")
    }
    self.descriptor = descriptor
    self.path = path
    identity = FileIdentity(status)
  }

  private var staysOpen = false

  deinit { if !staysOpen { close(descriptor) } }

  /// Keeps the descriptor open for the lifetime of the process.
  func keepOpen() { staysOpen = true }

  /// Reads the complete file. The check does not map it: truncating a mapped file causes a SIGBUS.
  ///
  /// - Throws: `PluginRefusal` if it cannot be read, or is too large for a library.
  func bytes() throws(PluginRefusal) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw PluginFile.unreadable(errno) }
    guard status.st_size <= Self.maxBytes else {
      throw PluginRefusal(.foreign, "It has more than \(Self.maxBytes) bytes.")
    }
    var error: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, filled in
      while filled < buffer.count, error == 0 {
        let rest = UnsafeMutableRawBufferPointer(
          rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
        let count = pread(descriptor, rest.baseAddress, rest.count, off_t(filled))
        if count > 0 {
          filled += count
        } else if count == 0 {
          break
        } else if errno != EINTR {
          error = errno
        }
      }
    }
    guard error == 0 else { throw PluginFile.unreadable(error) }
    return bytes
  }

  private static func unreadable(_ error: Int32) -> PluginRefusal {
    PluginRefusal(.unreadable, "It cannot be read: \(String(cString: strerror(error))).")
  }
}
