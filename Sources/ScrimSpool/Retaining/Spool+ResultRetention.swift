import Glibc
import ScrimLinux
import SystemPackage

/// Deletes results in `out/`, if the operator has set a limit. Only files that a job's mark shows to be Scrim's.
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

  /// The folders to which outputs are delivered.
  private func resultFolders() throws -> [Folder] {
    guard outLayout == .byUser else { return [out] }
    return try out.names().compactMap { name in
      guard Owner(name) != nil else { return nil }
      return try? out.folder(name)
    }
  }

  private static let deepest = 16

  private func collect(
    in folder: Folder, path: String, depth: Int, into results: inout [Result]
  ) {
    // Gone, or denied by the owner of the folder.
    guard let names = try? folder.names() else { return }
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
