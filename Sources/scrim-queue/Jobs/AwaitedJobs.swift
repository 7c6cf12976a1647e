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
  private let file: JobFile?
  private let printsErrors: Bool

  /// - Parameters:
  ///   - client: The queue.
  ///   - console: Where errors are printed.
  ///   - file: The job file, if there is one only, for the places of its errors.
  ///   - printsErrors: Whether errors are printed here.
  init(
    _ client: QueueClient, _ console: Console, file: JobFile? = nil, printsErrors: Bool = true
  ) {
    self.client = client
    self.console = console
    self.file = file
    self.printsErrors = printsErrors
  }

  /// Waits, and prints the errors of jobs that failed and of rows.
  ///
  /// - Parameters:
  ///   - ids: The jobs, and batches.
  ///   - timeout: Longest time to wait.
  ///   - use: Called for each that has ended.
  /// - Returns: The exit code of the first that failed or has rows that are not done.
  /// - Throws: `ExitCode` 124 after the time-out; ``QueueError``.
  func wait(
    for ids: [Int], timeout: Double?, use: (QueuedResult) throws -> Void
  ) throws -> ExitCode? {
    try client.connection.run("LISTEN scrim_finished")
    let end = timeout.map { ContinuousClock.now + .seconds($0) }
    // A batch has ended with the last of its parts.
    let parts = try client.parts(ofBatches: ids)
    var waiting = ids.reduce(into: [Int: Set<Int>]()) { $0[$1] = Set(parts[$1] ?? [$1]) }
    let count = waiting.values.reduce(0) { $0 + $1.count }
    var worst: ExitCode?
    while true {
      let states = try client.states(of: waiting.values.flatMap { $0 })
      for (id, jobs) in waiting.sorted(by: { $0.key < $1.key }) {
        for job in jobs {
          guard let state = states[job] else {
            throw Failure(.missing, "job \(job) is not in the queue.")
          }
          if state.hasEnded { waiting[id]?.remove(job) }
        }
        guard waiting[id]?.isEmpty == true else { continue }
        waiting[id] = nil
        guard let result = try QueuedResult(id, of: client) else { continue }
        if printsErrors { report(result) }
        worst = worst ?? result.exitStatus?.code
        try use(result)
      }
      guard !waiting.isEmpty else { return worst }
      if let end, .now >= end { throw Self.timedOut }
      let left = waiting.values.reduce(0) { $0 + $1.count }
      console.progress("\(count - left) of \(count) jobs have ended …")
      // A little different for each client, so that they don't all ask at once.
      let pause = Self.interval * Double.random(in: 0.8...1.2)
      _ = try Readiness.wait(
        for: [client.connection.socket], timeout: end.map { min(pause, $0 - .now) } ?? pause)
      _ = try client.connection.notifications()
    }
  }

  /// Prints how a job ended, if not all is well.
  private func report(_ result: QueuedResult) {
    if let file {
      console.report(result.errors, in: file)
    } else {
      let name = "job \(result.job.id) (\(result.job.name))"
      for error in result.errors { console.note(error.text(file: name)) }
    }
    result.summary?.print(to: console)
  }
}
