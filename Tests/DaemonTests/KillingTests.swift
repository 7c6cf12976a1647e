import Foundation
import ScrimJSON
import Testing

/// Daemon and workers are killed at random while jobs run: all images appear, each once.
///
/// `SCRIM_KILLING_JOBS=500` runs the full number of jobs; the usual run takes fewer.
@Suite(.serialized) struct KillingTests {
  @Test(.timeLimit(.minutes(30))) func allImagesComeEachOnce() throws {
    let count =
      ProcessInfo.processInfo.environment["SCRIM_KILLING_JOBS"].flatMap(Int.init) ?? 150
    let daemon = try RunningDaemon()
    // On a busy machine most daemons end before a worker has started: no job may use up its attempts.
    try daemon.configure(
      "[retries]\nattempts = 100000\n[test]\nback-off-ms = 20\nback-off-most-ms = 500\n")
    for number in 0..<count { try daemon.drop("j\(number).json", Jobs.small) }
    try daemon.start()

    var consumer = Consumer(daemon)
    var daemons = 0
    var workers = 0
    var generator = SystemRandomNumberGenerator()
    let end = Date.now.addingTimeInterval(Double(max(60, count * 2)))
    while consumer.reports < count, Date.now < end {
      usleep(UInt32.random(in: 10_000...150_000, using: &generator))
      try consumer.take()
      // Chosen at random, but each gets its share, even if a fast machine has time for few kills.
      let isWorkersTurn =
        workers < daemons || (workers == daemons && Bool.random(using: &generator))
      if isWorkersTurn, let victim = daemon.workers().randomElement(using: &generator) {
        kill(victim, SIGKILL)
        workers += 1
      } else if !isWorkersTurn {
        daemon.kill9()
        daemons += 1
        try consumer.take()
        try daemon.start()
      }
    }
    try daemon.wait(60, for: "the last jobs") { daemon.names("done").count == count }
    try consumer.take()
    try daemon.wait(for: "the daemon") { daemon.isUp }
    #expect(daemon.stop() == 0)
    #expect(consumer.twice.isEmpty, "delivered twice")
    #expect(consumer.images == count)
    #expect(consumer.reports == count)
    #expect(daemons + workers > 0)
    for state in ["drop", "ingest", "queue", "active", "ready", "failed", "corrupt", "hold"] {
      #expect(daemon.names(state).isEmpty, "\(state) is not empty")
    }
    print("killed the daemon \(daemons) times and \(workers) workers over \(count) jobs")
  }

  /// Removes results as they appear, and detects one that appears again.
  private struct Consumer {
    let daemon: RunningDaemon
    private let taken: URL
    private(set) var images = 0
    private(set) var reports = 0
    private(set) var twice: [String] = []

    init(_ daemon: RunningDaemon) {
      self.daemon = daemon
      taken = daemon.spool.appending(path: "taken")
      try? FileManager.default.createDirectory(at: taken, withIntermediateDirectories: true)
    }

    mutating func take() throws {
      for name in daemon.names("out") {
        let target = taken.appending(path: name)
        if FileManager.default.fileExists(atPath: target.path) {
          twice.append(name)
          continue
        }
        try FileManager.default.moveItem(
          at: daemon.spool.appending(path: "out/\(name)"), to: target)
        if name.hasSuffix(".result.json") {
          reports += 1
          let report = try JSON(parsing: Array(Data(contentsOf: target)))
          #expect(report["status"] == "done")
          // When the report appears, the image is complete.
          let image = target.path.replacing(".result.json", with: ".png")
          #expect(
            FileManager.default.fileExists(atPath: image)
              || FileManager.default.fileExists(
                atPath: daemon.spool.appending(
                  path: "out/\(URL(filePath: image).lastPathComponent)"
                ).path)
          )
        } else {
          images += 1
        }
      }
    }
  }
}
