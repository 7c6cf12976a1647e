package import ScrimJSON
package import ScrimQueue

extension QueueJob {
  /// As `scrim jobs` has it, with the node and the number of a batch's parts.
  package var json: JSON {
    [
      "id": .string("\(id)"), "name": .string(name), "owner": .string(tenant),
      "state": .string(state.rawValue), "attempts": .integer(attempt),
      "priority": .integer(priority), "notBefore": notBefore.field,
      "time": .integer(submitted), "reason": reason.field, "node": node.field,
      "parts": parts.field,
    ]
  }
}

extension QueuedResult {
  /// The job, or the first part of a batch.
  package var details: QueueJobDetails? { single ?? parts.first }

  /// When it ended, a batch with its last part: UTC, milliseconds since 1970; `nil` if it has not.
  package var ended: Int? {
    guard job.state.hasEnded else { return nil }
    return (single.map { [$0] } ?? parts).compactMap(\.finished).max()
  }

  /// Attempts that failed or were lost, with their nodes.
  package var failures: [String] {
    (single.map { [$0] } ?? parts).flatMap { details in
      ((try? JSON(parsing: Array(details.failures.utf8)))?.array ?? []).map {
        "\($0["node"]?.string ?? ""): \($0["reason"]?.string ?? "")"
      }
    }
  }

  /// All that a tenant may know of it.
  ///
  /// - Parameter files: Those of ``files(of:)``.
  /// - Returns: An object.
  package func json(_ files: [File]) -> JSON {
    let more: [JSON.Member] = [
      .init("ended", ended.field),
      .init("failedAttempts", .array(failures.map(JSON.string))),
      .init("errors", .array(errors.map(\.json))),
      .init("outputs", .array(files.map { .string($0.name) })),
      .init("notAfter", (details?.notAfter).field),
      .init("environment", .string(details?.environment ?? "")),
      .init("leaseUntil", (single?.leaseUntil).field),
    ]
    return .object((job.json.object ?? []) + more)
  }
}
