internal import Glibc
internal import ScrimLinux

/// A library's file, opened once: what is checked through this descriptor is what is loaded.
final class PluginFile {
  let descriptor: Int32
  let path: String
  /// Which file it is, whatever it is called.
  let identity: FileIdentity

  /// The most bytes that a plugin may have; far more than debug builds need.
  static let maxBytes = 512 << 20

  /// Opens a regular file.
  ///
  /// - Throws: `PluginRefusal` if there is none, or none that can be read.
  init(path: String) throws(PluginRefusal) {
    // Non-blocking, so that a pipe of that name doesn't wait for its other end.
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

  /// Lets the descriptor stay open as long as the process lives.
  func keepOpen() { staysOpen = true }

  /// Reads the whole file. It is never mapped for the check: a file that is cut short under a map
  /// is a SIGBUS.
  ///
  /// - Throws: `PluginRefusal` if it can't be read, or is too large for a library.
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
