import Glibc
import ScrimDocument
import ScrimJSON
import ScrimLinux
import ScrimRecords
import SystemPackage

/// The format of a spool: which names it has, and what they mean. Recorded in `format`, which spools of format 1 do not
/// have.
enum SpoolFormat {
  /// The format that this version writes.
  static let current = 2

  private static let file = "format"

  /// Checks a spool's format; records it for a new spool, and converts one of format 1.
  ///
  /// - Returns: The spool's arrangement of results: `layout` for a new spool.
  /// - Throws: ``SpoolError`` unsuitable for a newer format, and for one of format 1 on which another daemon runs;
  ///   ``SystemError``.
  static func prepare(_ root: Folder, _ layout: OutLayout, _ steps: Steps) throws -> OutLayout {
    if let (number, layout) = try record(of: root) {
      guard number <= current else {
        throw SpoolError(
          .unsuitable,
          "\(root.name) has format \(number); this scrimd knows formats up to \(current). "
            + "Install the version that wrote it, or a later one.")
      }
      return layout
    }
    let isOld = try wasUsed(root)
    if isOld { try convert(root, steps) }
    // Readers of an existing spool expect its results where they were.
    let layout = isOld ? .flat : layout
    let record: JSON = ["format": .integer(current), "outLayout": .string(layout.rawValue)]
    try root.write(record.bytes(pretty: true), as: file, mode: Spool.publicMode)
    try root.sync()
    return layout
  }

  private static func record(of root: Folder) throws -> (number: Int, layout: OutLayout)? {
    do {
      let bytes = try root.read(file, limit: 1 << 10)
      let record = try? JSON(parsing: bytes)
      let layout = record?["outLayout"]?.string.flatMap(OutLayout.init(rawValue:))
      guard let number = record?["format"]?.integer,
        number > current || number == current && layout != nil
      else {
        throw SpoolError(
          .unsuitable,
          "\(root.name)/\(file) does not name the spool's format: for a spool of this version it is "
            + "{\"format\": \(current), \"outLayout\": \"flat\"}, or \"by-user\".")
      }
      return (number, layout ?? .flat)
    } catch let error as SystemError where error.code == .noSuchFileOrDirectory {
      return nil
    }
  }

  /// Whether a daemon has worked on a spool. An installation makes the folders of a new one.
  private static func wasUsed(_ root: Folder) throws -> Bool {
    if try root.has(DaemonLock.name) { return true }
    let folders = State.allCases.filter { $0 != .drop }.map(\.rawValue) + ["out", "reports"]
    return try folders.contains { try root.has($0) && !root.folder($0).names().isEmpty }
  }

  private static func convert(_ root: Folder, _ steps: Steps) throws {
    let lock = try root.open(DaemonLock.name, O_RDWR | O_CREAT, mode: 0o600)
    guard try lock.lock(LOCK_EX | LOCK_NB, DaemonLock.name) else {
      throw SpoolError(
        .unsuitable,
        "\(root.name) has format 1, and another daemon runs on it. Stop that one first; then this scrimd converts it."
      )
    }
    try withExtendedLifetime(lock) { try Format1(root: root, steps: steps).convert() }
  }
}

/// A spool of format 1, as versions before 0.1.0 wrote it. Each job had a `name`, folders `src`, `job/`, `result/` and
/// `kept/`.
///
/// Each step is a rename within a job's folder, and a folder that is half converted is of either format, so that a
/// conversion that was interrupted is continued by the next.
private struct Format1 {
  let root: Folder
  let steps: Steps

  private static let states: [State] = [
    .ingest, .queue, .active, .ready, .done, .failed, .corrupt, .hold,
  ]

  func convert() throws {
    for state in Self.states where try root.has(state.rawValue) {
      let folder = try root.folder(state.rawValue)
      for name in try folder.names() {
        guard let about = try folder.status(of: name), FileKind(about) == .folder else { continue }
        do {
          try convert(folder.folder(name), in: state)
        } catch let error as SystemError where !error.isTransient {
          // Another account's: no daemon touches it.
        }
      }
    }
    try root.syncFileSystem()
  }

  private func convert(_ job: Folder, in state: State) throws {
    // A report that is not delivered yet; that of a failure has another suffix now.
    let isFailure = state == .failed || state == .hold
    try moveEntries(of: "result", to: job) { name in
      guard isFailure, name.hasSuffix(ReportName.doneSuffix) else { return JobFile.result(name) }
      return JobFile.result(name.dropLast(ReportName.doneSuffix.count) + ReportName.failedSuffix)
    }
    try moveEntries(of: "kept", to: job) { JobFile.kept($0) }
    if try job.has("src.kept") {
      try job.move("src.kept", to: job, as: JobFile.deletedPrefix + "source")
    }
    if try job.has("src") {
      // Its copy, if there is one, is made again.
      let name = try String(decoding: job.read("name", limit: 1 << 10), as: UTF8.self)
      try job.removeTree("job")
      try job.move("src", to: job, as: JobFile.droppedPrefix + name)
      try steps.reached(.converted)
    } else if try job.has("job") {
      try moveContent(of: job)
    }
    try steps.reached(.converted)
    // Temporary files that were not renamed.
    for name in try job.names() where name.hasPrefix(".") { try job.removeTree(name) }
    try job.removeTree("name")
  }

  private func moveContent(of job: Folder) throws {
    let ticket = try? JSON(parsing: job.read(JobFile.ticket, limit: RecordLimits.ticket))
    guard ticket?["bundle"]?.boolean == true else {
      return try moveEntries(of: "job", to: job) { $0 }
    }
    try job.move("job", to: job, as: JobFile.bundle)
  }

  private func moveEntries(
    of child: String, to job: Folder, named name: (String) -> String
  ) throws {
    guard try job.has(child) else { return }
    let folder = try job.folder(child)
    for entry in try folder.names() {
      try folder.replace(entry, to: job, as: name(entry))
      try steps.reached(.converted)
    }
    try job.removeTree(child)
  }
}
