import Glibc
import ScrimLinux
import ScrimRecords
import SystemPackage

/// How results are arranged in `out/`.
package enum OutLayout: String, Sendable, Hashable, CaseIterable {
  /// All in `out/`, which every member of the spool's group reads: for a spool that one account uses.
  case flat
  /// Each owner's in a folder of its own, which no other user reads.
  case byUser = "by-user"
}

extension Spool {
  /// Runs `body` while no other thread or daemon delivers.
  ///
  /// The lock is that of a file which only the daemon's account opens: whoever can read a folder, as members of the
  /// spool's group can read `out/`, could hold a lock of the folder for ever.
  func whileDelivering<Result>(_ body: () throws -> Result) throws -> Result {
    let lock = try root.open(Self.deliveryLock, O_RDWR | O_CREAT, mode: 0o600)
    _ = try lock.lock(LOCK_EX, Self.deliveryLock)
    return try withExtendedLifetime(lock, body)
  }

  private static let deliveryLock = "delivery.lock"

  /// The folder of an owner's results: `out/`, or `out/OWNER`, in which the owner may read, move and delete
  /// them.
  ///
  /// - Throws: ``SystemError``.
  func outputFolder(of owner: Owner) throws(SystemError) -> Folder {
    guard outLayout == .byUser else { return out }
    let name = owner.description
    do {
      let folder = try out.folder(name)
      return folder
    } catch {
      guard error.code == .noSuchFileOrDirectory else { throw error }
    }
    return try makeOutputFolder(name, of: owner)
  }

  /// The place of an output of an owner, in whose folder the owner may change subfolders, too.
  ///
  /// - Throws: ``SystemError``; ENOTDIR where a folder's name is a file's.
  func outputPlace(
    of file: String, for owner: Owner, in out: Folder
  ) throws(SystemError) -> OutputPlace {
    try OutputPlace(
      of: file, in: out, mode: Self.folderMode, for: outLayout == .byUser ? owner.user : nil)
  }

  /// Made under another name, so that the owner finds it with its access, and only whole.
  private func makeOutputFolder(_ name: String, of owner: Owner) throws(SystemError) -> Folder {
    let temporary = ".\(name).\(RandomName.make(characters: 8))"
    let folder = try out.makeFolder(temporary, mode: 0o700)
    try AccessList.grant(owner.user, AccessList.all, on: folder.descriptor)
    do {
      try out.move(temporary, to: out, as: name)
    } catch {
      // Another thread or daemon was faster.
      guard error.code == .fileExists else { throw error }
      try out.removeTree(temporary)
      return try out.folder(name)
    }
    if owner.tenant == nil, let account = Account.entry(of: owner.user)?.name {
      // For people; another link or folder of that name stays.
      symlinkat(name, out.descriptor.raw, account)
    }
    return folder
  }
}
