import ArgumentParser
import CCurl
import ScrimService

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Runs the service. This is the default.")

  @OptionGroup var options: ServiceOptions<HooksConfiguration>

  func run() throws {
    guard let (settings, level) = try options.start(umask: 0o077) else { return }
    guard scrim_curl_start() == 0 else {
      HooksConfiguration.program.complain("cannot initialise libcurl")
      throw ExitCode(74)
    }
    do {
      let file = options.file.config
      try Service(level: level) { try HooksConfiguration(file: file) }.run(settings)
    } catch {
      HooksConfiguration.program.complain("\(error)")
      throw ExitCode(error is AlreadyRunning || error is SecretFile.Unusable ? 78 : 74)
    }
  }
}
