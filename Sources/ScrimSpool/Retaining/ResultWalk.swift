import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords

/// A walk through the folders below one folder of results, which can be interrupted after each name. Folders that do
/// not belong to this account are passed over: their owners may put any number of names into them.
struct ResultWalk {
  private struct Level {
    let name: String
    let folder: Folder
    var position: Int
  }

  private static let deepest = 16

  /// The folders that are being read, the outermost first.
  private var levels: [Level]

  /// - Parameters:
  ///   - root: The folder.
  ///   - cursor: Where to continue. A folder that is gone is passed over.
  init(_ root: Folder, from cursor: ResultCursor?) {
    levels = [Level(name: "", folder: root, position: cursor?.positions.first ?? 0)]
    for (name, position) in zip(cursor?.path ?? [], cursor?.positions.dropFirst() ?? []) {
      guard levels.count <= Self.deepest,
        let inner = try? Self.ownFolder(name, in: levels[levels.count - 1].folder)
      else { break }
      levels.append(Level(name: name, folder: inner, position: position))
    }
  }

  /// Where to continue; `nil` after the last name.
  func cursor(folder: Int) -> ResultCursor? {
    levels.isEmpty
      ? nil
      : ResultCursor(
        folder: folder, path: levels.dropFirst().map(\.name), positions: levels.map(\.position))
  }

  /// Passes files to `body` until the names that may be looked at are used up.
  ///
  /// - Parameters:
  ///   - mayContinue: Called after each name.
  ///   - body: Called with a file's path below the root, the name and its folder.
  /// - Throws: The error of `body`.
  mutating func eachFile(
    while mayContinue: () -> Bool, _ body: (String, String, Folder) throws -> Void
  ) throws {
    while let level = levels.last {
      let path = levels.dropFirst().map { $0.name + "/" }.joined()
      let isDeepest = levels.count > Self.deepest
      var inner: Level?
      var failure: (any Error)?
      var isInterrupted = false
      // Gone, or denied by the owner of the folder.
      let position = try? level.folder.eachName(from: level.position) { bytes in
        if let name = String(validating: bytes, as: UTF8.self), ResultCursor.isName(name) {
          if !isDeepest, let folder = try? Self.ownFolder(name, in: level.folder) {
            inner = Level(name: name, folder: folder, position: 0)
          } else {
            do {
              try body(path + name, name, level.folder)
            } catch {
              failure = error
            }
          }
        }
        isInterrupted = !mayContinue()
        return inner == nil && failure == nil && !isInterrupted
      }
      if let failure { throw failure }
      if let position {
        levels[levels.count - 1].position = position
      } else {
        levels.removeLast()
      }
      if let inner { levels.append(inner) }
      if isInterrupted { return }
    }
  }

  /// - Returns: `nil` if the entry is not a folder of this account.
  static func ownFolder(_ name: String, in folder: Folder) throws(SystemError) -> Folder? {
    guard let about = try folder.status(of: name), FileKind(about) == .folder,
      about.st_uid == geteuid()
    else {
      return nil
    }
    return try folder.folder(name)
  }
}
