import Glibc
package import ScrimLinux
package import ScrimRecords
import Synchronization
import SystemPackage

/// The spool: no accepted job is lost, and each result appears complete and exactly once.
///
/// States are folders. A job is a folder, its parent is its state, and each transition is one rename that never
/// replaces; ``Flusher`` flushes those of many jobs at once. There is no index that could become inconsistent: after a
/// crash, a scan finds each job, and the process that locks it resumes it. Cached listings (``WaitingJobs``) are
/// refreshed every few seconds.
package final class Spool: Sendable {
  private let currentLimits: Mutex<SpoolLimits>
  private let currentRules: Mutex<SpoolRules>
  package let root: Folder
  let drop, assets, ingest, queue, active, ready, batches, done, failed, corrupt, hold, out,
    reports, events, keys, environments, trash: Folder
  /// The history of jobs; off unless its size is set.
  package let eventLog: EventLog
  /// Whether the file system supports access control lists, which let only the submitter read the reports of failed
  /// jobs. Otherwise only the daemon's account and root can.
  package let supportsAccessLists: Bool
  /// How results are arranged in `out/`.
  package let outLayout: OutLayout
  let steps: Steps
  let flusher: Flusher
  let waiting = Mutex(WaitingJobs())
  let accepted = Mutex(AcceptedBytes())
  let settledFailures = Mutex<Set<JobID>>([])
  /// How often deliveries of jobs in `ready/` have failed for reasons of their own.
  let failedDeliveries = Mutex<[JobID: Int]>([:])
  /// Measured sizes of finished jobs in bytes, by folder.
  let sizes = Mutex<[String: [JobID: Int]]>([:])
  let unacknowledged = Mutex(UnacknowledgedJobs())
  /// Done jobs that a pass of the retention is deleting, the oldest last.
  let excess = Mutex<[JobID]>([])
  let knownBatches = Mutex(KnownBatches())
  let tokens = Mutex(KnownTokens())
  /// The digests of environments whose lists are in ``environments``, as far as this process knows.
  let knownEnvironments = Mutex<Set<String>>([])
  /// The last ID that this process has given to each user.
  let lastIDs = Mutex<[UInt32: JobID]>([:])

  /// Opens the spool at a path, creates missing folders and records the rules.
  ///
  /// - Parameters:
  ///   - path: The spool's folder.
  ///   - limits: Intake limits.
  ///   - layout: The arrangement of results in a new spool; an existing one keeps its own.
  ///   - rules: Rules that operators set.
  ///   - steps: An observer of steps, which tests use to stop between two of them.
  /// - Throws: ``SpoolError`` unsuitable; ``SystemError``.
  package convenience init(
    path: String, limits: SpoolLimits, layout: OutLayout = .flat, rules: SpoolRules,
    steps: Steps = Steps()
  ) throws {
    if mkdir(path, 0o755) != 0 && errno != EEXIST {
      throw SystemError.current("create the folder \(path)")
    }
    try self.init(Folder.open(path: path), path, limits, layout, rules, steps)
    try replace(rules: rules)
  }

  /// Opens a spool that a daemon has opened before, with the rules that it has recorded.
  ///
  /// - Parameters:
  ///   - path: The spool's folder.
  ///   - limits: Intake limits.
  /// - Throws: ``SpoolError`` unsuitable, also if there are no rules that can be read; ``SystemError``.
  package convenience init(existing path: String, limits: SpoolLimits) throws {
    let root = try Folder.open(path: path)
    let rules = try SpoolRules.recorded(in: root)
    try self.init(root, path, limits, .flat, rules, Steps())
  }

  private init(
    _ root: Folder, _ path: String, _ limits: SpoolLimits, _ layout: OutLayout,
    _ rules: SpoolRules, _ steps: Steps
  ) throws {
    currentLimits = Mutex(limits)
    currentRules = Mutex(rules)
    self.steps = steps
    self.root = root
    let folder = root
    flusher = Flusher { () throws(SystemError) in try folder.syncFileSystem() }
    try FilesystemCheck.check(root)
    try FilesystemCheck.checkOwner(root, of: path)
    try Self.checkOpenBeneath(in: root)
    outLayout = try SpoolFormat.prepare(root, layout, steps)
    drop = try Self.open(.drop, in: root, mode: 0o3733)
    assets = try Self.open("assets", in: root, mode: 0o3775)
    out = try Self.open("out", in: root, mode: Self.folderMode)
    // Reports are opened by token only: the folder cannot be listed.
    reports = try Self.open("reports", in: root, mode: 0o2710)
    // Reasons and names in it are for the users of each job, who read them through the daemon.
    events = try Self.open(Self.eventsFolder, in: root, mode: 0o700)
    eventLog = EventLog(events)
    ingest = try Self.open(.ingest, in: root)
    queue = try Self.open(.queue, in: root)
    active = try Self.open(.active, in: root)
    ready = try Self.open(.ready, in: root)
    batches = try Self.open(.batches, in: root)
    done = try Self.open(.done, in: root)
    failed = try Self.open(.failed, in: root)
    corrupt = try Self.open(.corrupt, in: root)
    hold = try Self.open(.hold, in: root)
    keys = try Self.open("keys", in: root, mode: 0o700)
    environments = try Self.open("environments", in: root, mode: Self.folderMode)
    trash = try Self.open("trash", in: root, mode: 0o700)
    // assets/ may belong to another account: the daemon only reads it.
    try FilesystemCheck.checkOwner(
      ofStates: [
        drop, out, reports, events, ingest, queue, active, ready, batches, done, failed, corrupt,
        hold, keys, environments, trash,
      ])
    try root.sync()
    // In a folder that no scan reads: another daemon would take the files for damaged jobs.
    try FilesystemCheck.checkAttributes(keys)
    supportsAccessLists = try FilesystemCheck.supportsAccessLists(keys)
    if outLayout == .byUser && !supportsAccessLists {
      throw SpoolError(
        .unsuitable,
        "the file system of \(path) does not support access control lists, by which owners get access to their "
          + "folders in out/: put the spool on ext4, XFS or Btrfs, or set out-layout = \"flat\" for a new spool."
      )
    }
  }

  /// Intake limits; they may change while the daemon runs.
  package var limits: SpoolLimits {
    get { currentLimits.withLock { $0 } }
    set { currentLimits.withLock { $0 = newValue } }
  }

  /// Rules that operators set.
  package var rules: SpoolRules { currentRules.withLock { $0 } }

  /// Replaces the rules, and records them for commands without a daemon. After an error the old ones stay in effect.
  ///
  /// - Throws: ``SystemError``; ENOTSUP if the file system does not support access control lists, by which the hooks'
  ///   account takes events.
  package func replace(rules: SpoolRules) throws {
    try shareEvents(rules)
    // Several daemons of one spool may start at once.
    try whileDelivering { try rules.record(in: root) }
    currentRules.withLock { $0 = rules }
  }

  /// Job folders that belong to another account, such as root's after root ran a daemon on this spool. They are
  /// skipped.
  ///
  /// - Returns: Their paths.
  /// - Throws: ``SystemError``.
  package func foreignJobs() throws(SystemError) -> [String] {
    var found: [String] = []
    for state in [State.ingest, .queue, .active, .ready, .batches, .hold].map(folder) {
      for name in try state.names() {
        if let about = try state.status(of: name), about.st_uid != geteuid() {
          found.append("\(state.name)/\(name)")
        }
      }
    }
    return found.sorted()
  }

  /// Folders that submitters, who are members of the spool's group, cannot use for their permissions.
  ///
  /// - Returns: Their paths, each with its mode and the least that it needs.
  /// - Throws: ``SystemError``.
  package func foldersClosedToSubmitters() throws(SystemError) -> [(
    path: String, mode: UInt32, least: UInt32
  )] {
    var found: [(path: String, mode: UInt32, least: UInt32)] = []
    for (folder, least) in [(drop, 0o730), (out, 0o750), (reports, 0o710)] as [(Folder, UInt32)] {
      let mode = try folder.descriptor.status(of: folder.name).st_mode & 0o7777
      if mode & least != least { found.append((folder.name, mode, mode | least)) }
    }
    return found
  }

  /// The folder of a state.
  func folder(of state: State) -> Folder {
    switch state {
    case .drop: drop
    case .ingest: ingest
    case .queue: queue
    case .active: active
    case .ready: ready
    case .batches: batches
    case .done: done
    case .failed: failed
    case .corrupt: corrupt
    case .hold: hold
    }
  }

  /// The base folder of relative names in plain jobs.
  package var assetsFolder: Folder { assets }

  /// The path of an owner's result.
  package func outputPath(_ file: String, of owner: Owner) -> String {
    outLayout == .flat ? "\(out.name)/\(file)" : "\(out.name)/\(owner)/\(file)"
  }

  static let eventsFolder = "events"

  /// Mode of files that others may read: images, reports, status. Everything else is private to the daemon.
  static let publicMode: UInt32 = 0o640
  /// Mode of the folders below `out/`.
  package static let folderMode: UInt32 = 0o2750

  private static func open(
    _ state: State, in root: Folder, mode: mode_t = 0o2750
  ) throws(SystemError) -> Folder {
    try open(state.rawValue, in: root, mode: mode)
  }

  /// An existing folder keeps its permissions.
  private static func open(
    _ name: String, in root: Folder, mode: mode_t = 0o2750
  ) throws(SystemError) -> Folder {
    if try root.has(name) { return try root.folder(name) }
    do {
      return try root.makeFolder(name, mode: mode)
    } catch {
      // Another daemon created it in the meantime.
      if error.code == .fileExists { return try root.folder(name) }
      throw error
    }
  }
}
