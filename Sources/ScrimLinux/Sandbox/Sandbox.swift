import CLinux
import Glibc
import SystemPackage

/// Restricts a rendering process before it reads untrusted input.
///
/// Call ``enter(readOnlyPaths:limits:)`` before any thread, Task or queue exists (an existing thread stays outside
/// Landlock), and before plugins are loaded.
public enum Sandbox {
  /// Resource limits that the kernel enforces for the process.
  public struct Limits: Sendable, Hashable {
    /// Maximum writable memory in bytes.
    public var memory: UInt64
    /// Maximum size of a written file in bytes, including memory files.
    public var fileBytes: UInt64

    public init(memory: UInt64, fileBytes: UInt64) {
      self.memory = memory
      self.fileBytes = fileBytes
    }
  }

  /// Gives up new privileges, memory access by other processes, resources above the limits, the file system except
  /// for reading below `readOnlyPaths` (missing ones are ignored), and all system calls that rendering does not need,
  /// above all sockets, exec and fork.
  ///
  /// - Parameters:
  ///   - readOnlyPaths: The paths that may be read.
  ///   - limits: The limits of the process.
  ///   - isUnprivileged: Whether a process of root's becomes nobody's. Without Landlock root could read every file.
  /// - Returns: The features that this kernel lacks, worded for a log; empty if all are active.
  /// - Throws: ``SystemError`` if an available feature could not be activated; the process should end then.
  public static func enter(
    readOnlyPaths: [String], limits: Limits, isUnprivileged: Bool = false
  ) throws(SystemError) -> [String] {
    try enter(
      readOnlyPaths: readOnlyPaths, limits: limits, isUnprivileged: isUnprivileged, landlock: .max)
  }

  /// As ``enter(readOnlyPaths:limits:)``, limited to an older version of Landlock: tests use it to check what the
  /// system-call filter denies by itself.
  ///
  /// - Parameters:
  ///   - readOnlyPaths: The paths that may be read.
  ///   - limits: The limits of the process.
  ///   - isUnprivileged: Whether a process of root's becomes nobody's.
  ///   - landlock: The maximum version of Landlock, 0 for none.
  /// - Returns: The features that this kernel lacks, worded for a log.
  /// - Throws: ``SystemError``.
  package static func enter(
    readOnlyPaths: [String], limits: Limits, isUnprivileged: Bool = false, landlock: Int32
  ) throws(SystemError) -> [String] {
    // Makes the OOM killer prefer this process: memory files do not count towards its limits. Without /proc only this
    // preference is lost.
    _ = scrim_end_first()
    if isUnprivileged, geteuid() == 0 { try check(scrim_become_nobody(), "give up root's rights") }
    try check(scrim_no_new_privileges(), "set no_new_privs")
    try denyMemoryAccess()
    try setLimits(limits)
    let version = min(landlock, scrim_landlock_version())
    try restrictFiles(to: readOnlyPaths, landlock: version)
    let isFiltered = try filterCalls()
    return lacking(landlock: version, isFiltered: isFiltered)
  }

  /// Denies other processes of the same user access to this process's memory (`/proc/PID/mem`, `ptrace`), and core
  /// dumps.
  ///
  /// Without Landlock, a plugin in a worker could otherwise read its parent's memory.
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
    // Reserved addresses cost nothing (each thread's arena reserves 64 MiB): twice the limit, but a limit
    // nevertheless, since mapped files are not counted above.
    try check(scrim_limit(Int32(RLIMIT_AS.rawValue), limits.memory * 2 + (4 << 30)), memory)
    // Effects and groups request one another's images recursively. The kernel leaves 128 MiB below the first thread's
    // stack, which grows up to the limit in effect at that time.
    try check(scrim_limit(Int32(RLIMIT_STACK.rawValue), 96 << 20), "limit the stack")
    try check(scrim_limit(Int32(RLIMIT_FSIZE.rawValue), limits.fileBytes), "limit file sizes")
    try check(scrim_limit(Int32(RLIMIT_CORE.rawValue), 0), "limit core files")
    try check(scrim_limit(Int32(RLIMIT_NOFILE.rawValue), 512), "limit descriptors")
  }

  /// - Parameters:
  ///   - paths: The paths that may be read.
  ///   - version: The version of Landlock, 0 for none.
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
  ///   - version: The version of Landlock, 0 for none.
  ///   - isFiltered: Whether system calls are filtered.
  /// - Returns: The operations that nothing denies, worded for a log.
  static func lacking(landlock version: Int32, isFiltered: Bool) -> [String] {
    let files = version > 0 ? [] : ["Landlock (files outside the worker's own can be read)"]
    guard !isFiltered else { return files }
    let rules = version > 0 ? laterRules.filter { version < $0.version } : []
    return files + rules.map { "Landlock's \($0.rule)" }
      + ["seccomp (system calls are not filtered)"]
  }

  /// Rules added to Landlock after its second version, which denies all other file operations. The system-call filter
  /// denies the same.
  private static let laterRules: [(version: Int32, rule: String)] = [
    (3, "rule for truncating files"), (4, "network rules"), (5, "rule for devices"), (6, "scopes"),
  ]
}

extension Sandbox {
  /// Paths that rendering reads on any system: fonts and their caches, dictionaries, libraries, and information about
  /// the process itself. Plugins, the Swift runtime and the worker's own folder are added.
  public static let systemPaths = [
    "/usr/share/fonts", "/usr/local/share/fonts", "/etc/fonts", "/usr/share/fontconfig",
    "/var/cache/fontconfig", "/usr/share/libthai", "/usr/share/hyphen", "/usr/lib", "/lib",
    "/lib64",
    "/usr/local/lib", "/etc/ld.so.cache", "/proc/self", "/sys/devices/system/cpu",
    "/proc/cpuinfo", "/proc/meminfo", "/dev/null", "/dev/urandom",
  ]
}
