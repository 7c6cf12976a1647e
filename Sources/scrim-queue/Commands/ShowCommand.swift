import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimQueue

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows a job: its state, attempts, errors and outputs.")

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
      guard let number, let job = try client.job(number) else {
        throw Failure(
          .missing,
          id.map { "job \($0) is not in the queue." }
            ?? "no job of yours has the key \(quoted(key ?? "")).")
      }
      if report {
        guard let text = job.report else {
          throw Failure(.missing, "job \(number) has no report: it is \(job.job.state.rawValue).")
        }
        return console.result(text)
      }
      let lacksNode =
        try job.job.state == .waiting && !job.environment.isEmpty
        && !client.hasEnvironment(job.environment)
      let outputs = job.job.state == .done ? try client.outputs(of: number) : []
      for line in columns(Self.rows(job, outputs, lacksNode: lacksNode)) { console.result(line) }
    }
  }

  private static func rows(
    _ details: QueueJobDetails, _ outputs: [QueueOutput], lacksNode: Bool
  ) -> [[String]] {
    let job = details.job
    var rows = [
      ["id", "\(job.id)"], ["name", printable(job.name)], ["tenant", job.tenant],
      ["state", job.state.rawValue], ["priority", "\(job.priority)"],
      ["attempts", "\(job.attempt)"],
      ["submitted", LocalTime.text(of: job.submitted)],
    ]
    if let time = job.notBefore { rows.append(["not before", LocalTime.text(of: time)]) }
    if let time = details.notAfter { rows.append(["not after", LocalTime.text(of: time)]) }
    if !details.environment.isEmpty {
      rows.append(["environment", printable(details.environment)])
      if lacksNode { rows.append(["waits for", "a node with this environment: none has it"]) }
    }
    if let node = job.node { rows.append(["node", printable(node)]) }
    if let time = details.leaseUntil { rows.append(["lease until", LocalTime.text(of: time)]) }
    if let time = details.finished { rows.append(["ended", LocalTime.text(of: time)]) }
    for failure in list(details.failures) {
      let (node, reason) = (failure["node"]?.string ?? "", failure["reason"]?.string ?? "")
      rows.append(["failed attempt", printable("\(node): \(reason)")])
    }
    let report = details.report.flatMap { try? JSON(parsing: Array($0.utf8)) }
    for error in report?["errors"]?.array ?? [] {
      rows.append(["error", printable(error["message"]?.string ?? "")])
    }
    return rows + outputs.map { ["output", printable("\($0.file) (\($0.bytes) bytes)")] }
  }

  private static func list(_ text: String) -> [JSON] {
    (try? JSON(parsing: Array(text.utf8)))?.array ?? []
  }
}
