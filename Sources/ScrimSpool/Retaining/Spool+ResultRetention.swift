import Glibc
package import ScrimJSON
import ScrimLinux
import SystemPackage

/// Where a part of a user's results ended that were deleted.
package struct ResultCursor: Sendable, Hashable, JSONRecord {
  /// The number of the folder.
  let folder: Int
  /// The last name of it that was looked at.
  let name: String

  init(folder: Int, name: String) {
    self.folder = folder
    self.name = name
  }

  package init(fields: FieldReader) throws(FieldError) {
    folder = try fields.integer("folder", in: 0...Int.max)
    name = try fields.string("name")
  }

  package var json: JSON { ["folder": .integer(folder), "name": .string(name)] }
}

/// Deletes results: those beyond the limits that the operator has set, and a user's on request. Only files that a job's
/// mark shows to be Scrim's.
extension Spool {
  /// A delivered file.
  private struct Result {
    let path: String
    let id: JobID
    /// Time of its last change, seconds since 1970.
    let time: Int
    let bytes: Int
  }

  /// Deletes results that exceed the retention's age or bytes, the oldest first.
  ///
  /// - Returns: The number of files that were deleted.
  /// - Throws: ``SystemError``.
  @discardableResult
  package func removeResults(
    _ retention: Retention, now: Int = WallClock.milliseconds
  ) throws -> Int {
    guard retention.limitsResults else { return 0 }
    var results: [(folder: Folder, result: Result)] = []
    for folder in try resultFolders() {
      var found: [Result] = []
      collect(in: folder, path: "", depth: 0, into: &found)
      results += found.map { (folder, $0) }
    }
    results.sort { ($0.result.time, $0.result.path) < ($1.result.time, $1.result.path) }
    let limit = (now - retention.out.wholeMilliseconds) / 1000
    var bytes = results.reduce(0) { $0 + $1.result.bytes }
    var count = 0
    for (folder, result) in results {
      let isOld = retention.out > .zero && result.time < limit
      let isExcess = retention.outBytes > 0 && bytes > retention.outBytes
      guard isOld || isExcess else { break }
      bytes -= result.bytes
      if try remove(result, in: folder) { count += 1 }
    }
    return count
  }

  /// Bytes of the delivered files in `out/`, by owner.
  ///
  /// - Throws: ``SystemError``.
  func resultBytes() throws -> [Owner: Int] {
    var bytes: [Owner: Int] = [:]
    for folder in try resultFolders() {
      var found: [Result] = []
      collect(in: folder, path: "", depth: 0, into: &found)
      for result in found { bytes[result.id.owner, default: 0] += result.bytes }
    }
    return bytes
  }

  /// Deletes results, reports and events of a user, whatever became of the jobs. Results in jobs' own folders stay.
  ///
  /// - Parameters:
  ///   - user: The user; results of tenants for whom the user submitted are included.
  ///   - cursor: The end of the previous part.
  ///   - most: Names that are looked at, since the caller does nothing else meanwhile; with all that a folder holds.
  /// - Returns: The number of files that were deleted, and the end of the part if there is more.
  /// - Throws: ``SystemError``.
  package func removeResults(
    of user: UInt32, after cursor: ResultCursor?, most: Int = 1000
  ) throws -> (count: Int, next: ResultCursor?) {
    let start = flusher.start()
    var (count, seen, last) = (0, 0, "")
    let folders = try [reports, events] + resultFolders(of: user)
    for (number, folder) in folders.enumerated() {
      if let cursor, number < cursor.folder { continue }
      last = ""
      var names = try folder.names().sorted()
      if let cursor, number == cursor.folder { names.removeAll { $0 <= cursor.name } }
      for name in names {
        guard seen < most else { return (count, ResultCursor(folder: number, name: last)) }
        var found: [Result] = []
        collect([name], in: folder, path: "", depth: 0, into: &found)
        for result in found where result.id.user == user {
          if try remove(result, in: folder) { count += 1 }
        }
        seen += max(1, found.count)
        last = name
      }
    }
    try flusher.flush(folders.map { .names($0) }, since: start)
    return (count, nil)
  }

  /// The folders to which outputs are delivered: all, or those of a user and the user's tenants.
  private func resultFolders(of user: UInt32? = nil) throws -> [Folder] {
    guard outLayout == .byUser else { return [out] }
    return try out.names().sorted().compactMap { name in
      guard let owner = Owner(name), user.map({ $0 == owner.user }) ?? true else { return nil }
      return try? out.folder(name)
    }
  }

  private static let deepest = 16

  private func collect(
    in folder: Folder, path: String, depth: Int, into results: inout [Result]
  ) {
    // Gone, or denied by the owner of the folder.
    guard let names = try? folder.names() else { return }
    collect(names, in: folder, path: path, depth: depth, into: &results)
  }

  private func collect(
    _ names: [String], in folder: Folder, path: String, depth: Int, into results: inout [Result]
  ) {
    for name in names where !name.hasPrefix(".") {
      guard let about = try? folder.status(of: name) else { continue }
      if FileKind(about) == .folder {
        guard depth < Self.deepest, let inner = try? folder.folder(name) else { continue }
        collect(in: inner, path: "\(path)\(name)/", depth: depth + 1, into: &results)
      } else if FileKind(about) == .file, about.st_uid == geteuid(),
        let id = (try? folder.open(name, O_RDONLY | O_NONBLOCK)).flatMap(OutputMark.read)
      {
        results.append(
          Result(
            path: path + name, id: id, time: Int(about.st_mtim.tv_sec), bytes: Int(about.st_size)))
      }
    }
  }

  /// - Returns: False if the name is another file's by now, or the folder's owner does not allow it.
  private func remove(_ result: Result, in folder: Folder) throws -> Bool {
    try whileDelivering {
      guard let place = try? OutputPlace(existing: result.path, in: folder),
        try isMarked(place, by: result.id)
      else { return false }
      var isRemoved = false
      try unlessDenied {
        try place.folder.removeFile(place.name)
        isRemoved = true
      }
      return isRemoved
    }
  }
}
