import ArgumentParser
import ScrimCommand
import ScrimJSON

/// Looks for reasons why correct jobs would not be rendered or delivered.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Looks for reasons why correct jobs would not be rendered or delivered.",
    discussion: """
      Checks the configuration, the spool's folders with their modes and owners, the daemon, what \
      its unit hides, plugins, fonts, metrics, hooks, fetching, images by link and the clock, and renders \
      a pixel in a worker of its own. As root it sees all of that, as another user its own access; what it \
      cannot see is listed. Changes nothing.

      Exit status: 0 if nothing was found, 1 if there are findings, each with its remedy.

      Examples:
        scrim doctor
        scrim doctor --spool /srv/scrim --json
      """)

  @Option(
    help: ArgumentHelp("Configuration file of scrimd.", valueName: "file"), completion: .file())
  var config = "/etc/scrim/scrim.toml"

  @Option(
    help: ArgumentHelp(
      "Spool folder; default: $SCRIM_SPOOL, or the configuration's.", valueName: "folder"),
    completion: .directory)
  var spool: String?

  @Flag(help: "Prints JSON: findings with check, message and remedy, and what could not be seen.")
  var json = false

  private typealias Check = @Sendable (Installation, inout Findings) -> Void

  private static let checks: [(name: String, run: Check)] = [
    ("configuration", ConfigurationChecks.file),
    ("spool", SpoolChecks.folders),
    ("access", SpoolChecks.access),
    ("daemon", DaemonChecks.daemon),
    ("unit", ConfigurationChecks.unit),
    ("plugins", ConfigurationChecks.plugins),
    ("assets", ConfigurationChecks.assetRoots),
    ("metrics", ConfigurationChecks.metrics),
    ("hooks", ConfigurationChecks.hooks),
    ("fetching", ConfigurationChecks.fetching),
    ("links", ConfigurationChecks.links),
    ("fonts", DaemonChecks.fonts),
    ("clock", DaemonChecks.clock),
    ("worker", DaemonChecks.worker),
  ]

  func run() throws {
    let console = Console()
    let installation = Installation(file: config, spool: spool)
    var findings = Findings()
    for check in Self.checks {
      findings.check = check.name
      check.run(installation, &findings)
    }
    if json {
      console.result(findings.json.text(pretty: true))
    } else {
      for finding in findings.all {
        console.result("\(finding.check): \(printable(finding.message))")
        console.result("  remedy: \(printable(finding.remedy))")
      }
      for what in findings.unseen { console.note("Not seen: \(what).") }
      if findings.all.isEmpty { console.note("Nothing found.") }
    }
    if !findings.all.isEmpty { throw ExitCode(1) }
  }
}
