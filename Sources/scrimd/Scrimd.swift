import ArgumentParser
import Glibc
import Logging
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimService
import ScrimSpool
import ScrimWorkerClient

/// The daemon: takes jobs from a spool's `drop/` and has workers render them.
///
/// It guarantees that a job which has left `drop/` is not lost, and that its result appears complete and exactly
/// once. It decodes no image, lays out no text and loads no plugin: workers do, and may crash.
@main
struct Scrimd: ParsableCommand {
  /// The daemon's version, as `--version` and `scrim status` show it.
  static let release = Release.number

  private static let program = LoggingProgram(name: "scrimd", messageIDs: MessageID.all)

  static let configuration = CommandConfiguration(
    commandName: "scrimd",
    abstract: "Daemon that renders the jobs in a spool.",
    discussion: """
      Put NAME.json or a folder NAME.scrim into the spool's drop/; images and NAME.result.json, \
      or NAME.failed.json, appear in out/. On SIGTERM or SIGINT, finishes or requeues the running jobs, then stops.
      """,
    version: release)

  @Option(help: "Spool folder; created if missing. (default: from the configuration)")
  var spool: String?

  @Option(help: "Configuration file; see etc/scrim.toml for all keys.")
  var config: String?

  @Option(help: "Number of workers; 0 means one per CPU.")
  var workers: Int?

  @Option(help: "Plugin folder, replacing the configured ones; may be repeated.")
  var plugins: [String] = []

  @Flag(inversion: .prefixedNo, help: "Watch drop/ with inotify. (default: from the configuration)")
  var inotify: Bool?

  @Flag(help: "Print the path of each image when it is delivered.")
  var print = false

  @Flag(
    help:
      "Print image paths and exit when no jobs are left: status 0 if every job succeeded, else 1.")
  var drain = false

  @Flag(
    help:
      "Print the effective configuration and exit. Without --config, reads /etc/scrim/scrim.toml if it exists."
  )
  var check = false

  @Flag(help: "With --check: print only errors.")
  var quiet = false

  @Option(
    help: """
      text, json (one object per line on standard error), or journal (entries with fields for journald). \
      (default: journal under journald, otherwise text)
      """)
  var logFormat: LogFormat?

  /// The file that `--check` reads when none is named.
  private static let installedFile = "/etc/scrim/scrim.toml"

  func run() throws {
    // The modes of the spool's files decide who may read them, independent of the inherited umask.
    umask(0o027)
    signal(SIGPIPE, SIG_IGN)
    // The parent process may have blocked signals, and the mask is inherited.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    // Until the daemon waits for signals there is no job to return to the queue.
    for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
    let settings: Configuration
    do {
      try Sandbox.denyMemoryAccess()
      settings = try readConfiguration()
      // The errors of a start that do not depend on the spool.
      if check { _ = try settings.renderSettings() }
    } catch {
      Self.program.complain("\(error)")
      throw ExitCode(78)  // EX_CONFIG
    }
    if check {
      if !quiet {
        for warning in settings.warnings { StandardStream.error.write("scrimd: \(warning)\n") }
        Swift.print(settings.json.text(pretty: true))
      }
      return
    }
    let level = LogLevel(settings.level)
    Self.program.startLog(level, logFormat)
    let failures: Int
    do {
      let current = try CurrentConfiguration(settings) { try readConfiguration() }
      failures = try Daemon(
        current, logLevel: level, file: config, drains: drain, prints: print || drain
      ).run()
    } catch {
      Self.program.complain("\(error)")
      throw ExitCode(Self.isPermanent(error) ? 78 : 74)
    }
    if drain && failures > 0 { throw ExitCode(1) }
  }

  /// Whether a restart would fail the same way. The exit status reports it to systemd.
  private static func isPermanent(_ error: any Error) -> Bool {
    switch error {
    case is SpoolError, is ConfigurationError: true
    case let error as WorkerError: error.code == .notFound || error.code == .unsandboxed
    default: false
    }
  }

  private func readConfiguration() throws -> Configuration {
    let installed = check && access(Self.installedFile, F_OK) == 0 ? Self.installedFile : nil
    var result = try (config ?? installed).map { try Configuration(file: $0) } ?? Configuration()
    try result.checkValues()
    if let spool { result.spool = spool }
    if let workers { result.workers = workers }
    if let inotify { result.watch = inotify }
    if !plugins.isEmpty { result.plugins = plugins }
    guard (0...1024).contains(result.workers) else {
      throw ConfigurationError(messages: ["--workers: \(result.workers) is outside 0…1024."])
    }
    // An unknown account is an error of the configuration.
    _ = try result.spoolRules()
    return result
  }
}
