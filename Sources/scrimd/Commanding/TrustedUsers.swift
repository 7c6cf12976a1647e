import Glibc
import ScrimSpool
import Synchronization

/// Users to whom connections are left when others take many: root, the spool's account, operators and bridge users.
///
/// Membership in the operators' group is read again after some seconds only: the system may have to ask a server.
final class TrustedUsers: Sendable {
  private static let age = Duration.seconds(10)
  private static let maxKnown = 1000

  private let operators = Mutex<[UInt32: (isOperator: Bool, read: ContinuousClock.Instant)]>([:])

  func contains(_ user: UInt32, operators group: String, bridges: Set<UInt32>) -> Bool {
    if user == 0 || user == geteuid() || bridges.contains(user) { return true }
    guard !group.isEmpty else { return false }
    if let known = operators.withLock({ $0[user] }), .now - known.read < Self.age {
      return known.isOperator
    }
    let isOperator = UserGroup.contains(user, group: group)
    operators.withLock { known in
      if known.count >= Self.maxKnown { known = [:] }
      known[user] = (isOperator, .now)
    }
    return isOperator
  }
}
