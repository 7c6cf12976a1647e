import CLinux
import Glibc
import SystemPackage

/// What a process that draws gives up before it looks at anything from outside.
///
/// ``enter(readOnlyPaths:limits:)`` comes before any thread, Task or queue exists (a thread that was there
/// first stays outside Landlock), and before plugins are loaded.
public enum Sandbox {
  /// Ceilings that the kernel keeps for the whole process.
  public struct Limits: Sendable, Hashable {
    /// Memory that is written to, bytes.
    public var memory: UInt64
    /// The largest file, memory files too, that can be written, bytes.
    public var fileBytes: UInt64

    public init(memory: UInt64, fileBytes: UInt64) {
      self.memory = memory
      self.fileBytes = fileBytes
    }
  }

  /// Gives up new privileges, being looked at by others, resources above the limits, all of
  /// the file system but reading what lies below `readOnlyPaths` (those that do not exist are
  /// passed over), and all system calls that drawing does not need, above all sockets, exec and fork.
  ///
  /// - Returns: What this kernel cannot do, as words for a log; empty when everything is on.
  /// - Throws: ``SystemError`` when something that the kernel has could not be switched on; the
  ///   process should end then.
  public static func enter(
    readOnlyPaths: [String], limits: Limits
  ) throws(SystemError) -> [String] {
    try enter(readOnlyPaths: readOnlyPaths, limits: limits, landlock: .max)
  }

  /// As ``enter(readOnlyPaths:limits:)``, on a kernel whose Landlock is older: for tests of what the
  /// filter of system calls denies by itself.
  ///
  /// - Parameters:
  ///   - readOnlyPaths: What may be read.
  ///   - limits: Of the process.
  ///   - landlock: The highest version of Landlock that is used, 0 for none.
  /// - Returns: What this kernel cannot do, as words for a log.
  /// - Throws: ``SystemError``.
  package static func enter(
    readOnlyPaths: [String], limits: Limits, landlock: Int32
  ) throws(SystemError) -> [String] {
    // Memory files count for no limit of the process. Where there is no /proc nothing is lost but
    // this order.
    _ = scrim_end_first()
    try check(scrim_no_new_privileges(), "set no_new_privs")
    try denyMemoryAccess()
    try setLimits(limits)
    let version = min(landlock, scrim_landlock_version())
    try restrictFiles(to: readOnlyPaths, landlock: version)
    let isFiltered = try filterCalls()
    return lacking(landlock: version, isFiltered: isFiltered)
  }

  /// Denies other processes of the same user this process's memory (`/proc/PID/mem`, `ptrace`), and core dumps.
  ///
  /// Where Landlock is missing, a plugin in a worker could otherwise read what its parent holds.
  ///
  /// - Throws: ``SystemError``.
  public static func denyMemoryAccess() throws(SystemError) {
    try check(scrim_not_dumpable(), "disable memory dumps")
  }

  /// - Returns: Whether this kernel filters system calls.
  private static func filterCalls() throws(SystemError) -> Bool {
    guard scrim_has_seccomp() == 1 else { return false }
    let failure = scrim_seccomp_worker()
    guard failure == 0 else {
      throw SystemError(Errno(rawValue: -failure), "install the system-call filter")
    }
    return true
  }

  private static func setLimits(_ limits: Limits) throws(SystemError) {
    let memory = "limit memory"
    try check(scrim_limit(Int32(RLIMIT_DATA.rawValue), limits.memory), memory)
    // Reserved addresses cost nothing (each thread's arena reserves 64 MiB): twice the room, but
    // a ceiling, since mapped files are not counted above.
    try check(scrim_limit(Int32(RLIMIT_AS.rawValue), limits.memory * 2 + (4 << 30)), memory)
    // Effects and groups ask one another for their pictures. The kernel leaves 128 MiB below the stack of
    // the first thread, which grows up to the limit as it is then.
    try check(scrim_limit(Int32(RLIMIT_STACK.rawValue), 96 << 20), "limit the stack")
    try check(scrim_limit(Int32(RLIMIT_FSIZE.rawValue), limits.fileBytes), "limit file sizes")
    try check(scrim_limit(Int32(RLIMIT_CORE.rawValue), 0), "limit core files")
    try check(scrim_limit(Int32(RLIMIT_NOFILE.rawValue), 512), "limit descriptors")
  }

  /// - Parameters:
  ///   - paths: What may be read.
  ///   - version: Of Landlock, 0 for none.
  /// - Throws: ``SystemError``.
  private static func restrictFiles(
    to paths: [String], landlock version: Int32
  ) throws(SystemError) {
    guard version > 0 else { return }
    let ruleset = OwnedDescriptor(
      owning: try check(scrim_landlock_ruleset(version), "create a Landlock ruleset"))
    for path in paths {
      guard let place = try? OwnedDescriptor.openPath(path) else { continue }
      try check(scrim_landlock_allow_reading(ruleset.raw, place.raw), "allow reading \(path)")
    }
    try check(scrim_landlock_restrict(ruleset.raw), "enter Landlock")
  }

  /// - Parameters:
  ///   - version: Of Landlock, 0 for none.
  ///   - isFiltered: Whether system calls are filtered.
  /// - Returns: What nothing denies, as words for a log.
  static func lacking(landlock version: Int32, isFiltered: Bool) -> [String] {
    let files = version > 0 ? [] : ["Landlock (files outside the worker's own can be read)"]
    guard !isFiltered else { return files }
    let rules = version > 0 ? laterRules.filter { version < $0.version } : []
    return files + rules.map { "Landlock's \($0.rule)" }
      + ["seccomp (system calls are not filtered)"]
  }

  /// What Landlock came to deny after its second version, which denies all else that is needed of files.
  /// The filter of system calls denies the same.
  private static let laterRules: [(version: Int32, rule: String)] = [
    (3, "rule for truncating files"), (4, "network rules"), (5, "rule for devices"), (6, "scopes"),
  ]
}

extension Sandbox {
  /// What drawing reads on any system: fonts and their caches, the words of Thai, libraries, and
  /// the facts about the process itself. Plugins, the Swift runtime and the worker's own folder
  /// come on top.
  public static let systemPaths = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/usr/share/fontconfig",
    "/var/cache/fontconfig", "/usr/share/libthai", "/usr/lib", "/lib", "/lib64",
    "/usr/local/lib", "/etc/ld.so.cache", "/proc/self", "/sys/devices/system/cpu",
    "/proc/cpuinfo", "/proc/meminfo", "/dev/null", "/dev/urandom",
  ]
}
