import ScrimLinux
package import ScrimRecords
import Synchronization

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
