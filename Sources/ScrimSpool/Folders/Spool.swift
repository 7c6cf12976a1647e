import Glibc
public import ScrimLinux
import Synchronization
import SystemPackage

/// The spool: what was accepted is safe, and a result appears whole and once.
///
/// States are folders. A job is a folder, its parent is its state, and each transition is one
/// rename that never replaces, after which both parents are flushed. There is no index that could
/// get out of step: what a crash left is found by looking, and whoever gets its lock goes on. What
/// is remembered of the folders (``WaitingJobs``) is looked up again every few seconds.
public final class Spool: Sendable {
  private let currentLimits: Mutex<SpoolLimits>
  public let root: Folder
  let drop, assets, ingest, queue, active, ready, done, failed, corrupt, hold, out, reports: Folder
  /// Whether the file system keeps access control lists, by which submitters alone read their failed jobs'
  /// reports. Otherwise only the daemon's account and root can.
  public let supportsAccessLists: Bool
  let steps: Steps
  let waiting = Mutex(WaitingJobs())
  let settledFailures = Mutex<Set<JobID>>([])
  /// Bytes of the finished jobs that were measured, by folder.
  let sizes = Mutex<[String: [JobID: Int]]>([:])

  /// Opens the spool at a path and makes what is missing of its folders.
  ///
  /// - Throws: ``SpoolError`` unsuitable; ``SystemError``.
  public convenience init(path: String, limits: SpoolLimits) throws {
    try self.init(path: path, limits: limits, steps: Steps())
  }

  /// As above, with an observer of steps, which tests use to stop between two of them.
  package init(path: String, limits: SpoolLimits, steps: Steps) throws {
    currentLimits = Mutex(limits)
    self.steps = steps
    if mkdir(path, 0o755) != 0 && errno != EEXIST {
      throw SystemError.current("create the folder \(path)")
    }
    root = try Folder.open(path: path)
    try FilesystemCheck.check(root)
    try FilesystemCheck.checkOwner(root, of: path)
    try Self.checkOpenBeneath(in: root)
    drop = try Self.open(.drop, in: root, mode: 0o3733)
    assets = try Self.open("assets", in: root, mode: 0o3775)
    out = try Self.open("out", in: root, mode: 0o2750)
    // Read by token only: the folder cannot be listed.
    reports = try Self.open("reports", in: root, mode: 0o2710)
    ingest = try Self.open(.ingest, in: root)
    queue = try Self.open(.queue, in: root)
    active = try Self.open(.active, in: root)
    ready = try Self.open(.ready, in: root)
    done = try Self.open(.done, in: root)
    failed = try Self.open(.failed, in: root)
    corrupt = try Self.open(.corrupt, in: root)
    hold = try Self.open(.hold, in: root)
    // assets/ may be another's: the daemon only reads there.
    try FilesystemCheck.checkOwner(
      ofStates: [drop, out, reports, ingest, queue, active, ready, done, failed, corrupt, hold])
    try root.sync()
    try FilesystemCheck.checkAttributes(ingest)
    supportsAccessLists = try FilesystemCheck.supportsAccessLists(ingest)
  }

  /// What the spool takes in; it may change meanwhile.
  public var limits: SpoolLimits {
    get { currentLimits.withLock { $0 } }
    set { currentLimits.withLock { $0 = newValue } }
  }

  /// Jobs' folders that belong to another account, such as root's that once ran on this spool. They are
  /// skipped.
  ///
  /// - Returns: Their paths.
  /// - Throws: ``SystemError``.
  public func foreignJobs() throws(SystemError) -> [String] {
    var found: [String] = []
    for state in [State.ingest, .queue, .active, .ready, .hold].map(folder) {
      for name in try state.names() {
        if let about = try state.status(of: name), about.st_uid != geteuid() {
          found.append("\(state.name)/\(name)")
        }
      }
    }
    return found.sorted()
  }

  /// The folder of a state.
  func folder(of state: State) -> Folder {
    switch state {
    case .drop: drop
    case .ingest: ingest
    case .queue: queue
    case .active: active
    case .ready: ready
    case .done: done
    case .failed: failed
    case .corrupt: corrupt
    case .hold: hold
    }
  }

  /// Where plain jobs' relative names start.
  public var assetsFolder: Folder { assets }

  /// The path of a file in `out/`.
  public func outputPath(_ file: String) -> String { "\(out.name)/\(file)" }

  /// What others may read: pictures, reports, the status. All else is open to the daemon only.
  static let publicMode: UInt32 = 0o640

  private static func open(
    _ state: State, in root: Folder, mode: mode_t = 0o2750
  ) throws(SystemError) -> Folder {
    try open(state.rawValue, in: root, mode: mode)
  }

  /// A folder that is there keeps the permissions that somebody gave it.
  private static func open(
    _ name: String, in root: Folder, mode: mode_t = 0o2750
  ) throws(SystemError) -> Folder {
    if try root.has(name) { return try root.folder(name) }
    do {
      return try root.makeFolder(name, mode: mode)
    } catch {
      // Another daemon made it meanwhile.
      if error.code == .fileExists { return try root.folder(name) }
      throw error
    }
  }
}
