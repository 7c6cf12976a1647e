import ScrimCommand
import ScrimJSON
import ScrimQueue
import ScrimQueueClient

extension QueueJob: ListedJob {
  var title: String? { name }

  var row: [String] {
    listRow(
      id: "\(id)", owner: tenant, state: state.rawValue, priority: priority, attempts: attempt,
      start: notBefore, submitted: submitted, node: [node.map(printable) ?? "-"], reason: reason)
  }
}

extension QueuedResult {
  /// What `show` prints.
  func page(_ client: QueueClient) throws -> JobPage {
    let files = job.state.hasEnded ? try self.files(of: client) : []
    let environment = details?.environment ?? ""
    let lacksNode =
      try job.state == .waiting && !environment.isEmpty && !client.hasEnvironment(environment)

    var rows = job.head(
      id: "\(job.id)", owner: job.tenant, state: job.state.rawValue, priority: job.priority,
      attempts: job.attempt, submitted: job.submitted, start: job.notBefore,
      latest: details?.notAfter)
    if !environment.isEmpty {
      rows.append(["environment", printable(environment)])
      if lacksNode { rows.append(["waits for", "a node with this environment: none has it"]) }
    }
    if let node = job.node { rows.append(["node", printable(node)]) }
    if let time = single?.leaseUntil { rows.append(["lease until", LocalTime.text(of: time)]) }
    for part in parts {
      let place = part.job.node.map { " (\(printable($0)))" } ?? ""
      rows.append(["part", "\(part.job.id) \(part.job.state.rawValue)\(place)"])
    }
    if let count = job.parts, count > parts.count {
      rows.append(["part", "\(count - parts.count) deleted by retention"])
    }
    if let summary {
      rows.append(
        ["rows", "\(summary.done) done, \(summary.failed) failed, \(summary.skipped) skipped"])
    }
    if let ended { rows.append(["ended", LocalTime.text(of: ended)]) }
    rows += failures.map { ["failed attempt", printable($0)] }
    rows += errors.map { ["error", printable($0.message)] }
    rows += files.prefix(Self.most).map {
      ["output", printable("\($0.name) (\($0.bytes) bytes)")]
    }
    if files.count > Self.most { rows.append(["", "and \(files.count - Self.most) more"]) }

    // A job's own report as it was written.
    return (rows, json(files), single?.report ?? report?.text())
  }

  /// Outputs that are listed.
  private static let most = 100
}
