import Glibc
import ScrimJSON
import ScrimLinux
import ScrimQueue
import ScrimRecords
import Synchronization
import SystemPackage

/// Files of jobs on this machine, by tenant and SHA-256, so that a photo which a thousand jobs share is sent once.
/// Bounded: the files that were not used for the longest time go first. A cache; the queue is authoritative.
final class BlobStore: Sendable {
  private let folder: Folder
  private let limit: Int
  private let state = Mutex(Use())

  private struct Use {
    var bytes = 0
    var hits = 0
    var misses = 0
  }

  /// - Parameters:
  ///   - path: A folder of the node's own.
  ///   - limit: Bytes.
  /// - Throws: `SystemError`.
  init(path: String, limit: Int) throws(SystemError) {
    folder = try Folder.open(path: path)
    self.limit = limit
    var bytes = 0
    for name in try folder.names() {
      // What a crash left half written.
      if name.hasPrefix(".") { try folder.removeFile(name) } else { bytes += try size(of: name) }
    }
    state.withLock { $0.bytes = bytes }
  }

  var counts: (bytes: Int, hits: Int, misses: Int) {
    state.withLock { ($0.bytes, $0.hits, $0.misses) }
  }

  /// Opens a file, which is taken from the queue if it is not here.
  ///
  /// - Throws: `QueueError`, `SystemError`.
  func open(_ file: LeasedJob.File, of tenant: String, from queue: QueueLeases) throws
    -> OwnedDescriptor
  {
    let name = "\(tenant).\(hexadecimal(file.hash))"
    if let found = try? folder.open(name, O_RDONLY) {
      state.withLock { $0.hits += 1 }
      // The time of its last use: whether atime is kept depends on the mount.
      futimens(found.raw, nil)
      return found
    }
    state.withLock { $0.misses += 1 }
    let part = ".\(RandomName.make(characters: 16))"
    do {
      let copy = try folder.open(part, O_RDWR | O_CREAT | O_EXCL)
      let digest = try Digest()
      try queue.read(file, of: tenant) { bytes in
        try digest.add(bytes)
        try copy.write(bytes, to: "the store")
      }
      guard try digest.finish() == hexadecimal(file.hash) else {
        throw QueueError(
          .damaged, "\(quoted(file.place)): the queue's file does not match its SHA-256.")
      }
      // Not flushed: the digest would not match after a power cut, and what is empty is sent again.
      try folder.replace(part, to: folder, as: name)
      state.withLock { $0.bytes += file.bytes }
      try evict()
      return copy
    } catch {
      try? folder.removeFile(part)
      throw error
    }
  }

  private func evict() throws(SystemError) {
    guard state.withLock({ $0.bytes }) > limit else { return }
    var files: [(name: String, used: Int, bytes: Int)] = []
    for name in try folder.names() where !name.hasPrefix(".") {
      guard let about = try folder.status(of: name) else { continue }
      files.append((name, Int(about.st_mtim.tv_sec), Int(about.st_size)))
    }
    var bytes = files.reduce(0) { $0 + $1.bytes }
    // To nine tenths, so that not each new file lists the folder.
    for file in files.sorted(by: { $0.used < $1.used }) where bytes > limit / 10 * 9 {
      // Another thread may have deleted it.
      try? folder.removeFile(file.name)
      bytes -= file.bytes
    }
    state.withLock { $0.bytes = bytes }
  }

  private func size(of name: String) throws(SystemError) -> Int {
    Int(try folder.status(of: name)?.st_size ?? 0)
  }
}
