import Glibc
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// A file with a key.
enum KeyFile {
  private static let longest = 1 << 14

  /// Reads a key. A private key must be closed to all but its owner, as ssh(1) demands.
  ///
  /// - Throws: A ``Failure``.
  static func read(_ path: String, _ kind: Ed25519.Kind) throws -> Ed25519 {
    let file = try OwnedDescriptor(reading: path)
    do {
      let about = try file.status(of: path)
      if kind == .privateKey, about.st_mode & 0o077 != 0, about.st_mode & S_IFMT == S_IFREG {
        throw Failure(
          .dataError,
          "\(path) is accessible to other users, so its key is not used: chmod go= it.")
      }
      return try Ed25519(file.readAll(limit: longest, of: path), kind)
    } catch let error as Ed25519.Unusable {
      throw Failure(.dataError, "\(path) \(error)")
    } catch let error as SystemError where error.code == .fileTooLarge {
      throw Failure(.dataError, "\(path) has more than \(longest) bytes: it is not a key.")
    }
  }
}

extension OwnedDescriptor {
  /// Opens a file that a command reads.
  ///
  /// - Throws: A ``Failure``.
  convenience init(reading path: String) throws {
    let number = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else {
      let error = Errno(rawValue: errno)
      throw error == .noSuchFileOrDirectory
        ? Failure(.missing, "\(path): no such file.")
        : Failure(.io, "\(path) cannot be read: \(error).")
    }
    self.init(owning: number)
  }
}
