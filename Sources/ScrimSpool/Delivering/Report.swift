public import ScrimJSON

/// The reports that stand beside the pictures.
///
/// Those of jobs that are done hold no text of the job, and every member of the group may read them. Those of
/// others hold messages, which quote the job, and only its submitter may.
public enum Report {
  /// The report of a job that came out: the worker's part, with the SHA-256 of each stored output
  /// added to its account of it, and the stages that the supervisor took the time of (`wait`, …).
  public static func done(
    _ job: Job, _ ticket: Ticket, worker: JSON, outputs: [StoredOutput],
    milliseconds: [(String, Double)]
  ) -> JSON {
    var members = head("done", job, ticket)
    let digests = Dictionary(outputs.map { ($0.file, $0.sha256) }) { first, _ in first }
    let taken = milliseconds.map { JSON.Member($0.0, .number($0.1)) }
    let stages = taken + (worker["milliseconds"]?.object ?? [])
    members.append(.init("milliseconds", .object(stages)))
    for member in worker.object ?? [] {
      switch member.key {
      case "outputs":
        let list = (member.value.array ?? []).map { output in
          output.adding("sha256", (output["file"]?.string).flatMap { digests[$0] })
        }
        members.append(.init("outputs", .array(list)))
      case "status", "job", "id", "token", "attempts", "milliseconds":
        break
      default:
        members.append(member)
      }
    }
    return .object(members)
  }

  /// The report of a job with errors, or one that was given up.
  public static func failed(
    _ job: Job, _ ticket: Ticket, _ diagnostics: [Diagnostic], history: History
  ) -> JSON {
    var members = head("failed", job, ticket)
    members.append(.init("seed", .integer(ticket.seed)))
    members.append(.init("errors", .array(diagnostics.map(\.json))))
    if !history.failures.isEmpty {
      members.append(
        .init("failedAttempts", .array(history.failures.map { .string($0.reason) })))
    }
    return .object(members)
  }

  /// The report of a job that waits until an effect that it needs is mended.
  static func held(_ job: Job, _ ticket: Ticket, _ diagnostic: Diagnostic, history: History) -> JSON
  {
    let report = failed(job, ticket, [diagnostic], history: history)
    let status = JSON.Member("status", "held")
    return .object([status] + (report.object ?? []).filter { $0.key != "status" })
  }

  private static func head(_ status: String, _ job: Job, _ ticket: Ticket) -> [JSON.Member] {
    // Not the token: it names the file by which only its submitter finds the report.
    [
      .init("status", .string(status)), .init("job", .string(ticket.name)),
      .init("id", .string(job.id.description)), .init("attempts", .integer(job.attempt)),
    ]
  }
}

extension JSON {
  fileprivate func adding(_ key: String, _ text: String?) -> JSON {
    guard let text, let members = object else { return self }
    return .object(members.filter { $0.key != key } + [Member(key, .string(text))])
  }
}
