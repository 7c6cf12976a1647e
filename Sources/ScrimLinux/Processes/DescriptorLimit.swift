import Glibc

/// The number of descriptors that this process may open (RLIMIT_NOFILE).
public enum DescriptorLimit {
  /// The limit in effect.
  public static var now: Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(min(limit.rlim_cur, rlim_t(Int32.max)))
  }

  /// Raises the limit, as far as the hard limit allows.
  public static func raise(to wanted: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < rlim_t(wanted)
    else { return }
    limit.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
