import ArgumentParser
import ScrimCommand
import ScrimLinux
import ScrimQueue

struct MetricsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "Prints figures of the queue for Prometheus.",
    discussion: """
      Waiting jobs, the time of the oldest, jobs that failed, leases that were lost, bytes and quotas of tenants, and \
      the nodes. Of tenants, their own only. For the textfile collector of the node exporter, once a minute:

        scrim-queue metrics -o /var/lib/prometheus/node-exporter/scrim-queue.prom
      """)

  @Option(
    name: .shortAndLong, help: "File that is replaced as a whole; default: standard output.",
    completion: .file())
  var output: String?

  @OptionGroup var queue: QueueOptions

  func run() throws {
    let console = Console()
    try console.runQueue {
      let (client, session) = try queue.open()
      let metrics = try QueueMetrics(
        status: client.status(isAdmin: session.isAdmin),
        figures: client.figures(isAdmin: session.isAdmin), now: WallClock.milliseconds)
      guard let output else {
        return StandardStream.output.write(metrics.prometheus)
      }
      try OutputFile(option: output).write(.own(Array(metrics.prometheus.utf8)))
    }
  }
}
