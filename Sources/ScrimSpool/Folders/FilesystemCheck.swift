import Glibc
import ScrimLinux
import ScrimRecords
import SystemPackage

/// Checks that a file system can keep the spool's guarantees.
package enum FilesystemCheck {
  /// Locks, flushed renames and hard links are reliable on local disks only.
  ///
  /// - Throws: ``SpoolError`` unsuitable; ``SystemError``.
  static func check(_ root: Folder) throws {
    let type = try root.descriptor.fileSystemType(of: root.name)
    guard let name = remote[type] else { return }
    throw SpoolError(
      .unsuitable,
      "\(root.name) is on \(name), where locks and synced renames are not reliable. "
        + "Put the spool on a local disk.")
  }

  /// Checks the spool's owner. A daemon of another account would leave files that the spool's own daemon can neither
  /// replace nor delete.
  ///
  /// - Parameters:
  ///   - root: The spool's folder.
  ///   - path: Its path, as in commands.
  /// - Throws: ``SpoolError`` unsuitable; ``SystemError``.
  static func checkOwner(_ root: Folder, of path: String) throws {
    let owner = try root.descriptor.status(of: root.name).st_uid
    let own = geteuid()
    guard owner != own else { return }
    // A command can only use an account that has a name.
    let command = { (program: String) in
      Account.entry(of: owner).map { " (\(program) \($0.name) -- scrimd --spool \(path))" } ?? ""
    }
    let start =
      own == 0
      ? "Run it as that account\(command("runuser -u")), or start the service (systemctl start scrimd)."
      : "Run it as that account\(command("sudo -u")), or on a spool of your own."
    throw SpoolError(
      .unsuitable,
      "\(path) belongs to \(Account.name(of: owner)), but this scrimd runs as \(Account.name(of: own)). \(start)"
    )
  }

  /// Checks that the daemon owns the folders in which it moves and deletes files.
  ///
  /// - Throws: ``SpoolError`` unsuitable; ``SystemError``.
  static func checkOwner(ofStates folders: [Folder]) throws {
    for folder in folders {
      let owner = try folder.descriptor.status(of: folder.name).st_uid
      guard owner != geteuid() else { continue }
      throw SpoolError(
        .unsuitable,
        "\(folder.name) belongs to \(Account.name(of: owner)), but the spool to "
          + "\(Account.name(of: geteuid())): change its owner to that account (chown).")
    }
  }

  /// The name of a network file system on which a folder is; `nil` on any other.
  package static func networkFileSystem(of path: String) -> String? {
    guard let folder = try? Folder.open(path: path),
      let type = try? folder.descriptor.fileSystemType(of: path)
    else { return nil }
    return remote[type]
  }

  /// Checks support of extended attributes: outputs carry their job's ID, which identifies their owner.
  static func checkAttributes(_ folder: Folder) throws {
    let name = ".attributes-\(RandomName.make(characters: 8))"
    let file = try folder.open(name, O_RDWR | O_CREAT | O_EXCL)
    defer { try? folder.removeFile(name) }
    do {
      try OutputMark.set(JobID(time: 1_000_000_000_000, user: 0), on: file)
    } catch {
      throw SpoolError(
        .unsuitable,
        "the file system of \(folder.name) does not support extended attributes (user.*): \(error.code). "
          + "The spool needs them to record the job of each output: put it on ext4, XFS or Btrfs.")
    }
  }

  /// Whether the file system supports access control lists.
  ///
  /// - Throws: ``SystemError``.
  static func supportsAccessLists(_ folder: Folder) throws(SystemError) -> Bool {
    let name = ".lists-\(RandomName.make(characters: 8))"
    let file = try folder.open(name, O_RDWR | O_CREAT | O_EXCL)
    defer { try? folder.removeFile(name) }
    do {
      // Any user except the daemon's.
      try ReportReaders.submitter(geteuid() &+ 1).grant(on: file)
      return true
    } catch {
      guard error.isTransient else { return false }
      throw error
    }
  }

  private static let remote: [Int64: String] = [
    0x6969: "NFS", 0xFF53_4D42: "CIFS", 0xFE53_4D42: "SMB", 0x517B: "SMB", 0x0102_1997: "9P",
    0x00C3_6400: "Ceph", 0x6573_5546: "FUSE", 0x7375_7245: "Coda", 0x5346_414F: "AFS",
    0x6B41_4653: "AFS", 0x0BD0_0BD0: "Lustre", 0x0116_1970: "GFS2", 0x7461_636F: "OCFS2",
  ]
}

extension Spool {
  /// Checks that `openat2`, which opens the files that jobs name, is available.
  ///
  /// - Parameter folder: Any folder that this process may open.
  /// - Throws: ``SpoolError`` unsuitable where the kernel is too old or a system-call filter denies it;
  ///   ``SystemError``.
  static func checkOpenBeneath(in folder: Folder) throws {
    do {
      _ = try folder.descriptor.open(beneath: ".", O_RDONLY | O_DIRECTORY)
      return
    } catch {
      guard !error.isTransient else {
        throw SystemError(error.code, "open \(folder.name) by openat2")
      }
      throw SpoolError(
        .unsuitable,
        "the system call openat2 fails (\(error.code)); scrimd needs it to open the files that jobs name. It requires "
          + "Linux 5.6 and a system-call filter that allows it; RestrictSUIDSGID=yes in a systemd unit "
          + "denies it.")
    }
  }
}

extension Spool {
  /// The spool's folders whose paths no longer lead to what this process has open: deleted, moved, replaced, or
  /// covered by a mount. Users would drop jobs into other folders than those that the daemon reads.
  ///
  /// - Parameter path: The spool's path.
  /// - Returns: Their paths, the spool's own first; empty if nothing has changed.
  package func replacedFolders(path: String) -> [String] {
    guard Self.isSame(path, root) else { return [path] }
    let folders = [
      drop, assets, out, reports, events, ingest, queue, active, ready, batches, done, failed, hold,
    ]
    return folders.filter { folder in
      let name = folder.name.split(separator: "/").last.map(String.init) ?? folder.name
      return !Self.isSame("\(path)/\(name)", folder)
    }
    .map { "\(path)/\($0.name.split(separator: "/").last ?? "")" }
  }

  private static func isSame(_ path: String, _ folder: Folder) -> Bool {
    var (named, opened) = (stat(), stat())
    guard fstat(folder.descriptor.raw, &opened) == 0 else { return true }
    guard stat(path, &named) == 0 else { return errno != ENOENT && errno != ENOTDIR }
    return named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
  }
}
