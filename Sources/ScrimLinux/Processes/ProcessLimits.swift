import CLinux
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

/// Ends this process at a time, by SIGALRM's default action, which code running in it cannot delay.
package enum ProcessDeadline {
  /// Ends the process after this number of seconds of wall-clock time, unless it is set again or cleared.
  package static func set(seconds: Int) {
    _ = scrim_alarm(UInt64(seconds) * 1000)
  }

  package static func clear() {
    _ = scrim_alarm(0)
  }
}

/// Ends this process with an exit status, without a message, where lack of memory would otherwise end it by a signal.
package enum OutOfMemoryExit {
  /// Installs the signal handlers, for the calling thread's stack. Other crashes are unaffected.
  ///
  /// - Throws: ``SystemError``.
  package static func install(status: Int32) throws(SystemError) {
    try check(scrim_exit_when_out_of_memory(status), "install signal handlers")
  }
}
