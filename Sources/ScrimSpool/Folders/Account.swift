package import Glibc

/// Names of accounts for messages.
package enum Account {
  /// The name of a user, or `uid N` if there is none.
  static func name(of user: uid_t) -> String { entry(of: user)?.name ?? "uid \(user)" }

  /// The number of a user; `nil` if there is none of that name.
  package static func user(named name: String) -> uid_t? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else {
      return nil
    }
    return entry.pw_uid
  }

  /// The name of a user, and its primary group; `nil` if there is none.
  static func entry(of user: uid_t) -> (name: String, group: gid_t)? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 1 << 14)
    guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil,
      let name = entry.pw_name
    else { return nil }
    return (String(cString: name), entry.pw_gid)
  }
}
