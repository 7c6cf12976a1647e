/// The figures of all hooks, for the node exporter's textfile collector.
struct HookMetrics {
  struct Figures {
    let hook: String
    let counters: HookCounters
    let waiting: Int
    /// Age of the oldest waiting delivery's job, in seconds; 0 if none waits.
    let oldest: Double
    let deadLetters: Int
  }

  let hooks: [Figures]

  /// Prometheus' text format.
  var prometheus: String {
    var text = ""
    func family(
      _ name: String, _ kind: String, _ help: String, _ samples: [(labels: String, value: String)]
    ) {
      text += "# HELP scrim_hooks_\(name) \(help)\n# TYPE scrim_hooks_\(name) \(kind)\n"
      for sample in samples { text += "scrim_hooks_\(name){\(sample.labels)} \(sample.value)\n" }
    }
    func perHook(_ value: (Figures) -> String) -> [(labels: String, value: String)] {
      hooks.map { ("hook=\"\($0.hook)\"", value($0)) }
    }
    family(
      "build_info", "gauge", "Version of the running program.",
      [("version=\"\(ScrimHooks.release)\"", "1")])
    guard !hooks.isEmpty else { return text }
    family(
      "attempts_total", "counter", "Ended attempts at deliveries by result.",
      hooks.flatMap { figures in
        [
          ("delivered", figures.counters.delivered), ("failed", figures.counters.failed),
          ("dead", figures.counters.dead),
        ].map { ("hook=\"\(figures.hook)\",result=\"\($0.0)\"", "\($0.1)") }
      })
    family(
      "delivery_seconds_total", "counter", "Time of successful attempts.",
      perHook { "\($0.counters.seconds)" })
    family("waiting", "gauge", "Deliveries that wait or run.", perHook { "\($0.waiting)" })
    family(
      "oldest_seconds", "gauge", "Age of the job of the oldest waiting delivery.",
      perHook { "\($0.oldest)" })
    family("dead_letters", "gauge", "Stored dead letters.", perHook { "\($0.deadLetters)" })
    return text
  }
}
