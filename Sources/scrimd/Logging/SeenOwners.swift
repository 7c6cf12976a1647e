import ScrimRecords
import Synchronization

/// Detects that more than one owner submits jobs.
final class SeenOwners: Sendable {
  private let first = Mutex<(owner: Owner?, isTold: Bool)>((nil, false))

  /// - Returns: True once: for the first job of a second owner.
  func isSecond(_ owner: Owner) -> Bool {
    first.withLock { seen in
      guard let known = seen.owner else {
        seen.owner = owner
        return false
      }
      guard known != owner, !seen.isTold else { return false }
      seen.isTold = true
      return true
    }
  }
}
