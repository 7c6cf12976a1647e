package import ArgumentParser
import ScrimJSON

/// Waits for jobs.
package struct WaitCommand<P: Place>: ParsableCommand {
  package static var configuration: CommandConfiguration {
    P.command(
      "wait", "Waits until jobs have ended.",
      """
      Prints the errors of jobs that failed, and of a batch those of its rows. Exit status: 0 if all are done, 1 if \
      a job or a row failed, 124 after the time-out.
      """,
      examples: "\(P.example) --timeout 60")
  }

  @Argument(help: P.jobs, transform: P.reference)
  var ids: [P.Reference]

  @Option(help: ArgumentHelp("Longest time to wait.", valueName: "seconds"))
  var timeout: Double?

  @OptionGroup var place: P.Options

  package init() {}

  package func validate() throws {
    if let timeout, !(timeout >= 0) { throw ValidationError("--timeout \(timeout) is below 0.") }
  }

  package func run() throws {
    try P.run("wait", place) { place, console in
      let status = try place.wait(for: ids, timeout: timeout, console) {
        $1.print(of: "\($0)", to: console)
      }
      if status != nil { throw ExitCode(1) }
    }
  }
}

extension Place {
  /// Waits for jobs.
  ///
  /// - Parameters:
  ///   - jobs: The jobs.
  ///   - timeout: Longest time to wait, in seconds; `nil` for no limit.
  ///   - console: Where progress is shown.
  ///   - use: Called for each that has ended.
  /// - Returns: The exit status of the first that failed or has rows that are not done.
  /// - Throws: The exit code 124 after the time-out; ``Failure``.
  package mutating func wait(
    for jobs: [Reference], timeout: Double?, _ console: Console,
    _ use: (Reference, Ending) throws -> Void
  ) throws -> ExitStatus? {
    let end = timeout.map { ContinuousClock.now + .seconds($0) }
    var waiting = jobs
    var worst: ExitStatus?
    while true {
      let ended = try endings(of: waiting)
      for job in waiting {
        guard let ending = ended[job] else { continue }
        worst = worst ?? ending.exitStatus
        try use(job, ending)
      }
      waiting.removeAll { ended[$0] != nil }
      guard !waiting.isEmpty else { return worst }
      if let end, .now >= end { throw ExitStatus.timedOut.code }
      console.progress("\(jobs.count - waiting.count) of \(jobs.count) jobs have ended …")
      try pause(until: end)
    }
  }
}
