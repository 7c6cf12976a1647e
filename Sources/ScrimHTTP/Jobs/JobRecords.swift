import ScrimJSON
import ScrimLinux
import ScrimRecords
import Synchronization

/// The jobs that the service has submitted and not yet acknowledged, each with its key: files in a state folder, so
/// that they are known after a restart.
///
/// A job is recorded before it is submitted. A job without a record is shown to no key.
final class JobRecords: Sendable {
  struct Record: Sendable, Hashable {
    let key: String
    var isFinished = false
  }

  private let folder: Folder
  private let records: Mutex<[String: Record]>
  private static let longest = 64

  /// - Parameter path: The folder, which must exist.
  /// - Throws: `SystemError`.
  init(at path: String) throws(SystemError) {
    folder = try Folder.open(path: path)
    var found: [String: Record] = [:]
    for name in try folder.names() {
      guard DropName.isToken(name), let bytes = try? folder.read(name, limit: Self.longest) else {
        try? folder.removeFile(name)
        continue
      }
      found[name] = Record(key: String(decoding: bytes, as: UTF8.self))
    }
    records = Mutex(found)
  }

  /// Records a job; its file is on the disk then.
  ///
  /// - Throws: A problem if the key has as many unfinished jobs as it may, or the disk is full.
  func add(_ token: String, of key: ServiceKey) throws(Problem) {
    try records.withLock { (records) throws(Problem) in
      let count = records.values.count { $0.key == key.name && !$0.isFinished }
      guard count < key.jobs else { throw .jobs(key.name, limit: key.jobs) }
      records[token] = Record(key: key.name)
    }
    do throws(SystemError) {
      try folder.write(Array(key.name.utf8), as: token)
      try folder.sync()
    } catch {
      remove(token)
      throw .unavailable("\(error).", retryAfter: 30)
    }
  }

  func remove(_ token: String) {
    records.withLock { $0[token] = nil }
    try? folder.removeFile(token)
  }

  /// Whether a job is one of a key.
  func isOf(_ key: String, _ token: String) -> Bool {
    records.withLock { $0[token]?.key == key }
  }

  func finished(_ token: String) {
    records.withLock { $0[token]?.isFinished = true }
  }

  var all: [String: Record] { records.withLock { $0 } }

  /// Unfinished jobs by key.
  var unfinished: [String: Int] {
    records.withLock { records in
      records.values.reduce(into: [:]) { counts, record in
        if !record.isFinished { counts[record.key, default: 0] += 1 }
      }
    }
  }
}
