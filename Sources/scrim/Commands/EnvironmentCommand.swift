import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimRecords
import ScrimWorkerClient
import SystemPackage

/// Prints the digest of all that images depend on besides their jobs.
struct EnvironmentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "environment",
    abstract: "Prints a digest of the programs, effects and fonts that render jobs here.",
    discussion: """
      Two machines with the same digest render the same job to the same bytes. A job with this digest as \
      "environment" is rendered by no other machine: others report an error, and a queue gives the job only to nodes \
      that have it.

      The digest covers scrim-worker and the libraries that it links, all plugins, all fonts, yours included, and \
      fontconfig's configuration. An update of any of them changes it; --json shows which. Paths and times do not count.

      Examples:
        scrim environment
        scrim environment --json > here.json
        scrim environment --spool /var/spool/scrim
      """)

  @Flag(help: "Prints every file with its digest, as JSON.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Prints the digest of the scrimd of this spool: it has no user's fonts, and plugins of its own.",
      valueName: "folder"),
    completion: .directory)
  var spool: String?

  @OptionGroup var options: LocalWorkerOptions

  func validate() throws {
    guard spool != nil else { return }
    if json { throw ValidationError("--json cannot be combined with --spool.") }
    if !options.plugins.folders.isEmpty || !options.fonts.isEmpty {
      throw ValidationError("--plugins and --fonts cannot be combined with --spool.")
    }
  }

  func run() throws {
    let console = Console()
    try console.run {
      if let spool { return console.result(try Self.digest(ofDaemonAt: FilePath(spool))) }
      let environment = try options.environment()
      console.result(json ? environment.json.text(pretty: true) : environment.digest)
    }
  }

  /// Asks until the daemon has read its files.
  private static func digest(ofDaemonAt spool: FilePath) throws -> String {
    let control = SpoolPlace(spool, command: "environment")
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      guard case .environment(let digest) = try control.ask(.environment) else { break }
      guard digest.isEmpty else { return digest }
      _ = try Readiness.wait(for: [], timeout: .milliseconds(50))
    }
    throw Failure(.io, "scrimd has not read its environment within 60 s.")
  }
}

extension EnvironmentReader {
  static let installed = EnvironmentReader(.sha256)
}

extension LocalWorkerOptions {
  /// The environment of the workers.
  ///
  /// - Throws: A ``Failure``.
  func environment() throws -> RenderEnvironment {
    try LocalWorker.environment(plugins: plugins.folders, fonts: fonts, by: .installed)
  }
}
