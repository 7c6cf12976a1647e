import ArgumentParser
import Glibc
import ScrimHTTP
import ScrimJSON
import ScrimLinux
import ScrimService
import ScrimWorkerClient

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs the service. This is the default.")

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Print the effective configuration and exit.")
  var check = false

  @Flag(help: "With --check: print only errors.")
  var quiet = false

  @Option(
    help: """
      text, json (one object per line on standard error), or journal (entries with fields for journald). \
      (default: journal under journald, otherwise text)
      """)
  var logFormat: LogFormat?

  func run() throws {
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    let settings = try options.read()
    if check {
      if !quiet { print(settings.json.text(pretty: true)) }
      return
    }
    let level = LogLevel(settings.level)
    ScrimHTTPProgram.program.startLog(level, logFormat)
    do {
      try Sandbox.denyMemoryAccess()
      let file = options.config
      try Service(level: level) { try HTTPConfiguration(file: file) }.run(settings)
    } catch {
      ScrimHTTPProgram.program.complain("\(error)")
      throw ExitCode(Self.isPermanent(error) ? 78 : 74)
    }
  }

  /// Whether a restart would fail the same way.
  private static func isPermanent(_ error: any Error) -> Bool {
    switch error {
    case is KeyCaches.InUse: true
    case let error as WorkerError: error.code == .notFound || error.code == .unsandboxed
    default: false
    }
  }
}
