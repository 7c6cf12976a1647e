import CLinux
import Glibc
import SystemPackage

/// Files in memory that nobody can change any more: how bytes go between processes.
///
/// Who receives one may measure it once and rely on that; unsealed, a file could shrink or change
/// under the reader.
public enum MemoryFile {
  /// A sealed file with these bytes, standing at its beginning.
  public static func sealed(
    _ name: String, _ bytes: [UInt8]
  ) throws(SystemError) -> OwnedDescriptor {
    let file = OwnedDescriptor(owning: try check(scrim_memory_file(name), "create a memory file"))
    try fill(file, bytes)
    return file
  }

  /// A file of so many bytes for somebody else to fill, who can make it neither longer nor shorter.
  public static func allocate(_ name: String, bytes: Int) throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(
      owning: try check(scrim_memory_allocate(name, UInt64(bytes)), "create a memory file"))
  }

  /// Writes the bytes to a file that is empty, or has room for just as many, and seals it. It stands at
  /// its beginning then.
  public static func fill(_ file: OwnedDescriptor, _ bytes: [UInt8]) throws(SystemError) {
    try file.write(bytes, to: "a memory file")
    try check(lseek(file.raw, 0, SEEK_SET), "rewind a memory file")
    try check(scrim_seal(file.raw), "seal a memory file")
  }

  /// The size of a sealed file, bytes.
  ///
  /// - Throws: ``SystemError`` EPERM for a descriptor that is no sealed memory file.
  public static func size(ofSealed file: OwnedDescriptor) throws(SystemError) -> Int {
    guard scrim_is_sealed(file.raw) == 1 else {
      throw SystemError(.notPermitted, "accept a file that is not sealed")
    }
    return Int(try file.status(of: "a memory file").st_size)
  }
}
