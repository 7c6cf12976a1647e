import Glibc
import ScrimLinux
package import ScrimRecords
import SystemPackage

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
    _ retention: Retention, now: Int = WallClock.milliseconds,
    _ report: (Event) -> Void = { _ in }
  ) throws -> Int {
    guard retention.limitsResults else { return 0 }
    var errors = PassErrors()
    var results: [(folder: Folder, result: Result)] = []
    for folder in try resultFolders() {
      var found: [Result] = []
      collect(in: folder, into: &found)
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
      if errors.during(result.path, report, { try remove(result, in: folder) }) ?? false {
        count += 1
      }
    }
    try errors.rethrow()
    return count
  }

  /// Bytes of the delivered files in `out/`, by owner.
  ///
  /// - Throws: ``SystemError``.
  func resultBytes() throws -> [Owner: Int] {
    var bytes: [Owner: Int] = [:]
    for folder in try resultFolders() {
      var found: [Result] = []
      collect(in: folder, into: &found)
      for result in found { bytes[result.id.owner, default: 0] += result.bytes }
    }
    return bytes
  }

  /// Deletes results, reports and events of a user, whatever became of the jobs. Results in jobs' own folders stay.
  ///
  /// - Parameters:
  ///   - user: The user; results of tenants for whom the user submitted are included.
  ///   - cursor: The end of the previous part.
  ///   - most: Names that are looked at.
  ///   - time: The time after which no further name is looked at.
  /// - Returns: The number of files that were deleted, and the end of the part if there is more.
  /// - Throws: ``SystemError``.
  package func removeResults(
    of user: UInt32, after cursor: ResultCursor?, most: Int = 10_000,
    time: Duration = .milliseconds(50)
  ) throws -> (count: Int, next: ResultCursor?) {
    let start = flusher.start()
    let end = ContinuousClock.now + time
    var (count, seen) = (0, 0)
    let folders = try [reports, events] + resultFolders(of: user)
    for (number, folder) in folders.enumerated() where number >= cursor?.folder ?? 0 {
      var walk = ResultWalk(folder, from: number == cursor?.folder ? cursor : nil)
      try walk.eachFile {
        seen += 1
        return seen < most && .now < end
      } _: { path, name, inner in
        if let result = Self.result(path, name, in: inner), result.id.user == user,
          try remove(result, in: folder)
        {
          count += 1
        }
      }
      if let next = walk.cursor(folder: number) { return (count, next) }
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

  /// Appends the results in a folder and in those below it.
  private func collect(in folder: Folder, into results: inout [Result]) {
    var walk = ResultWalk(folder, from: nil)
    var found: [Result] = []
    try? walk.eachFile(while: { true }) { path, name, inner in
      if let result = Self.result(path, name, in: inner) { found.append(result) }
    }
    results += found
  }

  /// - Returns: `nil` if the file is not a result.
  private static func result(_ path: String, _ name: String, in folder: Folder) -> Result? {
    guard let about = try? folder.status(of: name), FileKind(about) == .file,
      about.st_uid == geteuid(),
      let id = (try? folder.open(name, O_RDONLY | O_NONBLOCK)).flatMap(OutputMark.read)
    else { return nil }
    return Result(
      path: path, id: id, time: Int(about.st_mtim.tv_sec), bytes: Int(about.st_size))
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
