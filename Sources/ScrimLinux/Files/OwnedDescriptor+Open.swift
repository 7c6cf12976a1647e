import CLinux
import Glibc

extension OwnedDescriptor {
  /// Opens a path, close-on-exec.
  ///
  /// - Parameters:
  ///   - path: The path; symbolic links are followed.
  ///   - flags: `O_RDONLY` and so on; not `O_CREAT`.
  ///   - followsMagicLinks: Whether to follow also /proc's links to open files; ELOOP otherwise.
  /// - Returns: The open file.
  /// - Throws: ``SystemError``.
  package static func open(
    _ path: String, _ flags: Int32, followsMagicLinks: Bool = true
  ) throws(SystemError) -> OwnedDescriptor {
    let number =
      followsMagicLinks
      ? Glibc.open(path, flags | O_CLOEXEC) : scrim_open_anywhere(path, flags)
    return OwnedDescriptor(owning: try check(number, "open \(path)"))
  }

  /// Opens a path without access to the file itself (O_PATH).
  ///
  /// - Throws: ``SystemError``.
  package static func openPath(_ path: String) throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(owning: try check(scrim_open_place(path), "open \(path)"))
  }

  /// Opens a path below this folder. Symbolic links that stay below the folder are followed.
  ///
  /// - Throws: ``SystemError``: EXDEV if the path leaves the folder, ELOOP for a magic link of /proc.
  package func open(
    beneath path: String, _ flags: Int32
  ) throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(owning: try check(scrim_open_beneath(raw, path, flags), "open \(path)"))
  }
}
