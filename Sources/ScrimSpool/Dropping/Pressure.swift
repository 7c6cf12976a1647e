import ScrimLinux
package import ScrimRecords
import Synchronization

/// Why intake from `drop/` is suspended.
package enum Pressure: Sendable, Hashable, CustomStringConvertible {
  /// Free disk space is below this number of bytes.
  case disk(bytes: Int)
  /// Free inodes are below this percentage.
  case files(percent: Int)
  /// The queue has reached this number of jobs.
  case queue(jobs: Int)

  package var description: String {
    switch self {
    case .disk(let bytes): "less than \(bytes) bytes are free on the spool's file system"
    case .files(let percent):
      "less than \(percent) % of the inodes are free on the spool's file system"
    case .queue(let jobs): "\(jobs) jobs are waiting"
    }
  }
}

/// Space that an owner's jobs take in the spool.
package struct OwnerUsage: Sendable, Hashable {
  package let owner: Owner
  package let bytes: Int
}

extension Spool {
  /// The owner whose files take the most space: those visible in `drop/`, accepted jobs, and finished jobs as far as
  /// retention has measured them. Results in `out/` are not counted.
  ///
  /// - Returns: `nil` if the spool has no files.
  /// - Throws: ``SystemError``.
  func largestOwner() throws -> OwnerUsage? {
    var usage = try acceptedBytes()
    usage.merge(try dropBytes(), uniquingKeysWith: +)
    for (id, bytes) in sizes.withLock({ $0.values.flatMap(Array.init) }) {
      usage[id.owner, default: 0] += bytes
    }
    return usage.max { ($0.value, $1.key) < ($1.value, $0.key) }
      .map { OwnerUsage(owner: $0.key, bytes: $0.value) }
  }
}
