import Glibc
import ScrimSpool
import Synchronization

/// The connections of clients, and which gives its place to another when all are taken: that of the user with most
/// connections which has been idle longest.
///
/// Some places are left to root, the spool's account, operators and bridge users.
package struct ClientPlaces {
  package struct Place {
    let user: UInt32
    let isTrusted: Bool
    /// Since when nothing is unread, in work or unsent; `nil` while something is.
    package var idleSince: ContinuousClock.Instant?
  }

  package enum Admission: Hashable {
    case free
    /// This idle connection is to be closed.
    case replace(Int32)
    /// A request of this user that is not begun is to be answered with *busy*, and its connection closed.
    case withdraw(UInt32)
    /// The new connection is to be answered with *busy*.
    case refuse
  }

  /// Without those of `reserved` for trusted users.
  private let count: Int
  private let reserved: Int
  package private(set) var places: [Int32: Place] = [:]

  /// - Parameter most: All places. An eighth of them is reserved.
  package init(most: Int) {
    reserved = most / 8
    count = most - reserved
  }

  package mutating func add(_ client: Int32, of user: UInt32, isTrusted: Bool) {
    places[client] = Place(user: user, isTrusted: isTrusted, idleSince: .now)
  }

  package mutating func remove(_ client: Int32) { places[client] = nil }

  /// Records that a connection is idle or, with `nil`, in use.
  package mutating func note(_ client: Int32, idleSince: ContinuousClock.Instant?) {
    places[client]?.idleSince = idleSince
  }

  /// Idle connections.
  package var idle: [Int32] { places.filter { $0.value.idleSince != nil }.map(\.key) }

  /// Which place a new connection may have.
  package func admission(of user: UInt32, isTrusted: Bool) -> Admission {
    let rivals = isTrusted ? places : places.filter { !$0.value.isTrusted }
    guard rivals.count >= (isTrusted ? count + reserved : count) else { return .free }
    let numbers = Dictionary(grouping: rivals, by: \.value.user).mapValues(\.count)
    let largest = numbers.max { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let largest else { return .refuse }
    // Who would have most with the new one replaces an own one.
    let isOwn = numbers[user, default: 0] + 1 > largest.value
    let victim = isOwn ? user : largest.key
    let longest = rivals.filter { $0.value.user == victim && $0.value.idleSince != nil }
      .min { ($0.value.idleSince ?? .now, $0.key) < ($1.value.idleSince ?? .now, $1.key) }
    if let longest { return .replace(longest.key) }
    return isOwn ? .refuse : .withdraw(victim)
  }
}

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
