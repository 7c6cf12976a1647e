import ScrimLinux
import Synchronization

/// The rendered images of all keys in memory and on disk: each key has an equal share, which no other one fills,
/// empties or sees.
package final class KeyCaches: Sendable {
  /// Of one key.
  package struct Share: Sendable {
    package let memory: RecentValues<ImageIdentity, RenderedImage>
    package let disk: ImageCache
  }

  private static let ending = ".images"
  private static let sourcesEnding = ".sources"

  private let folder: Folder
  private let bytes: Int
  private let memoryBytes: Int
  private let shares = Mutex<[String: Share]>([:])

  /// - Parameters:
  ///   - path: The folder, which must exist. It has a folder `KEY.images` for each key, and `KEY.sources` with
  ///     what was fetched for it; all other entries stay.
  ///   - bytes: Of all images on disk; 0 stores none.
  ///   - memoryBytes: Of all images in memory.
  ///   - keys: The names of the keys.
  /// - Throws: `SystemError`; ``InUse``.
  package init(at path: String, bytes: Int, memoryBytes: Int, keys: [String]) throws {
    folder = try Folder.open(path: path)
    self.bytes = bytes
    self.memoryBytes = memoryBytes
    guard try folder.lock() else { throw InUse(path: path) }
    try renew(keys)
  }

  /// Another process has the folder.
  package struct InUse: Error, CustomStringConvertible {
    let path: String

    package var description: String { "\(path): another scrim-http uses this folder." }
  }

  /// Where scrim-fetch stores the sources that it fetched for a key.
  ///
  /// - Parameters:
  ///   - key: The key's name.
  ///   - path: The folder of all caches.
  /// - Returns: The folder's path.
  static func sources(of key: String, in path: String) -> String {
    "\(path)/\(key)\(sourcesEnding)"
  }

  /// `nil` for a name that is not one of a key.
  package subscript(key: String) -> Share? {
    shares.withLock { $0[key] }
  }

  /// Divides the space by the keys that there are now. Images of others are deleted.
  ///
  /// - Throws: `SystemError`.
  package func renew(_ keys: [String]) throws {
    let count = max(1, keys.count)
    let old = shares.withLock { $0 }
    var next: [String: Share] = [:]
    for key in keys {
      if let share = old[key] {
        try share.disk.limit(to: bytes / count)
        share.memory.limit(to: memoryBytes / count)
        next[key] = share
        continue
      }
      let name = key + Self.ending
      let inner = try folder.has(name) ? try folder.folder(name) : try folder.makeFolder(name)
      next[key] = Share(
        memory: RecentValues(limit: memoryBytes / count),
        disk: try ImageCache(in: inner, limit: bytes / count))
    }
    shares.withLock { [next] in $0 = next }
    for name in try folder.names() {
      for ending in [Self.ending, Self.sourcesEnding] where name.hasSuffix(ending) {
        if next[String(name.dropLast(ending.count))] == nil { try folder.removeTree(name) }
      }
    }
  }
}
