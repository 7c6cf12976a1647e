/// The user on whose behalf a job is rendered: the one who submitted it.
///
/// Turns, caches and disabled plugins are kept separate by owner.
public struct Owner: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let user: UInt32

  public init(user: UInt32) {
    self.user = user
  }

  /// As in log lines and messages between processes: `1000`.
  public var description: String { "\(user)" }

  public static func < (one: Owner, other: Owner) -> Bool { one.user < other.user }
}

extension JobID {
  /// The owner on whose behalf the job is rendered.
  public var owner: Owner { Owner(user: user) }
}
