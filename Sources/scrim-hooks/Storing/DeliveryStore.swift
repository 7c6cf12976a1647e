import Glibc
import ScrimJSON
import ScrimLinux
import ScrimRecords
import Synchronization

/// The deliveries on disk: `waiting/HOOK/ID.ATTEMPTS.json`, and dead letters, `dead/HOOK/ID.json` with `ID.why`; and
/// which events were taken that could not be deleted.
///
/// A delivery is flushed before its event is deleted in the spool, so that a crash can repeat a delivery and never
/// loses one. Used by several threads.
final class DeliveryStore: Sendable {
  /// A delivery that was given up.
  struct DeadLetter: Sendable {
    let hook: String
    let id: JobID
    /// Why the last attempt failed.
    let reason: String
    /// When it was given up, milliseconds since 1970.
    let time: Int
    let attempts: Int
  }

  private let root: Folder
  private let waiting: Folder
  private let dead: Folder
  private let takenFolder: Folder
  private let taken: Mutex<Set<TakenEvent>>

  /// Opens the folder of the state, which must exist.
  ///
  /// - Throws: `SystemError`.
  init(path: String) throws(SystemError) {
    root = try Folder.open(path: path)
    waiting = try Self.folder("waiting", in: root)
    dead = try Self.folder("dead", in: root)
    takenFolder = try Self.folder("taken", in: root)
    taken = Mutex(Set(try takenFolder.names().compactMap(TakenEvent.init(file:))))
  }

  private static func folder(_ name: String, in parent: Folder) throws(SystemError) -> Folder {
    if try parent.has(name) { return try parent.folder(name) }
    let made = try parent.makeFolder(name)
    try parent.sync()
    return made
  }

  /// Excludes other processes as long as this object lives.
  ///
  /// - Returns: False if another one has locked it.
  func lock() throws(SystemError) -> Bool { try root.lock() }

  /// The folder of a hook's waiting deliveries, which is created.
  func folder(of hook: String) throws(SystemError) -> Folder {
    try Self.folder(hook, in: waiting)
  }

  /// The names of hooks that have waiting deliveries or dead letters, or had some.
  func hooks() throws(SystemError) -> [String] {
    Set(try waiting.names() + dead.names()).filter(Hook.isName).sorted()
  }

  func waiting(of hook: String) throws(SystemError) -> [Delivery] {
    guard try waiting.has(hook) else { return [] }
    return try waiting.folder(hook).names().compactMap(Delivery.init(file:))
  }

  /// Stores reports for hooks: they are on the disk when this returns.
  func add(_ reports: [(id: JobID, bytes: [UInt8], hooks: [String])]) throws(SystemError) {
    var folders: [String: Folder] = [:]
    var written: [(folder: Folder, file: String)] = []
    for report in reports {
      for hook in report.hooks {
        let folder: Folder
        if let known = folders[hook] { folder = known } else { folder = try self.folder(of: hook) }
        folders[hook] = folder
        let file = Delivery(id: report.id).file
        try folder.writeNew(report.bytes, as: ".\(file)")
        written.append((folder, file))
      }
    }
    guard !written.isEmpty else { return }
    try root.syncFileSystem()
    for (folder, file) in written { try folder.replace(".\(file)", to: folder, as: file) }
    for folder in folders.values { try folder.sync() }
  }

  /// Whether an event was taken before.
  func has(_ event: TakenEvent) -> Bool { taken.withLock { $0.contains(event) } }

  /// Remembers events whose deliveries are stored and whose files cannot be deleted, also after a crash.
  func remember(_ events: [TakenEvent]) throws(SystemError) {
    guard !events.isEmpty else { return }
    // First: if the disk refuses, it still holds for this process.
    taken.withLock { $0.formUnion(events) }
    for event in events where try !takenFolder.has(event.file) {
      _ = try takenFolder.writeNew([], as: event.file)
    }
    try takenFolder.sync()
  }

  /// Forgets events whose files are gone.
  ///
  /// - Parameter present: Those that are there.
  /// - Throws: `SystemError`.
  func forget(except present: Set<JobID>) throws(SystemError) {
    for event in taken.withLock({ $0 }) where !present.contains(event.id) {
      try takenFolder.removeFile(event.file)
      taken.withLock { _ = $0.remove(event) }
    }
  }

  /// Opens a report, and reads the time when it was stored, milliseconds since 1970.
  func open(
    _ delivery: Delivery, of hook: String
  ) throws(SystemError) -> (report: OwnedDescriptor, stored: Int) {
    let report = try folder(of: hook).open(delivery.file, O_RDONLY)
    let about = try report.status(of: delivery.file)
    return (report, Int(about.st_mtim.tv_sec) * 1000)
  }

  func remove(_ delivery: Delivery, of hook: String) throws(SystemError) {
    try folder(of: hook).removeFile(delivery.file)
  }

  /// Counts a failed attempt.
  func failed(_ delivery: Delivery, of hook: String) throws(SystemError) -> Delivery {
    let (folder, next) = (try folder(of: hook), delivery.afterFailure)
    try folder.replace(delivery.file, to: folder, as: next.file)
    return next
  }

  /// Makes a delivery a dead letter.
  func bury(_ delivery: Delivery, of hook: String, reason: String) throws(SystemError) {
    let (from, to) = (try folder(of: hook), try Self.folder(hook, in: dead))
    let note: JSON = .object([
      .init("reason", .string(reason)), .init("time", .integer(WallClock.milliseconds)),
      .init("attempts", .integer(delivery.failures + 1)),
    ])
    try to.write(Array(note.text(pretty: false).utf8), as: "\(delivery.id).why")
    try from.replace(delivery.file, to: to, as: "\(delivery.id).json")
    try to.sync()
    try from.sync()
  }

  /// All dead letters, or those of a hook, the oldest first.
  func deadLetters(of hook: String? = nil) throws(SystemError) -> [DeadLetter] {
    var letters: [DeadLetter] = []
    for name in try dead.names() where hook == nil || name == hook {
      let folder = try dead.folder(name)
      for file in try folder.names() where file.hasSuffix(".json") {
        guard let id = JobID(String(file.dropLast(5))) else { continue }
        let why = (try? folder.read("\(id).why", limit: 1 << 16)).flatMap { try? JSON(parsing: $0) }
        letters.append(
          DeadLetter(
            hook: name, id: id, reason: why?["reason"]?.string ?? "unknown",
            time: why?["time"]?.integer ?? 0, attempts: why?["attempts"]?.integer ?? 0))
      }
    }
    return letters.sorted { ($0.time, $0.id.description) < ($1.time, $1.id.description) }
  }

  /// Makes a dead letter wait again, as if it were new.
  func revive(_ letter: DeadLetter) throws(SystemError) {
    let (from, to) = (try dead.folder(letter.hook), try folder(of: letter.hook))
    let file = "\(letter.id).json"
    // Its age counts from now.
    try check(
      utimensat(from.descriptor.raw, file, nil, AT_SYMLINK_NOFOLLOW), "set the time of \(file)")
    try from.replace(file, to: to, as: Delivery(id: letter.id).file)
    try? from.removeFile("\(letter.id).why")
    try to.sync()
    try from.sync()
  }

  /// Deletes a dead letter.
  func remove(_ letter: DeadLetter) throws(SystemError) {
    let folder = try dead.folder(letter.hook)
    try folder.removeFile("\(letter.id).json")
    try? folder.removeFile("\(letter.id).why")
  }
}
