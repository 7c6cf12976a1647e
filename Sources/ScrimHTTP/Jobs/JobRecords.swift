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
    /// Of the submission; `nil` without.
    let idempotencyKey: String?
    var isFinished = false

    init(_ key: String, idempotencyKey: String? = nil) {
      self.key = key
      self.idempotencyKey = idempotencyKey
    }

    /// The name of the key, and on a second line the idempotency key.
    init(bytes: [UInt8]) {
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", maxSplits: 1)
      self.init(
        lines.first.map(String.init) ?? "",
        idempotencyKey: lines.count > 1 ? String(lines[1]) : nil)
    }

    var bytes: [UInt8] { Array((key + (idempotencyKey.map { "\n\($0)" } ?? "")).utf8) }
  }

  private let folder: Folder
  private let records: Mutex<[String: Record]>
  private static let longest = 512

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
      found[name] = Record(bytes: bytes)
    }
    records = Mutex(found)
  }

  /// Records a job; its file is on the disk then. One with the idempotency key of a recorded job is that job again, and
  /// does not count.
  ///
  /// - Throws: A problem if the key has as many unfinished jobs as it may, or the disk is full.
  func add(
    _ token: String, of key: ServiceKey, idempotencyKey: String? = nil
  ) throws(Problem) {
    let record = Record(key.name, idempotencyKey: idempotencyKey)
    try records.withLock { (records) throws(Problem) in
      let isRepeated =
        idempotencyKey != nil
        && records.values.contains {
          $0.key == key.name && $0.idempotencyKey == idempotencyKey
        }
      guard isRepeated || Self.unfinished(records)[key.name, default: 0] < key.jobs else {
        throw .jobs(key.name, limit: key.jobs)
      }
      records[token] = record
    }
    do throws(SystemError) {
      try folder.write(record.bytes, as: token)
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
  var unfinished: [String: Int] { records.withLock { Self.unfinished($0) } }

  private static func unfinished(_ records: [String: Record]) -> [String: Int] {
    let unfinished = records.values.filter { !$0.isFinished }
    let repeatable = Set(unfinished.filter { $0.idempotencyKey != nil })
    return (unfinished.filter { $0.idempotencyKey == nil } + repeatable)
      .reduce(into: [:]) { $0[$1.key, default: 0] += 1 }
  }
}
