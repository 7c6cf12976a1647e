package import ArgumentParser
package import Glibc
package import Logging
package import ScrimJSON

/// The settings of a service.
package protocol ServiceConfiguration {
  static var program: LoggingProgram { get }
  /// `/etc/scrim/NAME.toml`.
  static var installedFile: String { get }

  /// - Throws: `ConfigurationError` with every error; `SystemError`.
  init(file: String) throws

  var level: Logger.Level { get }
  var json: JSON { get }
}

/// The configuration file of a command.
package struct ConfigurationOptions<Settings: ServiceConfiguration>: ParsableArguments {
  @Option(
    help:
      "Configuration file; see etc/\(Settings.installedFile.split(separator: "/").last ?? "") for all keys.",
    completion: .file())
  package var config = Settings.installedFile

  package init() {}

  /// - Throws: `ExitCode` 78 (EX_CONFIG), after the errors were written.
  package func read() throws -> Settings {
    do {
      return try Settings(file: config)
    } catch {
      Settings.program.complain("\(error)")
      throw ExitCode(78)
    }
  }
}

/// What a service prints.
package struct ServiceOutputOptions: ParsableArguments {
  @Flag(help: "With --check: print only errors.")
  package var quiet = false

  @Option(
    help: """
      text, json (one object per line on standard error), or journal (entries with fields for journald). \
      (default: journal under journald, otherwise text)
      """)
  package var logFormat: LogFormat?

  package init() {}
}

extension LoggingProgram {
  /// Prepares the process of a service.
  ///
  /// - Parameter mask: The umask of its files, independent of the inherited one.
  package func prepare(umask mask: mode_t) {
    umask(mask)
    signal(SIGPIPE, SIG_IGN)
    // The parent process may have blocked signals, and the mask is inherited.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
  }
}

/// The options of a command that runs a service.
package struct ServiceOptions<Settings: ServiceConfiguration>: ParsableArguments {
  @OptionGroup package var file: ConfigurationOptions<Settings>

  @Flag(help: "Print the effective configuration and exit.")
  package var check = false

  @OptionGroup package var output: ServiceOutputOptions

  package init() {}

  /// Prepares the process and starts its log.
  ///
  /// - Parameter mask: The umask of its files.
  /// - Returns: The settings and the log's level; `nil` with `--check`.
  /// - Throws: `ExitCode` 78 (EX_CONFIG), after the errors were written.
  package func start(umask mask: mode_t) throws -> (settings: Settings, level: LogLevel)? {
    Settings.program.prepare(umask: mask)
    let settings = try file.read()
    if check {
      if !output.quiet { print(settings.json.text(pretty: true)) }
      return nil
    }
    let level = LogLevel(settings.level)
    Settings.program.startLog(level, output.logFormat)
    return (settings, level)
  }
}

extension LogFormat: ExpressibleByArgument {}
