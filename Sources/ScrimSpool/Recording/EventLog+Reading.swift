import Glibc
import ScrimJSON
package import ScrimLinux
package import ScrimRecords
import SystemPackage

/// Reading the history. Nothing is locked: events that are being appended are left out.
extension EventLog {
  /// A part takes the daemon at most so long, and its JSON text fits a socket's buffer.
  private static let partTime = Duration.milliseconds(50)
  private static let partBytes = 64 << 10
  private static let chunk = 1 << 20

  /// Reads events, the oldest first, a part at a time.
  ///
  /// - Parameters:
  ///   - query: The events.
  ///   - cursor: The end of the previous part.
  ///   - isVisible: Whether the events of a job may be seen.
  /// - Returns: The events, and the end of this part; `nil` if it is the last part.
  /// - Throws: ``SystemError``.
  package func read(
    _ query: EventQuery, after cursor: EventCursor?, where isVisible: (JobID) -> Bool
  ) throws(SystemError) -> (events: [JobEvent], next: EventCursor?) {
    try Self.read(query, in: folder, after: cursor, where: isVisible)
  }

  /// The same for a spool that is not opened.
  ///
  /// - Parameters:
  ///   - query: The events.
  ///   - path: The spool's folder.
  ///   - cursor: The end of the previous part.
  /// - Returns: The events, and the end of this part; `nil` if it is the last part.
  /// - Throws: ``SystemError``.
  package static func read(
    _ query: EventQuery, inSpool path: String, after cursor: EventCursor?
  ) throws(SystemError) -> (events: [JobEvent], next: EventCursor?) {
    try read(
      query, in: Folder.open(path: "\(path)/\(Spool.eventsFolder)"), after: cursor,
      where: { _ in true })
  }

  private static func read(
    _ query: EventQuery, in folder: Folder, after cursor: EventCursor?,
    where isVisible: (JobID) -> Bool
  ) throws(SystemError) -> (events: [JobEvent], next: EventCursor?) {
    let end = ContinuousClock.now + partTime
    let selection = Selection(query)
    var files = try openFiles(in: folder)
    // A file that has been deleted meanwhile was the oldest one.
    if let cursor, let index = files.firstIndex(where: { $0.inode == cursor.inode }) {
      files.removeFirst(index)
    }
    var events: [JobEvent] = []
    var bytes = 0
    for file in files {
      var offset = cursor.map { $0.inode == file.inode ? $0.offset : 0 } ?? 0
      if let since = query.since, file.modified < since { continue }
      while true {
        let piece = try read(file.descriptor, at: offset)
        guard !piece.isEmpty else { break }
        var start = 0
        while let newline = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
          let line = piece[start..<newline]
          start = newline + 1
          guard let id = selection.job(of: line), isVisible(id),
            let json = try? JSON(parsing: Array(line)), let event = try? JobEvent(json: json)
          else { continue }
          events.append(event)
          bytes += line.count
          if bytes > partBytes {
            return (events, EventCursor(inode: file.inode, offset: offset + start))
          }
        }
        // Without a newline: a damaged line, or one that is being written.
        if start == 0 && piece.count < chunk { break }
        offset += start == 0 ? piece.count : start
        if .now > end { return (events, EventCursor(inode: file.inode, offset: offset)) }
      }
    }
    return (events, nil)
  }

  private struct File {
    let descriptor: OwnedDescriptor
    let inode: Int
    /// UTC, milliseconds since 1970.
    let modified: Int
  }

  /// The files, the oldest first.
  private static func openFiles(in folder: Folder) throws(SystemError) -> [File] {
    var files: [File] = []
    for number in (0..<Self.files).reversed() {
      let descriptor: OwnedDescriptor
      do {
        descriptor = try folder.open(name(number), O_RDONLY | O_NONBLOCK)
      } catch {
        guard error.code == .noSuchFileOrDirectory else { throw error }
        continue
      }
      let about = try descriptor.status(of: name(number))
      let inode = Int(truncatingIfNeeded: about.st_ino)
      // Renamed while the files were opened.
      if files.contains(where: { $0.inode == inode }) { continue }
      files.append(
        File(
          descriptor: descriptor, inode: inode,
          modified: Int(about.st_mtim.tv_sec) * 1000 + 1000))
    }
    return files
  }

  private static func read(
    _ file: OwnedDescriptor, at offset: Int
  ) throws(SystemError) -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: chunk) { (buffer, count) throws(SystemError) in
      count = try check(
        pread(file.raw, buffer.baseAddress, buffer.count, off_t(offset)), "read the history")
    }
  }
}

/// Selects lines by their first two members, without parsing them.
private struct Selection {
  private static let timePrefix = Array(#"{"time":""#.utf8)
  private static let idPrefix = Array(#"","id":""#.utf8)

  private let since: [UInt8]?
  private let until: [UInt8]?
  private let user: UInt32?
  private let ids: Set<JobID>

  init(_ query: EventQuery) {
    since = query.since.map { Array(Timestamp.text(ofMilliseconds: $0).utf8) }
    until = query.until.map { Array(Timestamp.text(ofMilliseconds: $0).utf8) }
    user = query.user
    ids = Set(query.ids)
  }

  /// The job of a line that is selected.
  func job(of line: ArraySlice<UInt8>) -> JobID? {
    var rest = line
    guard rest.starts(with: Self.timePrefix) else { return nil }
    rest = rest.dropFirst(Self.timePrefix.count)
    let time = rest.prefix(Timestamp.length)
    rest = rest.dropFirst(Timestamp.length)
    guard rest.starts(with: Self.idPrefix) else { return nil }
    rest = rest.dropFirst(Self.idPrefix.count)
    if let since, time.lexicographicallyPrecedes(since) { return nil }
    if let until, !time.lexicographicallyPrecedes(until) { return nil }
    guard let id = JobID(head: &rest), user.map({ $0 == id.user }) ?? true,
      ids.isEmpty || ids.contains(id)
    else { return nil }
    return id
  }
}
