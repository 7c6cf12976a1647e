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

  @OptionGroup var output: ServiceOutputOptions

  /// The file that `--check` reads when none is named.
  private static let installedFile = "/etc/scrim/scrim.toml"

  func run() throws {
    // The modes of the spool's files decide who may read them.
    Self.program.prepare(umask: 0o027)
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
      if !output.quiet {
        for warning in settings.warnings { StandardStream.error.write("scrimd: \(warning)\n") }
        Swift.print(settings.json.text(pretty: true))
      }
      return
    }
    let level = LogLevel(settings.level)
    Self.program.startLog(level, output.logFormat)
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

/// Identifiers of log messages that operators search or alert on, as `journalctl MESSAGE_ID=…` takes them. They never
/// change, even if the words of a message do.
enum MessageID {
  static let all: [String: String] = [
    "started": "3cd317344d9c4ce995865531962dcbcb",
    "stopped": "d0a83bf43ba84e249997992229e34c00",
    "job done": "95d8a892a77e47e8bc109f8932006b6d",
    "job failed": "905c5a32c0ca4d338b7a2d244cdf38fa",
    "job refused": "912570c628a94a448c9602f86981bf5e",
    "job held": "f87424f5bebf43f8b72e83c4dfb30f34",
    "attempt failed": "e5034c765b4548f6802bc023f7ec7d3a",
    "moved to corrupt/": "aac9ad2b0ef443da87fd1256d9dd315b",
    "left in drop/": "8f72b2773fe440fa8a12f686102865dc",
    "intake suspended": "cd1e7d78e9f6419ebf0131ce30e786a7",
    "intake resumed": "9ef2fe31c33e4975b762118342391788",
    "plugins changed": "80d1d3079187454db087315b46d96e7e",
    "worker replaced": "aa90d656d2404c20a3eaef457aaf79e8",
    "paused after a system error": "dc800f79ed9d410980b9ad0ae1166f04",
    "configuration reloaded": "567267b1f59041c589f45e6ceff178d5",
    "configuration not reloaded": "b5d412c514aa47daa7d812c3200f6c1f",
    "a folder of the spool was replaced": "922c3c3de0a44b67a8758a4213d6c041",
    "another release of scrimd is installed": "57649e03e35547528ef05159a208d580",
  ]
}
