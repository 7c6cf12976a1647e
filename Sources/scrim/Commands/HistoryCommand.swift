import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimRecords

/// Shows what happened to jobs.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Shows what happened to jobs, the oldest event first.",
    discussion: """
      Shows events of your own jobs; root, the daemon's account and operators see all. The columns \
      are time, job ID, name, owner, event and details. The history is limited in size: its oldest \
      events are dropped.

      TIME is a local time ("2026-11-24", "2026-11-24 14:30", "14:30"), a time ago ("30min", "2h", \
      "3d"), "now", or midnight at the beginning of "today" or "yesterday".

      Examples:
        scrim history --name story-17 --since yesterday --until today
        scrim history --owner 1000 --since 2h --json
        scrim history 1795483755404-1000-uc5qydag
      """)

  @Argument(help: "Job IDs; default: all jobs.")
  var ids: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only jobs whose name matches this pattern, as in 'story-*'.", valueName: "pattern"))
  var name: String?

  @Option(help: ArgumentHelp("Only jobs of this user: a name or a number.", valueName: "user"))
  var owner: String?

  @Option(help: ArgumentHelp("Only events from this time on.", valueName: "time"))
  var since: String?

  @Option(help: ArgumentHelp("Only events before this time.", valueName: "time"))
  var until: String?

  @Flag(help: "Prints a JSON array.")
  var json = false

  @OptionGroup var spool: SpoolOptions

  func validate() throws { _ = try query() }

  private func query() throws -> EventQuery {
    var query = EventQuery()
    query.ids = try ids.map { text in
      guard let id = JobID(text) else {
        throw ValidationError("\(text) is not a job ID such as 1795483755404-1000-uc5qydag.")
      }
      return id
    }
    guard ids.count <= EventQuery.mostJobs else {
      throw ValidationError("At most \(EventQuery.mostJobs) job IDs.")
    }
    query.user = try owner.map(SpoolPlace.owner)
    query.since = try since.map(Self.time)
    query.until = try until.map(Self.time)
    return query
  }

  private static func time(_ text: String) throws -> Int {
    guard let time = LocalTime.milliseconds(text) else {
      throw ValidationError(
        "\(text) is not a time such as \"2026-11-24 14:30\", \"14:30\", \"2h\", \"today\" or \"yesterday\"."
      )
    }
    return time
  }

  func run() throws {
    let console = Console()
    try console.run {
      let control = SpoolPlace(try spool.find(), command: "history")
      let events = try control.history(try query(), named: name)
      guard !json else {
        console.result(events.isEmpty ? "[]" : JSON.array(events.map(\.json)).text(pretty: true))
        return
      }
      for line in columns(events.map(\.row)) { console.result(line) }
    }
  }
}

extension JobEvent {
  /// A line of `scrim history`: time, ID, name, owner, event, details.
  fileprivate var row: [String] {
    var details: [String] = []
    if let attempt { details.append("attempt \(attempt)") }
    if let code { details.append(printable(code)) }
    if let reason { details.append(printable(reason)) }
    if let user { details.append("by user \(user)") }
    return [
      LocalTime.text(of: time), id.description, name.map(printable) ?? "-", id.owner.description,
      kind.rawValue, details.joined(separator: ", "),
    ]
  }
}
