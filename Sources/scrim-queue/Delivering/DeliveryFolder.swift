import Glibc
import ScrimCommand
import ScrimLinux
import ScrimRecords
import SystemPackage

/// A folder that receives the results of a tenant's jobs.
///
/// Its subfolder `.scrim-queue` belongs to this program alone: there results are complete and flushed before anything
/// is moved. Each file is *moved* to its place, so that nothing is delivered twice, also if a reader has taken a file
/// away before a crash was noticed. No link in the folder is followed.
struct DeliveryFolder {
  /// Where results are delivered.
  let target: Folder
  /// `.scrim-queue`.
  let own: Folder
  let path: String
  /// The folder's name on the server.
  let id: String
  private let lock: OwnedDescriptor

  private static let name = ".scrim-queue"
  private static let stagedPrefix = "new."
  private static let readyPrefix = "ready."

  /// Opens the folder, and takes it from other processes of this machine.
  ///
  /// - Parameters:
  ///   - path: An existing folder.
  ///   - patience: How long to wait for a process that has it.
  /// - Throws: ``Failure``, `SystemError`.
  init(path: String, patience: Duration) throws {
    self.path = path
    target = try Folder.open(path: path)
    do {
      own = try target.makeFolder(Self.name, mode: 0o700)
    } catch {
      guard error.code == .fileExists else { throw error }
      own = try target.folder(Self.name)
    }
    let about = try own.descriptor.status(of: own.name)
    guard about.st_uid == geteuid(), about.st_mode & 0o077 == 0 else {
      throw Failure(
        .io,
        "\(path)/\(Self.name) is another user's, or open to others: deliver under the account that made it."
      )
    }
    lock = try own.open("lock", O_RDWR | O_CREAT)
    let end = ContinuousClock.now + patience
    while try !lock.lock(LOCK_EX | LOCK_NB, "\(path)/\(Self.name)/lock") {
      guard .now < end else {
        throw Failure(.io, "another process of this machine delivers to \(path).")
      }
      usleep(100_000)
    }
    id = try Self.id(in: own)
    try removeStaged()
  }

  /// Reads the folder's ID, or makes one.
  private static func id(in own: Folder) throws -> String {
    if try own.has("id") {
      let bytes = try own.read("id", limit: 64)
      if bytes.count == DropName.tokenLength, bytes.allSatisfy(RandomName.contains) {
        return String(decoding: bytes, as: UTF8.self)
      }
      throw Failure(
        .io, "\(own.name)/id is damaged: delete \(own.name) to have all results delivered again.")
    }
    let id = RandomName.make(characters: DropName.tokenLength)
    try own.write(Array(id.utf8), as: "id")
    try own.sync()
    return id
  }

  /// Deletes results that were not complete when the last process ended.
  private func removeStaged() throws {
    for name in try own.names() where name.hasPrefix(Self.stagedPrefix) {
      try own.removeTree(name)
    }
  }

  /// Jobs whose results are complete here, but may not have been delivered.
  func readyJobs() throws -> [Int] {
    try own.names().compactMap { name in
      name.hasPrefix(Self.readyPrefix) ? Int(name.dropFirst(Self.readyPrefix.count)) : nil
    }.sorted()
  }

  /// Whether a job's results are complete here.
  func isReady(_ job: Int) throws -> Bool { try own.has("\(Self.readyPrefix)\(job)") }

  /// A folder for the results of a job.
  func stage() throws -> Folder {
    try own.makeFolder("\(Self.stagedPrefix)\(RandomName.make(characters: 16))")
  }

  /// Makes a job's results those to deliver, whole or not at all. Their files must have been flushed.
  func commit(_ staged: Folder, of job: Int) throws {
    try staged.sync()
    try own.move(staged.name.fileName, to: own, as: "\(Self.readyPrefix)\(job)")
    try own.sync()
  }

  func discard(_ staged: Folder) { try? own.removeTree(staged.name.fileName) }

  func ready(_ job: Int) throws -> Folder { try own.folder("\(Self.readyPrefix)\(job)") }

  /// Deletes what is left of a job whose delivery the server has recorded.
  func remove(_ job: Int) throws { try own.removeTree("\(Self.readyPrefix)\(job)") }
}

extension String {
  /// The part after the last slash.
  fileprivate var fileName: String { split(separator: "/").last.map(String.init) ?? self }
}
