import Glibc

/// Access control lists (acl(5)), by which the daemon shares files with a user: it cannot change a file's owner.
package enum AccessList {
  package static let read: UInt16 = 4
  package static let all: UInt16 = 7

  /// Grants a user access to a file or folder that only the daemon's account can use otherwise.
  ///
  /// - Parameters:
  ///   - user: The user; the daemon's own account needs no list.
  ///   - permissions: ``read`` or ``all``.
  ///   - file: The file or folder.
  /// - Throws: ``SystemError``; ENOTSUP if the file system does not support access control lists.
  package static func grant(
    _ user: UInt32, _ permissions: UInt16, on file: OwnedDescriptor
  ) throws(SystemError) {
    guard user != geteuid() else { return }
    try file.setAttribute(
      "system.posix_acl_access", list(user, permissions), for: "share with uid \(user)")
  }

  /// The kernel's format of `user::OWN,user:USER:PERMISSIONS,group::---,mask::PERMISSIONS,other::---`: a version, then
  /// tag, permissions and ID of each entry, little-endian.
  private static func list(_ user: UInt32, _ permissions: UInt16) -> [UInt8] {
    let none = UInt32.max
    let own: UInt16 = permissions == all ? all : 6
    let entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = [
      (0x01, own, none), (0x02, permissions, user), (0x04, 0, none), (0x10, permissions, none),
      (0x20, 0, none),
    ]
    var bytes = Self.bytes(UInt32(2))
    for entry in entries {
      bytes += Self.bytes(entry.tag) + Self.bytes(entry.permissions) + Self.bytes(entry.id)
    }
    return bytes
  }

  private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}
