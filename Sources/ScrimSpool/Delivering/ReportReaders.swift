import Glibc
import ScrimLinux
import SystemPackage

/// The accounts that may read a report.
enum ReportReaders {
  /// Every member of the spool's group.
  case group
  /// The user who dropped the job, in addition to the daemon's own account.
  case submitter(UInt32)

  /// File permissions, to which ``grant(on:)`` adds.
  var mode: UInt32 {
    switch self {
    case .group: Spool.publicMode
    case .submitter: 0o600
    }
  }

  /// Grants the submitter read access by an access control list (acl(5)): the daemon cannot change a file's owner.
  ///
  /// - Throws: ``SystemError``; ENOTSUP if the file system does not support access control lists.
  func grant(on file: OwnedDescriptor) throws(SystemError) {
    guard case .submitter(let user) = self, user != geteuid() else { return }
    try file.setAttribute(
      "system.posix_acl_access", Self.list(reader: user), for: "allow uid \(user) to read a report")
  }

  /// The kernel's format of `user::rw-,user:READER:r--,group::---,mask::r--,other::---`: a version, then tag,
  /// permissions and ID of each entry, little-endian.
  private static func list(reader: UInt32) -> [UInt8] {
    let none = UInt32.max
    let entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = [
      (0x01, 6, none), (0x02, 4, reader), (0x04, 0, none), (0x10, 4, none), (0x20, 0, none),
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
