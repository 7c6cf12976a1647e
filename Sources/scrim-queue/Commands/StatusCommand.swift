import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimQueue

struct StatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows waiting jobs by tenant, those that ended in the last hour, and the nodes.",
    discussion: """
      Tenants see their own jobs, operators all and the nodes. Exit status: 1 if jobs wait and no node was seen in the \
      last minute that is not drained, as far as you may see nodes.
      """)

  @OptionGroup var queue: QueueOptions

  func run() throws {
    let console = Console()
    try console.runQueue {
      let (client, session) = try queue.open()
      let status = try client.status(isAdmin: session.isAdmin)
      for line in columns(status.counts.map(\.row) + status.finished.map(\.row)) {
        console.result(line)
      }
      for jobs in status.missing {
        console.note(
          "\(jobs.tenant): \(jobs.jobs) waiting, oldest \(LocalTime.age(of: jobs.oldest)): no node has "
            + "their environment, \(jobs.environment).")
      }
      guard session.isAdmin else { return }
      for line in columns(status.nodes.map(\.row)) { console.result(line) }
      let now = WallClock.milliseconds
      let isServed = status.nodes.contains { now - $0.seen < 60_000 && !$0.isDrained }
      if !isServed, status.counts.contains(where: { $0.state == .waiting }) {
        let isDrained = status.nodes.contains { now - $0.seen < 60_000 }
        console.note(
          isDrained
            ? "Jobs wait, but all nodes that were seen in the last minute are drained."
            : "Jobs wait, but no node was seen in the last minute.")
        throw ExitCode(1)
      }
    }
  }
}

extension QueueStatus.Count {
  fileprivate var row: [String] {
    [
      tenant, state.rawValue, "\(jobs)",
      oldest.map { "oldest: \(LocalTime.age(of: $0))" } ?? "in the last hour",
    ]
  }
}

extension QueueStatus.Node {
  fileprivate var row: [String] {
    [
      "node", printable(name), "\(leased) leased\(isDrained ? ", drained" : "")",
      "seen \(LocalTime.age(of: seen)) ago", release, printable(environment),
    ]
  }
}
