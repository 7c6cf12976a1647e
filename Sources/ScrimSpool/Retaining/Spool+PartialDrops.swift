import Glibc
import ScrimLinux
package import ScrimRecords
import SystemPackage

extension Spool {
  /// Deletes names in `drop/` that intake ignores and that have not changed for a time: copies that were given up.
  ///
  /// - Returns: The number of names that were deleted.
  /// - Throws: ``SystemError``.
  @discardableResult
  package func removePartialDrops(
    _ retention: Retention, now: Int = WallClock.milliseconds
  ) throws -> Int {
    let limit = Int64(now - retention.partial.wholeMilliseconds) * 1_000_000
    var count = 0
    for name in try drop.names() where DropName.isIgnored(name) {
      guard let snapshot = try? Tree.snapshot(at: name, in: drop), snapshot.changed > 0,
        snapshot.changed < limit
      else { continue }
      do {
        try drop.removeTree(name)
        count += 1
      } catch {
        // Folders of others that this account may not write to stay.
        guard error.isOwnersDoing else { throw error }
      }
    }
    return count
  }
}
