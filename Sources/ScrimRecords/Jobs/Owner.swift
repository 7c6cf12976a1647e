package import ScrimJSON

/// On whose behalf a job is rendered: the user who submitted it and, where that user submits for others, a tenant.
///
/// Turns, quotas, caches, disabled plugins and results are kept separate by owner.
package struct Owner: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let user: UInt32
  /// The tenant for whom the user submits; 1 to 32 of `a`–`z`, `0`–`9` and `_`.
  package let tenant: String?

  /// Maximum length of a tenant's name, bytes.
  private static let longestTenant = 32

  package init(user: UInt32) {
    self.user = user
    tenant = nil
  }

  /// - Returns: `nil` if the tenant's name is not valid.
  package init?(user: UInt32, tenant: String) {
    guard (1...Self.longestTenant).contains(tenant.utf8.count),
      tenant.utf8.allSatisfy(Self.isOfTenant)
    else { return nil }
    self.user = user
    self.tenant = tenant
  }

  /// Parses the format of ``description`` at the beginning of a name, and removes it.
  init?<Bytes: Collection<UInt8>>(head rest: inout Bytes) where Bytes.SubSequence == Bytes {
    guard let user = JobID.number(in: &rest).flatMap(UInt32.init(exactly:)) else { return nil }
    guard rest.first == Self.separator else {
      self.init(user: user)
      return
    }
    let tenant = rest.dropFirst().prefix(while: Self.isOfTenant)
    rest = rest[tenant.endIndex...]
    // The initialiser checks the length.
    self.init(user: user, tenant: String(decoding: tenant, as: UTF8.self))
  }

  /// Parses the format of ``description``.
  package init?(_ text: String) {
    var rest = text.utf8[...]
    self.init(head: &rest)
    guard rest.isEmpty else { return nil }
  }

  private static let separator = UInt8(ascii: "~")

  private static func isOfTenant(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// As in job IDs, log lines and messages between processes: `1000`, or `990~acme`.
  package var description: String { tenant.map { "\(user)~\($0)" } ?? "\(user)" }

  package static func < (one: Owner, other: Owner) -> Bool {
    (one.user, one.tenant ?? "") < (other.user, other.tenant ?? "")
  }
}

extension Owner: PlainValue {
  /// The initial value of a field, (uid_t)-1: no user has this ID.
  package static let none = Owner(user: .max)

  package static var expectation: String { "an owner" }
  package init?(field: JSON) {
    guard let text = field.string else { return nil }
    self.init(text)
  }
  package var field: JSON { .string(description) }
}
