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
    var text = ""
    func family(
      _ name: String, _ kind: String, _ help: String, _ samples: [(labels: String, value: Int)]
    ) {
      text += "# HELP scrim_node_\(name) \(help)\n# TYPE scrim_node_\(name) \(kind)\n"
      for sample in samples { text += "scrim_node_\(name)\(sample.labels) \(sample.value)\n" }
    }
    family(
      "build_info", "gauge", "Version of the running program.",
      [("{version=\"\(ScrimNode.release)\"}", 1)])
    family("connected", "gauge", "Whether the queue answers.", [("", isConnected ? 1 : 0)])
    family(
      "drained", "gauge", "Whether operators let it get no more jobs.", [("", isDrained ? 1 : 0)])
    family("claimed_total", "counter", "Jobs leased from the queue.", [("", counters.claimed)])
    family(
      "returned_total", "counter", "Ended jobs by result.",
      [("{result=\"done\"}", counters.done), ("{result=\"failed\"}", counters.failed)])
    family(
      "lost_total", "counter", "Leases lost before, and after, their job was rendered.",
      [("{when=\"before\"}", counters.lost), ("{when=\"after\"}", counters.fenced)])
    family(
      "failed_attempts_total", "counter", "Attempts that ended in a crash.",
      [("", counters.failedAttempts)])
    family(
      "disconnections_total", "counter", "Lost connections to the queue.",
      [("", counters.disconnections)])
    family(
      "held", "gauge", "Leased jobs by what they wait for.",
      [
        ("{phase=\"staging\"}", held.filter { $0 == .staging }.count),
        ("{phase=\"rendering\"}", held.filter { $0 == .rendering }.count),
        ("{phase=\"returning\"}", held.filter { $0 == .returning }.count),
      ])
    family("store_bytes", "gauge", "Files of jobs that are stored here.", [("", store.bytes)])
    family(
      "store_reads_total", "counter", "Files of jobs by where they came from.",
      [("{from=\"store\"}", store.hits), ("{from=\"queue\"}", store.misses)])
    return text
  }
}
