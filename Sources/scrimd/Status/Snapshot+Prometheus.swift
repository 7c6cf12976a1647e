import Glibc
import ScrimLinux
import ScrimRecords
import ScrimSpool

/// Prometheus' text format, for the node exporter's textfile collector. Names and labels follow its conventions: base
/// units, `_total` for counters.
extension Snapshot {
  /// The text of one of the spool's daemons. The first one's has the figures of the spool, too; in that of each other
  /// one a label, so that the collector can read them all. `daemon` is its number, from 1.
  func prometheus(ofDaemon daemon: Int) -> String {
    let own = daemon == 1 ? "" : "daemon=\"\(daemon)\""
    var text = ""
    func family(
      _ name: String, _ kind: String, _ help: String, _ samples: [(labels: String, value: Double)]
    ) {
      guard !samples.isEmpty else { return }
      text += "# HELP scrim_\(name) \(help)\n# TYPE scrim_\(name) \(kind)\n"
      for (labels, value) in samples {
        let all = [own, labels].filter { !$0.isEmpty }.joined(separator: ",")
        text += "scrim_\(name)\(all.isEmpty ? "" : "{\(all)}") \(Self.number(value))\n"
      }
    }
    func gauge(_ name: String, _ help: String, _ value: Int) {
      family(name, "gauge", help, [("", Double(value))])
    }
    func total(_ name: String, _ help: String, _ value: StatusBoard.Counter) {
      family("\(name)_total", "counter", help, [("", Double(counter(value)))])
    }
    if daemon == 1 {
      family(
        "jobs", "gauge", "Jobs in each state.",
        counts.states.map { ("state=\"\($0.state.rawValue)\"", Double($0.count)) })
      family(
        "waiting_jobs", "gauge", "Jobs in the queue, by owner.",
        waiting.map { ("user=\"\($0.owner)\"", Double($0.count)) })
      family(
        "oldest_job_seconds", "gauge", "Age of the oldest job in each state.",
        ages.map { ("state=\"\($0.state)\"", $0.seconds) })
      family(
        "spool_bytes", "gauge",
        "Bytes of files in the spool by folder and owner, measured every 10 minutes.",
        (state.usage?.shares ?? []).map {
          let user = $0.owner.map { "\($0)" } ?? "other"
          return ("folder=\"\($0.folder)\",user=\"\(user)\"", Double($0.bytes))
        })
    }
    family(
      "finished_jobs_total", "counter", "Finished jobs by result.",
      [StatusBoard.Counter.done, .failed, .held, .corrupt].map {
        ("result=\"\($0.rawValue)\"", Double(counter($0)))
      })
    family(
      "failures_total", "counter", "Failed jobs by the code of their first error.",
      state.failures.sorted { $0.key < $1.key }.map { ("code=\"\($0.key)\"", Double($0.value)) })
    family(
      "rows_total", "counter", "Rows of batches by result.",
      [
        ("result=\"done\"", Double(state.rows.done)),
        ("result=\"failed\"", Double(state.rows.failed)),
      ])
    total("accepted_jobs", "Jobs accepted from drop/.", .accepted)
    total("attempts", "Render attempts.", .attempts)
    total("failed_attempts", "Attempts whose worker crashed or was killed.", .crashes)
    total("troubles", "Pauses caused by system errors.", .systemErrors)
    total("worker_starts", "Workers started.", .workerStarts)
    text += stageHistogram(own.isEmpty ? "" : own + ",")
    gauge("workers", "Running workers.", state.workers.count)
    gauge("refused_plugins", "Refused third-party plugins.", state.refusedPlugins.count)
    gauge(
      "disabled_plugins", "Plugins disabled after crashes, for one user or all.",
      disabledPlugins.count)
    gauge(
      "sandbox_lacking", "Sandbox features that the kernel lacks.",
      state.lacking.count)
    gauge(
      "accepting", "1 while intake is running, 0 while it is suspended.",
      state.pressure == nil ? 1 : 0)
    if daemon == 1 {
      gauge(
        "unfinished_rows", "Rows of batches that have not ended.",
        batches.reduce(0) {
          $0 + $1.progress.rows - $1.progress.done - $1.progress.failed - $1.progress.skipped
        })
      gauge("free_bytes", "Free bytes on the spool's file system.", space.free)
      gauge("free_files", "Free inodes on the spool's file system.", space.freeFiles)
    }
    family(
      "build_info", "gauge", "The running release; the value is always 1.",
      [("version=\"\(Scrimd.release)\"", 1)])
    gauge(
      "restart_required", "1 once another release was installed over the running one.",
      state.isOutdated ? 1 : 0)
    gauge("start_time_seconds", "Start time of the daemon, in seconds since 1970.", started)
    return text
  }

  /// Time that finished jobs spent in each stage. Each bucket of a histogram counts all durations up to its bound.
  /// `own` are labels of all samples, each followed by a comma.
  private func stageHistogram(_ own: String) -> String {
    guard !stages.isEmpty else { return "" }
    let name = "scrim_stage_seconds"
    var text =
      "# HELP \(name) Time that finished jobs spent in each stage, in seconds.\n# TYPE \(name) histogram\n"
    let borders = StatusBoard.Stage.borders.map(Self.number) + ["+Inf"]
    for (stage, value) in stages {
      var count = 0
      for (border, bucket) in zip(borders, value.buckets) {
        count += bucket
        text += "\(name)_bucket{\(own)stage=\"\(stage)\",le=\"\(border)\"} \(count)\n"
      }
      text += "\(name)_sum{\(own)stage=\"\(stage)\"} \(Self.number(value.milliseconds / 1000))\n"
      text += "\(name)_count{\(own)stage=\"\(stage)\"} \(value.count)\n"
    }
    return text
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }

  /// The file of one of the spool's daemons: `scrim.prom`, of the second `scrim.2.prom`.
  static func metricsPath(_ path: String, ofDaemon number: Int) -> String {
    guard number > 1 else { return path }
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[name...].lastIndex(of: "."), dot > name else { return "\(path).\(number)" }
    return "\(path[..<dot]).\(number)\(path[dot...])"
  }

  /// Writes the text to a temporary file and renames it, so that readers never see a partial one.
  ///
  /// - Parameters:
  ///   - path: The file of the first daemon.
  ///   - number: The daemon's number, from 1.
  /// - Throws: ``SystemError``.
  func write(metrics path: String, ofDaemon number: Int) throws(SystemError) {
    let path = Self.metricsPath(path, ofDaemon: number)
    let cut = path.lastIndex(of: "/")
    let folder = try Folder.open(path: cut.map { String(path[...$0]) } ?? ".")
    let name = cut.map { String(path[path.index(after: $0)...]) } ?? path
    // 0644: the collector runs as another user.
    try folder.write(
      Array(prometheus(ofDaemon: number).utf8), as: name, mode: 0o644, isFlushed: false)
  }
}
