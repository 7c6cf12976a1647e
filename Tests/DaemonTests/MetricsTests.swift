import Foundation
import ProgramTesting
import ScrimJSON
import Testing

/// The status and metrics of a running daemon.
@Suite(.serialized) struct MetricsTests {
  private func daemon(freeBytes: Int = 0) throws -> RunningDaemon {
    let daemon = try RunningDaemon()
    let program = CommandRun.programs.appending(path: "fake-worker").path
    let file = daemon.spool.appending(path: "scrim.prom").path
    try daemon.configure(
      "[workers]\nprogram = \"\(program)\"\n[retries]\nattempts = 1\n[metrics]\nfile = \"\(file)\"\n",
      freeBytes: freeBytes)
    return daemon
  }

  @Test func countsJobsAttemptsAndStages() throws {
    let daemon = try daemon()
    try daemon.start(["--workers", "1"])
    for name in ["a", "b"] { try daemon.drop("\(name).json", Jobs.small) }
    // After the others, so that one worker is all they need.
    try daemon.wait(for: "two jobs") { daemon.names("done").count == 2 }
    try daemon.drop("killed.json", Jobs.small)
    try daemon.wait(for: "the counts") {
      daemon.text("scrim.prom").contains("scrim_finished_jobs_total{result=\"failed\"} 1")
    }
    let text = daemon.text("scrim.prom")
    for line in [
      "# TYPE scrim_jobs gauge", "scrim_jobs{state=\"done\"} 2", "scrim_jobs{state=\"queue\"} 0",
      "scrim_finished_jobs_total{result=\"done\"} 2", "scrim_accepted_jobs_total 3",
      "scrim_attempts_total 3", "scrim_failed_attempts_total 1",
      "# TYPE scrim_stage_seconds histogram", "scrim_stage_seconds_count{stage=\"total\"} 2",
      "scrim_stage_seconds_bucket{stage=\"total\",le=\"+Inf\"} 2",
      "scrim_failures_total{code=\"worker-crash\"} 1",
      "scrim_build_info{version=\"0.2.0\"} 1", "scrim_restart_required 0",
      "scrim_worker_starts_total 1", "scrim_refused_plugins 0", "scrim_accepting 1",
    ] {
      #expect(text.contains("\(line)\n"), "\(line)")
    }
    // Every sample has a type above it, and a number.
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      let name = parts.first?.prefix { $0 != "{" } ?? ""
      let family = name.hasPrefix("scrim_stage_seconds") ? "scrim_stage_seconds" : name
      #expect(text.contains("# TYPE \(family) "))
      #expect(parts.last.flatMap { Double($0) } != nil)
    }
    // Each bucket includes those before it.
    let buckets = text.split(separator: "\n").filter {
      $0.hasPrefix("scrim_stage_seconds_bucket{stage=\"total\"")
    }.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(buckets.count == 12 && buckets.sorted() == buckets && buckets.last == 2)
    #expect(!daemon.names("").contains { $0.hasSuffix(".new") })
    #expect(daemon.stop() == 0)
  }

  @Test func bytesOfTheSpoolAreMeasuredAtTheStart() throws {
    let daemon = try daemon()
    try daemon.start(["--workers", "1"])
    try daemon.drop("a.json", Jobs.small)
    try daemon.wait(for: "a job") { daemon.names("done").count == 1 }
    #expect(daemon.stop() == 0)
    try daemon.start(["--workers", "1"])
    for folder in ["done", "out"] {
      try daemon.wait(for: "bytes in \(folder)") {
        daemon.text("scrim.prom").contains(
          "\nscrim_spool_bytes{folder=\"\(folder)\",user=\"\(geteuid())\"} ")
      }
    }
    #expect(!daemon.text("scrim.prom").contains("scrim_spool_bytes{folder=\"queue\""))
    #expect(daemon.stop() == 0)
  }

  @Test func statusTellsWhyNothingIsTakenIn() throws {
    let daemon = try daemon(freeBytes: 1 << 50)
    try daemon.drop("a.json", Jobs.small)
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "a line in the log") {
      daemon.text("test.stderr").contains("intake suspended")
    }
    let run = try CommandRun(daemon, ["status"])
    #expect(run.status == 1)
    let status = run.output
    let reason = "less than \(1 << 50) bytes are free on the spool's file system"
    #expect(status.contains("intake suspended: \(reason)\n"))
    #expect(status.contains("free: "))
    #expect(daemon.names("drop") == ["a.json"])
    #expect(daemon.text("test.stderr").components(separatedBy: "intake suspended").count == 2)
    #expect(daemon.stop() == 0)
  }

  @Test func eachDaemonOfASpoolReports() throws {
    let daemon = try daemon()
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "a socket") { daemon.names("").contains("status.sock") }
    let first = Int(daemon.process.processIdentifier)
    try daemon.besides { daemon in
      let second = Int(daemon.process.processIdentifier)
      func processes() throws -> [Int?] {
        let run = try CommandRun(daemon, ["status", "--json"])
        #expect(run.status == 0)
        return try JSON(parsing: Array(run.output.utf8))["daemons"]?.array?
          .map { $0["pid"]?.integer } ?? []
      }
      try daemon.wait(for: "both daemons") { try processes() == [first, second] }
      let words = try CommandRun(daemon, ["status"]).output
      #expect(words.contains("scrimd  process \(first), "), "\(words)")
      #expect(words.contains("scrimd  process \(second), "), "\(words)")
      try daemon.wait(for: "metrics of the second") {
        daemon.text("scrim.2.prom").contains("\nscrim_accepted_jobs_total{daemon=\"2\"} 0\n")
      }
      let metrics = daemon.text("scrim.2.prom")
      #expect(metrics.contains("\nscrim_finished_jobs_total{daemon=\"2\",result=\"done\"} 0\n"))
      // The figures of the spool are in the first one's file only.
      #expect(!metrics.contains("scrim_jobs") && !metrics.contains("scrim_free_bytes"))
      #expect(daemon.text("scrim.prom").contains("\nscrim_jobs{state=\"queue\"} 0\n"))
    }
    #expect(daemon.names("").filter { $0.hasSuffix(".prom") } == ["scrim.prom"])
    #expect(!daemon.names("").contains("status.2.sock"))
    #expect(daemon.stop() == 0)
  }

  @Test func whatPreventsMetricsIsLoggedOnce() throws {
    let daemon = try RunningDaemon()
    let folder = daemon.spool.appending(path: "later")
    try daemon.configure("[metrics]\nfile = \"\(folder.path)/scrim.prom\"\n")
    try daemon.start(["--workers", "1"])
    func warnings() -> Int {
      daemon.text("test.stderr").components(separatedBy: "metrics not written").count - 1
    }
    try daemon.wait(for: "a warning") { warnings() == 1 }
    // The next scan fails as well, and one of those after it does not.
    Thread.sleep(forTimeInterval: 6)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try daemon.wait(for: "metrics") { daemon.names("later") == ["scrim.prom"] }
    #expect(warnings() == 1)
    #expect(daemon.stop() == 0)
  }

  @Test func exitStatusOfStatusIsTheDaemonsHealth() throws {
    let daemon = try daemon()
    #expect(try CommandRun(daemon, ["status"]).status == 3)
    try daemon.start(["--workers", "1"])
    try daemon.wait(for: "a socket") { daemon.names("").contains("status.sock") }
    let healthy = try CommandRun(daemon, ["status", "--json"])
    #expect(healthy.status == 0)
    let status = try JSON(parsing: Array(healthy.output.utf8))
    #expect(status["health"] == "healthy")
    #expect(status["daemon"]?["systemError"] == .null)
    #expect(status["daemon"]?["version"]?.string?.isEmpty == false)
    let words = try CommandRun(daemon, ["status"]).output
    #expect(words.contains(", up "))
    #expect(
      words.contains(
        "kept: done 7 d or 20 GiB or 100000 jobs, failed 30 d or 2 GiB or 100000 jobs, reports 1 d, out for ever\n"
      ),
      "\(words)")
    #expect(status["daemon"]?["retention"]?["doneHours"] == 168)
    #expect(daemon.stop() == 0)
    let stopped = try CommandRun(daemon, ["status"])
    #expect(stopped.status == 3)
    #expect(stopped.output.contains("scrimd  not running\n"))
  }
}
