import Glibc
import ScrimJSON
package import ScrimLinux
import ScrimRecords
import Synchronization

/// Rendered images of one key on disk, in files named by their identities. A cache: it may be deleted at any time.
///
/// A file appears by renaming and begins with the SHA-256 of the bytes that follow, which is checked whenever it is
/// read: what a power cut or a full disk left is deleted, and not sent. Used by several threads of one process.
package final class ImageCache: Sendable {
  private let folder: Folder
  private let state: Mutex<State>

  private struct State {
    var limit: Int
    /// Bytes of all files, as far as is known.
    var total = 0

    var isFull: Bool { total > limit }
  }

  /// The digest in hexadecimal digits, and a line feed.
  private static let headBytes = 65
  /// Files are deleted until they have this part of the limit.
  private static let share = 0.9
  /// Folders of files, by the first digits of their names.
  private static let folders = 256

  /// - Parameters:
  ///   - folder: The folder, which no other process uses.
  ///   - limit: Bytes of all files; 0 stores none.
  /// - Throws: `SystemError`.
  package init(in folder: Folder, limit: Int) throws(SystemError) {
    self.folder = folder
    state = Mutex(State(limit: limit))
    for number in 0..<Self.folders {
      let name = String(number + Self.folders, radix: 16).dropFirst()
      if try !folder.has(String(name)) { _ = try folder.makeFolder(String(name)) }
    }
    let files = try files(deletingParts: true)
    state.withLock { $0.total = files.reduce(0) { $0 + $1.bytes } }
    try prune()
  }

  /// Changes the limit; files are deleted until they have less.
  ///
  /// - Throws: `SystemError`.
  package func limit(to bytes: Int) throws(SystemError) {
    state.withLock { $0.limit = bytes }
    try prune()
  }

  /// The bytes of an image; `nil` if it is not there. A file that is not what was written is deleted.
  package func read(_ identity: ImageIdentity) -> [UInt8]? {
    guard state.withLock({ $0.limit > 0 }),
      let inner = try? folder.folder(Self.folder(of: identity)),
      let file = try? inner.open(identity.digest, O_RDONLY | O_NONBLOCK),
      let about = try? file.status(of: identity.digest),
      let bytes = try? file.readAll(limit: Int(about.st_size) + 1, of: identity.digest)
    else { return nil }
    let image = Array(bytes.dropFirst(Self.headBytes))
    guard bytes.count > Self.headBytes, bytes[Self.headBytes - 1] == UInt8(ascii: "\n"),
      let digest = try? Digest.sha256(of: image),
      digest.utf8.elementsEqual(bytes.prefix(digest.utf8.count))
    else {
      try? inner.removeFile(identity.digest)
      return nil
    }
    // The last use decides what is deleted first.
    futimens(file.raw, nil)
    return image
  }

  /// Stores an image.
  ///
  /// - Throws: `SystemError`.
  package func store(_ image: RenderedImage) throws {
    let bytes = image.bytes.count + Self.headBytes
    guard bytes <= state.withLock({ $0.limit }) else { return }
    let inner = try folder.folder(Self.folder(of: image.identity))
    let head = Array("\(try Digest.sha256(of: image.bytes))\n".utf8)
    // What is not flushed and lost is rendered again.
    try inner.write(head + image.bytes, as: image.identity.digest, isFlushed: false)
    let isFull = state.withLock { state in
      state.total += bytes
      return state.isFull
    }
    if isFull { try prune() }
  }

  private static func folder(of identity: ImageIdentity) -> String {
    String(identity.digest.prefix(2))
  }

  private struct File {
    let folder: Folder
    let name: String
    let bytes: Int
    let time: Int
  }

  private func files(deletingParts: Bool) throws(SystemError) -> [File] {
    var files: [File] = []
    for name in try folder.names() where name.utf8.count == 2 && !name.hasPrefix(".") {
      let inner = try folder.folder(name)
      for name in try inner.names() {
        guard let about = try inner.status(of: name) else { continue }
        if name.hasPrefix(".") {
          if deletingParts { try? inner.removeFile(name) }
          continue
        }
        let version = FileVersion(about)
        files.append(File(folder: inner, name: name, bytes: version.size, time: version.modified))
      }
    }
    return files
  }

  /// Deletes the files that were not used for the longest time, if there are more bytes than allowed.
  private func prune() throws(SystemError) {
    guard state.withLock({ $0.isFull }) else { return }
    // Two threads may do so at the same time; each counts anew.
    let files = try files(deletingParts: false)
    var bytes = files.reduce(0) { $0 + $1.bytes }
    let target = Int(Double(state.withLock { $0.limit }) * Self.share)
    for file in files.sorted(by: { $0.time < $1.time }) where bytes > target {
      try? file.folder.removeFile(file.name)
      bytes -= file.bytes
    }
    state.withLock { $0.total = bytes }
  }
}
