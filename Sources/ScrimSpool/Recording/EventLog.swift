import Glibc
import ScrimJSON
import ScrimLinux
package import ScrimRecords
import Synchronization

/// The history of jobs for people: `events/log.jsonl`, a line of JSON for each event, and older files `log.1.jsonl` to
/// `log.4.jsonl`.
///
/// The folders are authoritative. Events are collected in memory and appended by ``write()``, which the daemon calls
/// once per turn of its intake loop; nothing is flushed. An error costs events, which are counted, and nothing else.
/// Several daemons append to the same file: a lock on the folder excludes the others, and is never waited for.
package final class EventLog: Sendable {
  private struct State {
    var maxBytes = 0
    var lines: [UInt8] = []
    var count = 0
    /// Events that could not be written.
    var lost = 0
    /// The error of the last attempt to write.
    var error: SystemError?
  }

  /// The size of all files together, unless the configuration sets another.
  package static let standardBytes = 128 << 20
  /// The current file and the older ones.
  static let files = 5
  /// Pending bytes beyond which the thread that adds an event writes them.
  private static let batch = 64 << 10
  /// Pending bytes beyond which events are lost.
  private static let mostPending = 1 << 20

  let folder: Folder
  private let state = Mutex(State())
  /// The descriptor that has the lock while this process writes.
  private let writing = Mutex<OwnedDescriptor?>(nil)

  init(_ folder: Folder) {
    self.folder = folder
  }

  /// Bytes of all files together; 0 records nothing.
  package var maxBytes: Int {
    get { state.withLock { $0.maxBytes } }
    set { state.withLock { $0.maxBytes = newValue } }
  }

  /// Events that were lost since the start, and the error if events cannot be written now.
  package var losses: (lost: Int, error: String?) {
    state.withLock { ($0.lost, $0.error?.description) }
  }

  /// The name of a file; 0 is the current one.
  static func name(_ number: Int) -> String {
    number == 0 ? "log.jsonl" : "log.\(number).jsonl"
  }

  /// Whether there is a history.
  package var exists: Bool { (try? folder.has(Self.name(0))) ?? false }

  /// Records an event. Does not fail, and rarely writes.
  package func add(_ event: JobEvent) {
    guard state.withLock({ $0.maxBytes > 0 }) else { return }
    let line = event.json.bytes() + [UInt8(ascii: "\n")]
    let isFull = state.withLock { state in
      guard state.lines.count + line.count <= Self.mostPending else {
        state.lost += 1
        return true
      }
      state.lines += line
      state.count += 1
      return state.lines.count > Self.batch
    }
    if isFull { write() }
  }

  /// Appends the events that were added, with one write. Keeps them if another daemon writes just now, and after an
  /// error.
  package func write() {
    guard state.withLock({ !$0.lines.isEmpty }) else { return }
    _ = writing.withLockIfAvailable { (lock: inout OwnedDescriptor?) in
      let (lines, count, maxBytes) = state.withLock { state in
        defer { (state.lines, state.count) = ([], 0) }
        return (state.lines, state.count, state.maxBytes)
      }
      var failure: SystemError?
      var isWritten = false
      do throws(SystemError) {
        isWritten = try write(lines, maxBytes, &lock)
      } catch {
        failure = error
      }
      state.withLock { state in
        state.error = failure
        guard !isWritten else { return }
        if lines.count + state.lines.count <= Self.mostPending {
          state.lines = lines + state.lines
          state.count += count
        } else {
          state.lost += count
        }
      }
    }
  }

  /// - Returns: False if another process has the lock.
  private func write(
    _ lines: [UInt8], _ maxBytes: Int, _ lock: inout OwnedDescriptor?
  ) throws(SystemError) -> Bool {
    let locked: OwnedDescriptor
    if let known = lock {
      locked = known
    } else {
      locked = try folder.open(".", O_RDONLY | O_DIRECTORY)
      lock = locked
    }
    guard try locked.lock(LOCK_EX | LOCK_NB, folder.name) else { return false }
    defer { _ = try? locked.lock(LOCK_UN, folder.name) }
    var file = try open()
    var size = try Int(file.status(of: Self.name(0)).st_size)
    if size > 0, size + lines.count > maxBytes / Self.files {
      try rotate()
      file = try open()
      size = 0
    }
    do throws(SystemError) {
      try file.write(lines, to: "\(folder.name)/\(Self.name(0))")
    } catch {
      // No other process appends while this one has the lock.
      _ = ftruncate(file.raw, off_t(size))
      throw error
    }
    return true
  }

  private func open() throws(SystemError) -> OwnedDescriptor {
    try folder.open(
      Self.name(0), O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK, mode: Spool.publicMode)
  }

  private func rotate() throws(SystemError) {
    for number in (0..<Self.files - 1).reversed() where try folder.has(Self.name(number)) {
      try folder.replace(Self.name(number), to: folder, as: Self.name(number + 1))
    }
  }
}
