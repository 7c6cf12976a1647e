import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimQueue

struct JobsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract:
      "Lists jobs, the newest first: ID, name, tenant, state, priority, attempts, start, age, node, reason.",
    discussion: """
      Tenants see their own jobs, operators all. A batch in parts is one job; its state is that of the part that is \
      furthest from its end. Without --state, those that have not ended. The start is the time before which a \
      waiting job is not begun.
      """)

  @Option(
    help: ArgumentHelp(
      "Only jobs of this state; may be repeated: waiting, deferred, leased, done, failed, cancelled, expired, or all.",
      valueName: "state"))
  var state: [StateName] = []

  @Option(help: "Only jobs of this tenant.")
  var tenant: String?

  @Option(help: ArgumentHelp("At most so many; 0 for all.", valueName: "number"))
  var most = 100

  @Option(help: ArgumentHelp("Only jobs older than this one, to continue a list.", valueName: "id"))
  var after: Int?

  @Flag(help: "Print JSON, an object per line.")
  var json = false

  @OptionGroup var queue: QueueOptions

  enum StateName: String, ExpressibleByArgument, CaseIterable {
    case waiting, deferred, leased, done, failed, cancelled, expired, all

    var states: [QueueState] { QueueState(rawValue: rawValue).map { [$0] } ?? QueueState.allCases }
  }

  /// Jobs of one answer.
  private static let part = 1000

  func validate() throws {
    guard most >= 0 else { throw ValidationError("--most \(most) is below 0.") }
    if let after, after < 1 { throw ValidationError("--after \(after) is below 1.") }
  }

  func run() throws {
    let console = Console()
    try console.runQueue {
      let (client, _) = try queue.open()
      let states =
        state.isEmpty ? QueueState.allCases.filter { !$0.hasEnded } : state.flatMap(\.states)
      var (left, last) = (most == 0 ? Int.max : most, after)
      while left > 0 {
        let jobs = try client.jobs(
          in: states, of: tenant, after: last, most: min(left, Self.part))
        guard let end = jobs.last else { break }
        let lines = json ? jobs.map { $0.json.text() } : columns(jobs.map(\.row))
        for line in lines { console.result(line) }
        (left, last) = (left - jobs.count, end.id)
      }
    }
  }
}

extension QueueJob {
  fileprivate var row: [String] {
    [
      "\(id)", printable(name), tenant, state.rawValue,
      priority > 0 ? "+\(priority)" : "\(priority)", "\(attempt)",
      notBefore.map { LocalTime.text(of: $0) } ?? "-", LocalTime.age(of: submitted),
      node.map(printable) ?? "-", printable(reason ?? ""),
    ]
  }

  var json: JSON {
    .object([
      .init("id", .integer(id)), .init("name", .string(name)), .init("tenant", .string(tenant)),
      .init("state", .string(state.rawValue)), .init("priority", .integer(priority)),
      .init("attempt", .integer(attempt)),
      .init("submitted", .string(Timestamp.text(ofMilliseconds: submitted))),
      .init("node", node.map(JSON.string) ?? .null),
      .init("notBefore", notBefore.map { .string(Timestamp.text(ofMilliseconds: $0)) } ?? .null),
      .init("reason", reason.map(JSON.string) ?? .null),
      .init("parts", parts.map(JSON.integer) ?? .null),
    ])
  }
}
