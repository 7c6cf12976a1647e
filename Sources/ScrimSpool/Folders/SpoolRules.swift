/// Rules of the spool that are not limits.
public struct SpoolRules: Sendable, Hashable {
  /// Accounts that may submit for tenants.
  public var bridgeUsers: Set<UInt32> = []
  /// Whether a failed job removes what the same owner's earlier job of its name delivered.
  public var removesOnFailure = false
  /// The account that takes events of finished jobs; `nil` if none are to be written.
  public var hooksAccount: UInt32?

  public init() {}
}
