import CLinux
import Glibc
import SystemPackage

/// Immutable memory files, which carry bytes between processes.
///
/// A receiver may rely on the size that it has read once; an unsealed file could shrink or change while it is read.
public enum MemoryFile {
  /// A sealed file with these bytes; its position is 0.
  public static func sealed(
    _ name: String, _ bytes: [UInt8]
  ) throws(SystemError) -> OwnedDescriptor {
    let file = OwnedDescriptor(owning: try check(scrim_memory_file(name), "create a memory file"))
    try fill(file, bytes)
    return file
  }

  /// A file of this size for another process to fill; its size is sealed.
  public static func allocate(_ name: String, bytes: Int) throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(
      owning: try check(scrim_memory_allocate(name, UInt64(bytes)), "create a memory file"))
  }

  /// Writes the bytes to a file that is empty or of exactly their size, seals it, and sets its position to 0.
  public static func fill(_ file: OwnedDescriptor, _ bytes: [UInt8]) throws(SystemError) {
    try file.write(bytes, to: "a memory file")
    try check(lseek(file.raw, 0, SEEK_SET), "rewind a memory file")
    try check(scrim_seal(file.raw), "seal a memory file")
  }

  /// The size of a sealed file in bytes.
  ///
  /// - Throws: ``SystemError`` EPERM if the descriptor is not a sealed memory file.
  public static func size(ofSealed file: OwnedDescriptor) throws(SystemError) -> Int {
    guard scrim_is_sealed(file.raw) == 1 else {
      throw SystemError(.notPermitted, "accept a file that is not sealed")
    }
    return Int(try file.status(of: "a memory file").st_size)
  }
}
