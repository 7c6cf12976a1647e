import ScrimQueue

/// The queue's figures, for the node exporter's textfile collector.
struct QueueMetrics {
  let status: QueueStatus
  let figures: QueueFigures
  /// UTC, milliseconds since 1970.
  let now: Int

  /// Prometheus' text format.
  var prometheus: String {
    var text = ""
    func family(
      _ name: String, _ help: String, _ samples: [(labels: [(String, String)], value: Int)]
    ) {
      // Without samples there would be no family at all.
      text += "# HELP scrim_queue_\(name) \(help)\n# TYPE scrim_queue_\(name) gauge\n"
      for sample in samples {
        let labels = sample.labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }
        let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
        text += "scrim_queue_\(name)\(list) \(sample.value)\n"
      }
    }
    family(
      "jobs", "Jobs that have not ended, by tenant and state.",
      status.counts.map { ([("tenant", $0.tenant), ("state", $0.state.rawValue)], $0.jobs) })
    family(
      "oldest_waiting_seconds", "Time since which the oldest waiting job could be begun.",
      status.counts.filter { $0.state == .waiting }.map {
        ([("tenant", $0.tenant)], seconds(since: $0.oldest ?? now))
      })
    family(
      "ended_last_hour", "Jobs that ended in the last hour, by tenant and state.",
      status.finished.map { ([("tenant", $0.tenant), ("state", $0.state.rawValue)], $0.jobs) })
    family(
      "failing_jobs", "Jobs that have not ended, with attempts that failed or were lost.",
      figures.failing.map { ([("tenant", $0.name)], $0.value) })
    family(
      "unserved_jobs", "Waiting jobs whose environment no node has.",
      status.missing.map { ([("tenant", $0.tenant), ("environment", $0.environment)], $0.jobs) })
    family(
      "bytes", "Bytes of a tenant in the queue.",
      figures.usages.flatMap { usage in
        [("documents", usage.documents), ("files", usage.files), ("images", usage.images)].map {
          ([("tenant", usage.tenant), ("of", $0.0)], $0.1)
        }
      })
    family(
      "quota", "Quotas of tenants that have one.",
      figures.usages.flatMap { usage in
        [("jobs", usage.quotaJobs), ("bytes", usage.quotaBytes)].compactMap { of, quota in
          quota.map { ([("tenant", usage.tenant), ("of", of)], $0) }
        }
      })
    family(
      "lost_leases_last_hour", "Leases that ran out in the last hour, by node.",
      figures.lost.map { ([("node", $0.name)], $0.value) })
    family(
      "node_seen_seconds", "Time since a node's last sign of life, which it gives every 10 s.",
      status.nodes.map { ([("node", $0.name)], seconds(since: $0.seen)) })
    family(
      "node_leases", "Jobs that a node has leased.",
      status.nodes.map { ([("node", $0.name)], $0.leased) })
    family(
      "node_drained", "Whether a node gets no more jobs.",
      status.nodes.map { ([("node", $0.name)], $0.isDrained ? 1 : 0) })
    family(
      "database_bytes", "Bytes of the database on the server's disk.",
      figures.databaseBytes.map { [([], $0)] } ?? [])
    return text
  }

  /// Not less than 0: the server's clock may be ahead.
  private func seconds(since time: Int) -> Int { max(0, (now - time) / 1000) }

  private static func escaped(_ label: String) -> String {
    var text = ""
    for character in label {
      switch character {
      case "\\": text += "\\\\"
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: text.append(character)
      }
    }
    return text
  }
}
