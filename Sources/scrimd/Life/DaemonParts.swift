import Glibc
import ScrimLinux
import ScrimSpool
import ScrimWorkers

/// State that the daemon's loops share.
struct DaemonParts: Sendable {
  /// The events that wake the loops.
  struct Wakes: Sendable {
    /// Wakes the intake when a slot is idle.
    let intake: WakeEvent
    /// Wakes the intake to reload the configuration.
    let reload: WakeEvent
    /// Signalled when plugins have changed.
    let catalog: WakeEvent
    let retention: RetentionWake
    /// Signalled when there may be a job.
    let slots: [WakeEvent]

    /// - Throws: `SystemError`.
    init(slots count: Int) throws(SystemError) {
      intake = try WakeEvent()
      reload = try WakeEvent()
      catalog = try WakeEvent()
      retention = try RetentionWake()
      var slots: [WakeEvent] = []
      for _ in 0..<count { slots.append(try WakeEvent()) }
      self.slots = slots
    }

    func wakeSlots() {
      for slot in slots { slot.signal() }
    }
  }

  let spool: Spool
  /// The spool's path when it was opened.
  let path: String
  let program = InstalledProgram()
  let current: CurrentConfiguration
  let log: JobLog
  let pool: WorkerPool
  let systemErrors = SystemErrorCounts()
  let running = RunningJobs()
  let environment: DaemonEnvironment
  let stop: ShutdownEvent
  let wakes: Wakes
}

/// The program file that this process runs, which an upgrade replaces.
struct InstalledProgram: Sendable {
  private let path: String?
  private let device: UInt
  private let inode: UInt

  init() {
    path = Self.ownPath
    var about = stat()
    let isKnown = stat("/proc/self/exe", &about) == 0
    device = isKnown ? about.st_dev : 0
    inode = isKnown ? about.st_ino : 0
  }

  /// Whether another file has its path now. False while the file is missing: an upgrade may be under way.
  var isReplaced: Bool {
    var about = stat()
    guard inode != 0, let path, stat(path, &about) == 0 else { return false }
    return about.st_dev != device || about.st_ino != inode
  }

  private static var ownPath: String? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &bytes, bytes.count - 1)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
  }
}
