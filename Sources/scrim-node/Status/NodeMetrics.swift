import ScrimService

/// What happened since the start.
struct NodeCounters: Sendable {
  var claimed = 0
  private(set) var done = 0
  private(set) var failed = 0
  var failedAttempts = 0
  var fenced = 0
  var lost = 0
  var disconnections = 0

  mutating func returned(_ isDone: Bool) {
    if isDone { done += 1 } else { failed += 1 }
  }
}

/// The node's figures, for the node exporter's textfile collector.
struct NodeMetrics {
  let counters: NodeCounters
  let held: [HeldJob.Phase]
  let isConnected: Bool
  let isDrained: Bool
  let store: (bytes: Int, hits: Int, misses: Int)

  /// Prometheus' text format.
  var prometheus: String {
    var text = MetricsText(prefix: "scrim_node_")
    func total(_ name: String, _ help: String, _ samples: (labels: String, value: Int)...) {
      text.family(
        "\(name)_total", "counter", help, samples.map { ($0.labels, Double($0.value)) })
    }
    text.family(
      "build_info", "gauge", "Version of the running program.",
      [("version=\"\(ScrimNode.release)\"", 1)])
    text.gauge("connected", "Whether the queue answers.", isConnected ? 1 : 0)
    text.gauge("drained", "Whether operators let it get no more jobs.", isDrained ? 1 : 0)
    total("claimed", "Jobs leased from the queue.", ("", counters.claimed))
    total(
      "returned", "Ended jobs by result.", ("result=\"done\"", counters.done),
      ("result=\"failed\"", counters.failed))
    total(
      "lost", "Leases lost before, and after, their job was rendered.",
      ("when=\"before\"", counters.lost), ("when=\"after\"", counters.fenced))
    total(
      "failed_attempts", "Attempts that ended in a crash.", ("", counters.failedAttempts))
    total("disconnections", "Lost connections to the queue.", ("", counters.disconnections))
    let phases: [(name: String, phase: HeldJob.Phase)] = [
      ("staging", .staging), ("rendering", .rendering), ("returning", .returning),
    ]
    text.family(
      "held", "gauge", "Leased jobs by what they wait for.",
      phases.map { name, phase in
        ("phase=\"\(name)\"", Double(held.count { $0 == phase }))
      })
    text.gauge("store_bytes", "Files of jobs that are stored here.", store.bytes)
    total(
      "store_reads", "Files of jobs by where they came from.", ("from=\"store\"", store.hits),
      ("from=\"queue\"", store.misses))
    return text.text
  }
}
