import ArgumentParser
import CCurl
import Glibc
import Logging
import ScrimJSON
import ScrimLinux
import ScrimService

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
    let format = logFormat ?? .standard
    let program = LoggingProgram(name: "scrim-hooks", messageIDs: HookMessageID.all)
    LoggingSystem.bootstrap { _ in LineLog(of: program, level, format: format) }
    guard scrim_curl_start() == 0 else {
      ScrimHooks.complain("cannot initialise libcurl")
      throw ExitCode(74)
    }
    do {
      let file = options.config
      try Service(level: level) { try HooksConfiguration(file: file) }.run(settings)
    } catch {
      ScrimHooks.complain("\(error)")
      throw ExitCode(error is AlreadyRunning || error is SecretFile.Unusable ? 78 : 74)
    }
  }
}
