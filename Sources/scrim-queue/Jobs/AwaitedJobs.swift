import ArgumentParser
import ScrimCommand
import ScrimJSON
import ScrimLinux
import ScrimQueue

/// Jobs until they have ended. A notification is a hint; asking once a second is the truth.
struct AwaitedJobs {
  /// As that of timeout(1).
  private static let timedOut = ExitCode(124)
  private static let interval = Duration.seconds(1)

  private let client: QueueClient
  private let console: Console

  init(_ client: QueueClient, _ console: Console) {
    self.client = client
    self.console = console
  }

  /// Waits, and prints the errors of jobs that failed.
  ///
  /// - Parameters:
  ///   - ids: The jobs.
  ///   - timeout: Longest time to wait.
  ///   - use: Called for each job once it is done.
  /// - Throws: `ExitCode` 1 if one failed, 124 after the time-out; ``QueueError``.
  func wait(for ids: [Int], timeout: Double?, use: (Int) throws -> Void) throws {
    try client.connection.run("LISTEN scrim_finished")
    let end = timeout.map { ContinuousClock.now + .seconds($0) }
    var waiting = Set(ids)
    var failed = false
    while true {
      let states = try client.states(of: Array(waiting))
      for id in waiting.sorted() {
        guard let state = states[id] else {
          throw Failure(.missing, "job \(id) is not in the queue.")
        }
        guard state.hasEnded else { continue }
        waiting.remove(id)
        if state == .done {
          try use(id)
        } else {
          failed = true
          try explain(id)
        }
      }
      guard !waiting.isEmpty else { break }
      if let end, .now >= end { throw Self.timedOut }
      console.progress("\(ids.count - waiting.count) of \(ids.count) jobs have ended …")
      // A little different for each client, so that they don't all ask at once.
      let pause = Self.interval * Double.random(in: 0.8...1.2)
      _ = try Readiness.wait(
        for: [client.connection.socket], timeout: end.map { min(pause, $0 - .now) } ?? pause)
      _ = try client.connection.notifications()
    }
    if failed { throw ExitCode(1) }
  }

  private func explain(_ id: Int) throws {
    guard let job = try client.job(id) else { return }
    let errors = (job.report.flatMap { try? JSON(parsing: Array($0.utf8)) })?["errors"]?.array ?? []
    for error in errors {
      console.note(
        "job \(id) (\(job.job.name)): \(error["message"]?.string ?? job.job.state.rawValue)")
    }
  }
}
