import ScrimRecords
import ScrimService
import ScrimSpool

/// The figures for Prometheus.
extension Snapshot {
  /// The text of one of the spool's daemons. The first one's has the figures of the spool, too; in that of each other
  /// one a label, so that the collector can read them all. `daemon` is its number, from 1.
  func prometheus(ofDaemon daemon: Int) -> String {
    var text = MetricsText(prefix: "scrim_", label: daemon == 1 ? "" : "daemon=\"\(daemon)\"")
    if daemon == 1 { addJobs(to: &text) }
    addTotals(to: &text)
    addStages(to: &text)
    text.gauge("workers", "Running workers.", state.workers.count)
    text.gauge("refused_plugins", "Refused third-party plugins.", state.refusedPlugins.count)
    text.gauge(
      "disabled_plugins", "Plugins disabled after crashes, for one user or all.",
      disabledPlugins.count)
    text.gauge(
      "sandbox_lacking", "Sandbox features that the kernel lacks.", state.lacking.count)
    text.gauge(
      "accepting", "1 while intake is running, 0 while it is suspended.",
      state.pressure == nil ? 1 : 0)
    if daemon == 1 {
      text.gauge(
        "unfinished_rows", "Rows of batches that have not ended.",
        batches.reduce(0) { $0 + $1.rows - $1.done - $1.failed - $1.skipped })
      text.gauge("free_bytes", "Free bytes on the spool's file system.", space.free)
      text.gauge("free_files", "Free inodes on the spool's file system.", space.freeFiles)
    }
    text.family(
      "build_info", "gauge", "The running release; the value is always 1.",
      [("version=\"\(Scrimd.release)\"", 1)])
    text.gauge(
      "restart_required", "1 once another release was installed over the running one.",
      state.isOutdated ? 1 : 0)
    text.gauge("start_time_seconds", "Start time of the daemon, in seconds since 1970.", started)
    return text.text
  }

  /// The jobs of the spool and the space that they take.
  private func addJobs(to text: inout MetricsText) {
    text.family(
      "jobs", "gauge", "Jobs in each state.",
      counts.states.map { ("state=\"\($0.state.rawValue)\"", Double($0.count)) })
    text.family(
      "waiting_jobs", "gauge", "Jobs in the queue, by owner.",
      waiting.map { ("user=\"\($0.owner)\"", Double($0.count)) })
    text.family(
      "oldest_job_seconds", "gauge", "Age of the oldest job in each state.",
      ages.map { ("state=\"\($0.state)\"", $0.seconds) })
    text.family(
      "spool_bytes", "gauge",
      "Bytes of files in the spool by folder and owner, measured every 10 minutes.",
      (state.usage?.shares ?? []).map {
        let user = $0.owner.map { "\($0)" } ?? "other"
        return ("folder=\"\($0.folder)\",user=\"\(user)\"", Double($0.bytes))
      })
  }

  /// What this daemon has counted since its start.
  private func addTotals(to text: inout MetricsText) {
    func total(_ name: String, _ help: String, _ value: StatusBoard.Counter) {
      text.family("\(name)_total", "counter", help, [("", Double(counter(value)))])
    }
    text.family(
      "finished_jobs_total", "counter", "Finished jobs by result.",
      [StatusBoard.Counter.done, .failed, .held, .corrupt].map {
        ("result=\"\($0.rawValue)\"", Double(counter($0)))
      })
    text.family(
      "failures_total", "counter", "Failed jobs by the code of their first error.",
      state.failures.sorted { $0.key < $1.key }.map { ("code=\"\($0.key)\"", Double($0.value)) })
    text.family(
      "rows_total", "counter", "Rows of batches by result.",
      [
        ("result=\"done\"", Double(state.rows.done)),
        ("result=\"failed\"", Double(state.rows.failed)),
      ])
    total("accepted_jobs", "Jobs accepted from drop/.", .accepted)
    total("attempts", "Render attempts.", .attempts)
    total("failed_attempts", "Attempts whose worker crashed or was killed.", .crashes)
    total("system_errors", "Pauses caused by system errors.", .systemErrors)
    total("worker_starts", "Workers started.", .workerStarts)
  }

  /// Time that finished jobs spent in each stage. Each bucket of a histogram counts all durations up to its bound.
  private func addStages(to text: inout MetricsText) {
    let borders = StatusBoard.Stage.borders.map(MetricsText.number) + ["+Inf"]
    var samples: [(suffix: String, labels: String, value: Double)] = []
    for (stage, value) in stages {
      let label = "stage=\"\(stage)\""
      var count = 0
      for (border, bucket) in zip(borders, value.buckets) {
        count += bucket
        samples.append(("_bucket", "\(label),le=\"\(border)\"", Double(count)))
      }
      samples.append(("_sum", label, value.milliseconds / 1000))
      samples.append(("_count", label, Double(value.count)))
    }
    text.family(
      "stage_seconds", "histogram", "Time that finished jobs spent in each stage, in seconds.",
      suffixed: samples)
  }

  /// The file of one of the spool's daemons: `scrim.prom`, of the second `scrim.2.prom`.
  static func metricsPath(_ path: String, ofDaemon number: Int) -> String {
    guard number > 1 else { return path }
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[name...].lastIndex(of: "."), dot > name else { return "\(path).\(number)" }
    return "\(path[..<dot]).\(number)\(path[dot...])"
  }
}
