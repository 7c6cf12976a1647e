import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimQueue

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a job or a batch: its state, parts, attempts, errors and outputs.")

  @Argument(help: "Job ID, as scrim-queue jobs lists it.")
  var id: String?

  @Option(
    help: ArgumentHelp("The job that you submitted with this idempotency key.", valueName: "text"))
  var key: String?

  @Flag(help: "Print the job's report as JSON.")
  var report = false

  @OptionGroup var queue: QueueOptions

  func validate() throws {
    guard (id == nil) != (key == nil) else { throw ValidationError("Give a job ID, or --key.") }
    if let id { _ = try jobIDs([id]) }
  }

  func run() throws {
    let console = Console()
    try console.runQueue {
      let (client, _) = try queue.open()
      let number = try id.map { try jobIDs([$0])[0] } ?? client.job(withKey: key ?? "")
      guard let number, let result = try QueuedResult(number, of: client) else {
        throw Failure(
          .missing,
          id.map { "job \($0) is not in the queue." }
            ?? "no job of yours has the key \(quoted(key ?? "")).")
      }
      if report {
        // A job's own as it was written.
        guard let text = result.single?.report ?? result.report?.text() else {
          throw Failure(
            .missing, "job \(number) has no report: it is \(result.job.state.rawValue).")
        }
        return console.result(text)
      }
      let environment = (result.single ?? result.parts.first)?.environment ?? ""
      let lacksNode =
        try result.job.state == .waiting && !environment.isEmpty
        && !client.hasEnvironment(environment)
      let files = result.job.state.hasEnded ? try result.files(of: client) : []
      for line in columns(Self.rows(result, files, lacksNode: lacksNode)) { console.result(line) }
    }
  }

  private static func rows(
    _ result: QueuedResult, _ files: [QueuedResult.File], lacksNode: Bool
  ) -> [[String]] {
    let job = result.job
    var rows = [
      ["id", "\(job.id)"], ["name", printable(job.name)], ["tenant", job.tenant],
      ["state", job.state.rawValue], ["priority", "\(job.priority)"],
      ["attempts", "\(job.attempt)"],
      ["submitted", LocalTime.text(of: job.submitted)],
    ]
    if let time = job.notBefore { rows.append(["not before", LocalTime.text(of: time)]) }
    let details = result.single ?? result.parts.first
    if let time = details?.notAfter { rows.append(["not after", LocalTime.text(of: time)]) }
    if let environment = details?.environment, !environment.isEmpty {
      rows.append(["environment", printable(environment)])
      if lacksNode { rows.append(["waits for", "a node with this environment: none has it"]) }
    }
    if let node = job.node { rows.append(["node", printable(node)]) }
    if let time = result.single?.leaseUntil {
      rows.append(["lease until", LocalTime.text(of: time)])
    }
    let ends = (result.single.map { [$0] } ?? result.parts).compactMap(\.finished)
    if job.state.hasEnded, let time = ends.max() {
      rows.append(["ended", LocalTime.text(of: time)])
    }
    for part in result.parts {
      let place = part.job.node.map { " (\(printable($0)))" } ?? ""
      rows.append(["part", "\(part.job.id) \(part.job.state.rawValue)\(place)"])
    }
    if let count = job.parts, count > result.parts.count {
      rows.append(["part", "\(count - result.parts.count) deleted by retention"])
    }
    for failure in (result.single.map { [$0] } ?? result.parts).flatMap({ list($0.failures) }) {
      let (node, reason) = (failure["node"]?.string ?? "", failure["reason"]?.string ?? "")
      rows.append(["failed attempt", printable("\(node): \(reason)")])
    }
    if let summary = result.summary {
      rows.append(
        ["rows", "\(summary.done) done, \(summary.failed) failed, \(summary.skipped) skipped"])
    }
    for error in result.errors {
      rows.append(["error", printable(error.message)])
    }
    rows += files.prefix(most).map { ["output", printable("\($0.name) (\($0.bytes) bytes)")] }
    if files.count > most { rows.append(["", "and \(files.count - most) more"]) }
    return rows
  }

  /// Outputs that are listed.
  private static let most = 100

  private static func list(_ text: String) -> [JSON] {
    (try? JSON(parsing: Array(text.utf8)))?.array ?? []
  }
}
