import CLinux
import Glibc
import ScrimLinux

/// Whether a place can keep the spool's promises.
enum Suitability {
  /// Locks, flushed renames and hard links mean what they say on a local disk only.
  static func check(_ root: Folder) throws(SpoolError) {
    let type = scrim_file_system_type(root.descriptor.raw)
    guard let name = remote[type] else { return }
    throw SpoolError(
      .unsuitable,
      "\(root.name) is on \(name), where locks and flushed renames cannot be relied on. "
        + "Put the spool on a local disk.")
  }

  /// Outputs carry the id of their job, so that it is known whose they are.
  static func checkAttributes(_ folder: Folder) throws {
    let name = ".attributes-\(JobID.random(characters: 8))"
    let file = try folder.open(name, O_RDWR | O_CREAT | O_EXCL)
    defer { try? folder.removeFile(name) }
    do {
      try OutputMark.set(JobID(time: 1_000_000_000_000, user: 0), on: file)
    } catch {
      throw SpoolError(
        .unsuitable,
        "the file system of \(folder.name) keeps no extended attributes (user.*): \(error.code). "
          + "The spool needs them to know whose an output is.")
    }
  }

  private static let remote: [Int64: String] = [
    0x6969: "NFS", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB", 0x517B: "SMB", 0x0102_1997: "9P",
    0x00C3_6400: "Ceph", 0x6573_5546: "FUSE", 0x7375_7245: "Coda", 0x5346_414F: "AFS",
    0x6B41_4653: "AFS", 0x0BD0_0BD0: "Lustre", 0x0116_1970: "GFS2", 0x7461_636F: "OCFS2",
  ]
}
