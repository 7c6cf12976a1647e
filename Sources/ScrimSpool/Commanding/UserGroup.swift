import Glibc

/// Membership in groups.
package enum UserGroup {
  /// Whether a user is a member of a group, by the user's and the group's names. False if either has none.
  package static func contains(_ user: UInt32, group: String) -> Bool {
    guard let wanted = number(of: group), let (name, primary) = Account.entry(of: user) else {
      return false
    }
    var count: Int32 = 64
    while true {
      var groups = [gid_t](repeating: 0, count: Int(count))
      let capacity = count
      if getgrouplist(name, primary, &groups, &count) >= 0 {
        return groups.prefix(Int(count)).contains(wanted)
      }
      guard count > capacity else { return false }
    }
  }

  /// Whether there is a group of this name.
  package static func exists(_ group: String) -> Bool { number(of: group) != nil }

  private static func number(of group: String) -> gid_t? {
    var entry = Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    var buffer = [CChar](repeating: 0, count: 1 << 16)
    guard getgrnam_r(group, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
      return nil
    }
    return entry.gr_gid
  }
}
