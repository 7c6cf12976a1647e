import Glibc
package import ScrimDocument
import ScrimLinux
package import ScrimProtocol

/// The program that renders, and how it is started.
package struct WorkerProgram: Sendable, Hashable {
  package var path: String
  package var options: WorkerOptions

  package init(path: String, options: WorkerOptions) {
    self.path = path
    self.options = options
  }

  /// Where plugins are, from the folder of the worker: of an installation, or of a build.
  package static func pluginFolders(beside folder: String) -> [String] {
    ["\(folder)/plugins", folder]
  }

  /// Finds the program that belongs to the running one: beside it, or where an installation puts
  /// it.
  ///
  /// - Parameters:
  ///   - plugins: Folders of plugins, the first counting most; without any, those of the installation
  ///     or, in a build folder, those beside the program.
  ///   - besidesInstalled: Whether those of the installation come after `plugins`.
  ///   - limits: What a worker may take.
  /// - Returns: The program, with its options.
  /// - Throws: ``WorkerError`` notFound.
  package static func find(
    plugins: [String] = [], besidesInstalled: Bool = false, limits: RenderLimits = RenderLimits()
  ) throws(WorkerError) -> WorkerProgram {
    let here = ownFolder()
    guard let folder = folder() else {
      throw WorkerError(
        .notFound, "scrim-worker not found in \(candidates.joined(separator: ", "))")
    }
    let shelves = ["\(here)/../lib/scrim/plugins"] + pluginFolders(beside: folder)
    let installed = shelves.first { access($0, R_OK | X_OK) == 0 } ?? folder
    let areInstalled = plugins.contains { isSame($0, installed) }
    let adds = plugins.isEmpty || besidesInstalled && !areInstalled
    return WorkerProgram(
      path: "\(folder)/scrim-worker",
      options: WorkerOptions(plugins: plugins + (adds ? [installed] : []), limits: limits))
  }

  /// For which CPUs the code is that draws: `x86-64-v3` where the loader finds such a build of
  /// the kit beside the worker (ld.so(8), glibc-hwcaps) and the machine runs it, otherwise `baseline`.
  package static var processor: String {
    let fast = "x86-64-v3"
    guard Processor.runsX86_64_v3, let folder = folder(),
      access("\(folder)/glibc-hwcaps/\(fast)/libScrimKit.so", R_OK) == 0
    else { return "baseline" }
    return fast
  }

  /// The paths at which the worker may be installed.
  private static var candidates: [String] {
    let here = ownFolder()
    return [here, "\(here)/../lib/scrim", "\(here)/../libexec/scrim"]
  }

  private static func folder() -> String? {
    candidates.first { access("\($0)/scrim-worker", X_OK) == 0 }
  }

  /// Whether two paths lead to the same folder or file.
  package static func isSame(_ one: String, _ other: String) -> Bool {
    guard let identity = FileIdentity(at: one) else { return false }
    return FileIdentity(at: other) == identity
  }

  /// The folder of the running program.
  package static func ownFolder() -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    guard length > 0 else { return "." }
    let path = String(
      decoding: buffer[..<length].map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// What the program sees of the environment: a fixed language, no backtraces written by the
  /// Swift runtime unless it is debugged (they need what the sandbox denies), and where libraries and fonts are
  /// if they were moved, and whether the log is journald's.
  ///
  /// malloc keeps what Cairo takes for masks and groups, some MB a job: what goes back to the kernel
  /// costs its page faults again with the next job (mallopt(3)). It keeps one heap for all threads: those of a
  /// large picture are there for some rows only.
  var environment: [String] {
    let passed = [
      "LD_LIBRARY_PATH", "FONTCONFIG_FILE", "FONTCONFIG_PATH", "FONTCONFIG_SYSROOT",
      "JOURNAL_STREAM",
    ]
    let memory = [
      "MALLOC_MMAP_THRESHOLD_=\(32 << 20)", "MALLOC_TRIM_THRESHOLD_=\(64 << 20)",
      "MALLOC_ARENA_MAX=1",
    ]
    let backtrace = options.isDebugged ? Backtracer.settings : "enable=no"
    return ["LANG=C.UTF-8", "PATH=/usr/bin:/bin", "SWIFT_BACKTRACE=\(backtrace)"] + memory
      + passed.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
  }
}
